#pragma once
/// Contacts in batches of eight that share no body, batches in colours that share none either: the
/// lanes of a batch and the batches of a colour may be solved in any order with the same result.
#include "scree/base/lanes.h"
#include "scree/base/raw_vector.h"
#include "scree/step/nonsmooth/contact_problem.h"

namespace scree {

/// Batches per chunk of a parallel loop.
constexpr Index kBatchChunk = 64;

struct ContactBatch {
  Index i[kLanes], j[kLanes];
  Index contact[kLanes];  // -1: filling
  Vec3T<Pack> n;
  Pack arm_i, arm_j;
  Pack normal_step, soft, target;  // step: 1/(mobility + softness)
  Pack tangent_step, friction;
  Pack p_n;
  Vec3T<Pack> p_t;
};
/// The rolling rows of a batch; only kept where the problem has them.
struct RollingBatch {
  Pack step, rolling, twisting;
  Pack inv_radius;  // 1/R*
  Vec3T<Pack> q;
};

struct ContactBatches {
  std::vector<ContactBatch> batches;
  std::vector<RollingBatch> rolling;  // empty, or one per batch
  std::vector<Index> colour_start;    // first batch of each colour
  Index spare = 0;                    // first of the bodies that fill lanes

  Index colours() const { return static_cast<Index>(colour_start.size()) - 1; }
};

/// Contacts by colour, in their own order within one; those of a colour share no body that moves.
/// Only contacts that `takes` says yes to, between spheres or with levers.
std::vector<std::vector<Index>> colour_contacts(const ContactProblem& problem,
                                                const std::vector<char>& takes, bool levers);

/// Sorts the contacts of spheres into batches and adds bodies without mass to fill the lanes with.
/// Only contacts that `takes` says yes to.
void make_batches(ContactProblem& problem, const std::vector<char>& takes, ContactBatches& out);

/// Impulses back to the contacts.
void take_impulses(const ContactBatches& batches, ContactProblem& problem);

}  // namespace scree
