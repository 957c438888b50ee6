#pragma once
/// Cutting a flat polygon into triangles.
#include <array>
#include <span>
#include <vector>

#include "scree/base/vec3.h"

namespace scree {

/// Corners above which a polygon with a notch is refused: the search is quadratic at best.
constexpr std::size_t kMaxNotchedCorners = 512;

/// Triangles (as positions in `corners`) that fill the polygon, in its winding: a fan if it is
/// convex, else ears cut off one by one. Empty if the polygon is notched with more than
/// kMaxNotchedCorners corners. At least three corners.
std::vector<std::array<Index, 3>> triangulate_polygon(std::span<const Vec3> corners);

}  // namespace scree
