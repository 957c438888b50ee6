#pragma once
/// Force and torque on every grain, summed contact by contact.
///
/// The loop over pairs adds to both grains as it goes. Rows are cut into row chunks
/// (detect/neighbours.h); what a chunk adds to grains of a later chunk goes to copies of those
/// grains that only this chunk writes ("ghosts"), folded in afterwards in fixed order. So threads
/// never meet, and the sums do not depend on how many there are.
#include <vector>

#include "scree/base/vec3.h"

namespace scree {

struct alignas(64) ForceSum {
  Vec3 force;   // [N]
  Vec3 torque;  // about the grain's centre [N m]
  Real unused[2];
};

/// One wall contact, kept for the books of the wall.
struct alignas(64) WallForce {
  Vec3 force;        // on the grain [N]
  Vec3 n_x_force;    // [N]
  Real arm, unused;  // from the centre to the contact point [m]
};

struct ForceSums {
  /// One per grain, then the ghosts. All zero between two steps: whoever reads a sum for the last
  /// time clears it while it is in the cache.
  std::vector<ForceSum> rows;
  std::vector<WallForce> walls;
  std::vector<Vec3> wall_moments;  // rolling and twisting couple on the grain [N m]
};

}  // namespace scree
