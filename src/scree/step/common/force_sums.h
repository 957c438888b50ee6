#pragma once
/// Force and torque on every grain, summed contact by contact.
///
/// The loop over pairs adds to both grains as it goes. Rows are cut into row chunks
/// (detect/neighbours.h); what a chunk adds to grains of a later chunk goes to copies of those
/// grains that only this chunk writes ("stand-ins"), folded in afterwards in fixed order. So
/// threads never meet, and the sums do not depend on how many there are.
#include <vector>

#include "scree/state/grains.h"

namespace scree {

using ForceSum = Load8;

struct ForceSums {
  /// One per grain, then the stand-ins. All zero between two steps: whoever reads a sum for the
  /// last time clears it while it is in the cache.
  std::vector<ForceSum> rows;
  std::vector<ForceSum> walls;  // of one wall contact each, on its grain
};

}  // namespace scree
