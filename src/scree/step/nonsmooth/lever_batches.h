#pragma once
/// Contacts of bodies that are no spheres, or are crowded, in lanes: arms in any direction and
/// inertia tensors. The same blocks and projections as for spheres.
#include "scree/step/nonsmooth/contact_batches.h"

namespace scree {

struct LeverBatch {
  Index i[kLanes], j[kLanes];
  Index tensor_i[kLanes], tensor_j[kLanes];
  Index contact[kLanes];  // -1: filling
  Vec3T<Pack> n;
  Vec3T<Pack> arm_i, arm_j;  // from the centres of mass to the point
  Vec3T<Pack> answer;        // change of the velocity at the contact by a unit impulse along n
  Pack normal_step, soft, target;
  Pack tangent_step, friction;
  Pack p_n;
  Vec3T<Pack> p_t;
};

/// The part of an inverse inertia that Motion8::inv_inertia does not tell.
struct alignas(64) Tensor8 {
  Real xx = 0, yy = 0, zz = 0, yz = 0, zx = 0, xy = 0;
  Real unused[2] = {0, 0};
};

using LeverBatches = BatchesOf<LeverBatch>;

/// Of crowded bodies, to be solved lane after lane.
struct CrowdedBatches : LeverBatches {
  std::vector<char> at_j;  // by batch: the crowded body is on that side of all its lanes
};

/// The inverse inertias of the bodies; the first is zero: that of spheres, partners and filling.
std::vector<Tensor8> make_tensors(const ContactProblem& problem);

void make_batches(ContactProblem& problem, const std::vector<char>& takes,
                  const std::vector<char>& crowded, bool planar, LeverBatches& out);
void make_batches(ContactProblem& problem, const std::vector<char>& takes,
                  const std::vector<char>& crowded, bool planar, CrowdedBatches& out);

}  // namespace scree
