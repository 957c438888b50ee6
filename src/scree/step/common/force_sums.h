#pragma once
/// Force and torque on every grain, summed contact by contact.
///
/// The loop over pairs adds to both grains as it goes. Rows are cut into row chunks
/// (detect/neighbours.h); what a chunk adds to grains of a later chunk goes to copies of those
/// grains that only this chunk writes ("stand-ins"), folded in afterwards in fixed order. So
/// threads never meet, and the sums do not depend on how many there are.
#include <vector>

#include "scree/base/vec3.h"

namespace scree {

struct alignas(64) ForceSum {
  Vec3 force;   // [N]
  Vec3 torque;  // about the grain's centre [N m]
  Real unused[2];
};

struct ForceSums {
  /// One per grain, then the stand-ins. All zero between two steps: whoever reads a sum for the
  /// last time clears it while it is in the cache.
  std::vector<ForceSum> rows;
  std::vector<ForceSum> walls;  // of one wall contact each, on its grain
};

}  // namespace scree
