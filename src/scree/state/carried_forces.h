#pragma once
/// What the contacts of a State carry, by row of its tables.
#include <vector>

#include "scree/law/carried.h"

namespace scree {

struct CarriedForces {
  std::vector<Carried> pairs, walls;
};

}  // namespace scree
