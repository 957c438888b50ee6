#pragma once
/// Area and moments of a union of discs, exactly, by Green's theorem on its boundary arcs.
#include <span>
#include <vector>

#include "scree/base/real.h"

namespace scree {

struct DiscInPlane {
  Real x, y, r;
};

/// Integrals of 1, x, y, x^2, y^2, xy over a region.
struct PlaneMoments {
  Real area = 0, x = 0, y = 0, xx = 0, yy = 0, xy = 0;
};

PlaneMoments moments_of_union(std::span<const DiscInPlane> discs);

}  // namespace scree
