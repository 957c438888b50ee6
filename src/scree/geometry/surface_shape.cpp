#include "scree/geometry/surface_shape.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "scree/base/error.h"

namespace scree {
namespace {

constexpr int kSegments = 48;    // around a circle: round to the eye at picture size
constexpr Real kAligned = 1e-9;  // sine of the angle below which two lines count as parallel

struct MeshBuilder {
  TriangleMesh mesh;

  MeshBuilder() { mesh.part_names = {"default"}; }
  Index vertex(Vec3 p) {
    mesh.vertices.push_back(p);
    return static_cast<Index>(mesh.vertices.size()) - 1;
  }
  void triangle(Index a, Index b, Index c, bool flip) {
    if (flip) std::swap(b, c);
    mesh.triangles.push_back({a, b, c});
    mesh.part.push_back(0);
  }
};

Vec3 on_circle(Vec3 centre, Vec3 axis, Real radius, int k) {
  const Vec3 u = any_perpendicular(axis), v = cross(axis, u);
  const Real angle = 2 * kPi * k / kSegments;
  return centre + radius * (std::cos(angle) * u + std::sin(angle) * v);
}

/// Half extents of a circle along the axes: R sqrt(1 - n_k^2).
Aabb circle_bounds(Vec3 centre, Vec3 n, Real radius) {
  const Vec3 half{radius * std::sqrt(std::max(0.0, 1 - n.x * n.x)),
                  radius * std::sqrt(std::max(0.0, 1 - n.y * n.y)),
                  radius * std::sqrt(std::max(0.0, 1 - n.z * n.z))};
  return {centre - half, centre + half};
}

Aabb bounds_of(const Plane& plane) {
  Aabb box{{-Aabb::kInfinity, -Aabb::kInfinity, -Aabb::kInfinity},
           {Aabb::kInfinity, Aabb::kInfinity, Aabb::kInfinity}};
  for (int k = 0; k < 3; ++k)
    if (std::fabs(at(plane.normal, k)) >= 1) at(box.lo, k) = at(box.hi, k) = at(plane.point, k);
  return box;
}
Aabb bounds_of(const Cone& cone) {
  Aabb box = circle_bounds(cone.base, cone.axis, cone.r0);
  if (!cone.endless()) {
    box.include(circle_bounds(cone.base + cone.length * cone.axis, cone.axis, cone.r1));
    return box;
  }
  for (int k = 0; k < 3; ++k)
    if (at(cone.axis, k) != 0) {
      at(box.lo, k) = -Aabb::kInfinity;
      at(box.hi, k) = Aabb::kInfinity;
    }
  return box;
}
Aabb bounds_of(const Disc& disc) { return circle_bounds(disc.centre, disc.normal, disc.radius); }
Aabb bounds_of(const Box& box) { return {box.centre - box.half, box.centre + box.half}; }

/// Keeps the part of a convex polygon where side(p) >= 0.
template <class Side>
std::vector<Vec3> clip(const std::vector<Vec3>& polygon, Side&& side) {
  std::vector<Vec3> kept;
  for (std::size_t k = 0; k < polygon.size(); ++k) {
    const Vec3 p = polygon[k], q = polygon[(k + 1) % polygon.size()];
    const Real sp = side(p), sq = side(q);
    if (sp >= 0) kept.push_back(p);
    if ((sp >= 0) != (sq >= 0)) kept.push_back(p + (sp / (sp - sq)) * (q - p));
  }
  return kept;
}

TriangleMesh triangles_of(const Plane& plane, const Aabb& extent) {
  const Vec3 middle = 0.5 * (extent.lo + extent.hi);
  const Vec3 foot = middle - dot(plane.normal, middle - plane.point) * plane.normal;
  const Vec3 u = norm(extent.hi - extent.lo) * any_perpendicular(plane.normal);
  const Vec3 v = cross(plane.normal, u);
  std::vector<Vec3> polygon{foot - u - v, foot + u - v, foot + u + v, foot - u + v};
  const Real slack = 1e-9 * norm(extent.hi - extent.lo);  // a plane on the border is shown
  for (int k = 0; k < 3; ++k) {
    polygon = clip(polygon, [&](Vec3 p) { return at(p, k) - at(extent.lo, k) + slack; });
    polygon = clip(polygon, [&](Vec3 p) { return at(extent.hi, k) - at(p, k) + slack; });
  }
  MeshBuilder build;
  for (const Vec3 p : polygon) build.vertex(p);
  for (Index k = 2; k < static_cast<Index>(polygon.size()); ++k) build.triangle(0, k - 1, k, false);
  return std::move(build.mesh);
}

TriangleMesh triangles_of(const Cone& cone, const Aabb& extent) {
  Vec3 start = cone.base, end = cone.base + cone.length * cone.axis;
  if (cone.endless()) {
    Real lo = Aabb::kInfinity, hi = -lo;
    for (int k = 0; k < 8; ++k) {
      const Real s = dot(extent.corner(k) - cone.base, cone.axis);
      lo = std::min(lo, s);
      hi = std::max(hi, s);
    }
    start = cone.base + lo * cone.axis;
    end = cone.base + hi * cone.axis;
  }
  MeshBuilder build;
  for (int k = 0; k < kSegments; ++k) {
    build.vertex(on_circle(start, cone.axis, cone.r0, k));
    build.vertex(on_circle(end, cone.axis, cone.endless() ? cone.r0 : cone.r1, k));
  }
  for (Index k = 0; k < kSegments; ++k) {
    const Index a = 2 * k, b = 2 * ((k + 1) % kSegments);
    if (cone.r0 > 0) build.triangle(a, b, b + 1, cone.inside);
    if (cone.endless() || cone.r1 > 0) build.triangle(a, b + 1, a + 1, cone.inside);
  }
  return std::move(build.mesh);
}

TriangleMesh triangles_of(const Disc& disc, const Aabb&) {
  MeshBuilder build;
  for (int k = 0; k < kSegments; ++k)
    build.vertex(on_circle(disc.centre, disc.normal, disc.radius, k));
  for (Index k = 2; k < kSegments; ++k) build.triangle(0, k - 1, k, false);
  return std::move(build.mesh);
}

TriangleMesh triangles_of(const Box& box, const Aabb&) {
  MeshBuilder build;
  const Aabb extent = bounds_of(box);
  for (int k = 0; k < 8; ++k) build.vertex(extent.corner(k));
  constexpr Index kFaces[6][4] = {{0, 4, 6, 2}, {1, 3, 7, 5}, {0, 1, 5, 4},
                                  {2, 6, 7, 3}, {0, 2, 3, 1}, {4, 5, 7, 6}};
  for (const auto& f : kFaces) {
    build.triangle(f[0], f[1], f[2], false);
    build.triangle(f[0], f[2], f[3], false);
  }
  return std::move(build.mesh);
}

bool parallel(Vec3 a, Vec3 b) { return norm(cross(a, b)) < kAligned; }

/// Is `p` on the line through `point` along `axis`, judged on the scale of the surface?
bool on_line(Vec3 p, Vec3 point, Vec3 axis, Real scale) {
  return norm(cross(p - point, axis)) <= kAligned * (scale + norm(p - point));
}

bool symmetric(const Plane& s, Vec3, Vec3 axis) { return parallel(s.normal, axis); }
bool symmetric(const Cone& s, Vec3 point, Vec3 axis) {
  return parallel(s.axis, axis) && on_line(s.base, point, axis, std::max(s.r0, s.r1));
}
bool symmetric(const Disc& s, Vec3 point, Vec3 axis) {
  return parallel(s.normal, axis) && on_line(s.centre, point, axis, s.radius);
}
bool symmetric(const Box&, Vec3, Vec3) { return false; }

}  // namespace

Aabb bounds(const Surface& surface) {
  return std::visit([](const auto& s) { return bounds_of(s); }, surface);
}

TriangleMesh triangulate(const Surface& surface, const Aabb& extent) {
  SCREE_EXPECT(extent.finite() && !extent.empty());
  return std::visit([&](const auto& s) { return triangles_of(s, extent); }, surface);
}

bool symmetric_about(const Surface& surface, Vec3 point, Vec3 axis) {
  return std::visit([&](const auto& s) { return symmetric(s, point, axis); }, surface);
}

Surface shifted(const Surface& surface, Vec3 d) {
  Surface out = surface;
  if (auto* plane = std::get_if<Plane>(&out)) plane->point += d;
  if (auto* cone = std::get_if<Cone>(&out)) cone->base += d;
  if (auto* disc = std::get_if<Disc>(&out)) disc->centre += d;
  if (auto* box = std::get_if<Box>(&out)) box->centre += d;
  return out;
}

}  // namespace scree
