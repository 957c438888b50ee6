#pragma once
/// Closest point on a triangle, and on which feature of it.
#include <array>
#include <cstdint>

#include "scree/base/vec3.h"

namespace scree {

enum class TriangleFeature : std::uint8_t { kFace, kEdge, kVertex };

using Triangle = std::array<Vec3, 3>;

struct TrianglePoint {
  Vec3 point;
  Real distance;            // from the query point, never negative [m]
  Vec3 normal;              // unit, by winding; zero if the triangle has no area
  TriangleFeature feature;  // where `point` lies
  int which;                // edge k runs from vertex k to k + 1; 0 for the face
};

/// Unit normal by winding; zero if the height is below 1e-12 of the longest edge. Built from the
/// two shorter edges, which for slivers loses the fewest digits.
inline Vec3 unit_normal(const Triangle& t) {
  const Vec3 e[3] = {t[1] - t[0], t[2] - t[1], t[0] - t[2]};
  const Real l[3] = {norm2(e[0]), norm2(e[1]), norm2(e[2])};
  const int longest = l[0] >= l[1] && l[0] >= l[2] ? 0 : l[1] >= l[2] ? 1 : 2;
  const Vec3 n = cross(e[(longest + 1) % 3], e[(longest + 2) % 3]);
  const Real size = norm(n);
  return size > 1e-12 * l[longest] ? n / size : Vec3{0, 0, 0};
}

/// Smallest of the three heights: twice the area over the longest edge.
inline Real smallest_height(const Triangle& t) {
  const Vec3 e0 = t[1] - t[0], e1 = t[2] - t[1], e2 = t[0] - t[2];
  const Real longest = sqrt(max(norm2(e0), max(norm2(e1), norm2(e2))));
  return longest > 0 ? norm(cross(e0, e1)) / longest : 0;
}

/// Closest point to `x` given the triangle's unit normal (zero: edges only). Inside or not is
/// decided by the planes through the edges along the normal; otherwise the nearest of the three
/// segments is taken, which stays right however thin the triangle is.
inline TrianglePoint closest_on_triangle(const Triangle& t, Vec3 normal, Vec3 x) {
  const auto inside = [&](int k) {
    return dot(cross(normal, t[(k + 1) % 3] - t[k]), x - t[k]) >= 0;
  };
  if (norm2(normal) > 0 && inside(0) && inside(1) && inside(2)) {
    const Real height = dot(normal, x - t[0]);
    return {x - height * normal, abs(height), normal, TriangleFeature::kFace, 0};
  }
  TrianglePoint best{t[0], norm2(x - t[0]), normal, TriangleFeature::kVertex, 0};
  for (int k = 0; k < 3; ++k) {
    const Vec3 e = t[(k + 1) % 3] - t[k];
    const Real along = dot(x - t[k], e), whole = norm2(e);
    const bool at_start = !(along > 0), at_end = !at_start && along >= whole;
    const Vec3 p = at_start ? t[k] : at_end ? t[(k + 1) % 3] : t[k] + (along / whole) * e;
    const Real d2 = norm2(x - p);
    if (!(d2 < best.distance)) continue;
    const bool on_edge = !at_start && !at_end;
    best = {p, d2, normal, on_edge ? TriangleFeature::kEdge : TriangleFeature::kVertex,
            at_end ? (k + 1) % 3 : k};
  }
  best.distance = sqrt(best.distance);
  return best;
}

inline TrianglePoint closest_on_triangle(const Triangle& t, Vec3 x) {
  return closest_on_triangle(t, unit_normal(t), x);
}

}  // namespace scree
