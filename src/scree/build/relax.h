#pragma once
/// Pushes overlapping spheres apart inside a region: how a random packing gets denser than random
/// placement alone allows.
#include <vector>

#include "scree/build/region.h"

namespace scree {

struct RelaxReport {
  bool apart = false;  // no two spheres overlap
  long sweeps = 0;
  Real overlap = 0;  // largest one left, over the smaller radius [-]
};

/// Every sweep moves each sphere by half of all its overlaps (Jacobi: the order does not matter)
/// and back into the region. Gives up when a thousand sweeps bring no progress.
RelaxReport push_apart(std::vector<Vec3>& x, const std::vector<Real>& r, const RegionSpace& space,
                       const DomainOptions& domain);

}  // namespace scree
