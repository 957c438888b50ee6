#include "scree/geometry/mesh_contact.h"

#include <algorithm>
#include <cmath>

#include "scree/geometry/triangle.h"

namespace scree {
namespace {

/// Triangles lower than this fraction of the radius may borrow the plane of a larger one.
constexpr Real kSmallHeight = 0.05;
/// How much higher a triangle must be to lend its plane.
constexpr Real kLenderHeight = 4;
/// Centres closer to the surface than this fraction of the radius have no direction of their own.
constexpr Real kOnSurface = 1e-12;

struct Proposal {
  TrianglePoint hit;
  Triangle corners;
  Index triangle;
  Real tolerance;  // see flat_tolerance()
  Real height;     // smallest of the triangle
};

Real largest_coordinate(const Triangle& t) {
  Real m = 0;
  for (const Vec3 p : t) m = max(m, max(abs(p.x), max(abs(p.y), abs(p.z))));
  return m;
}

/// Does the whole triangle lie in the plane of `lender`?
bool lies_in_plane(const Triangle& t, const Proposal& lender) {
  for (const Vec3 p : t)
    if (abs(dot(lender.hit.normal, p - lender.corners[0])) > lender.tolerance) return false;
  return true;
}

Triangle flattened(const Triangle& t, const Proposal& lender) {
  const Vec3 n = lender.hit.normal;
  Triangle flat;
  for (int k = 0; k < 3; ++k) flat[k] = t[k] - dot(n, t[k] - lender.corners[0]) * n;
  return flat;
}

/// Gives small triangles that lie in the plane of a larger one exactly that plane.
void borrow_planes(std::vector<Proposal>& all, Vec3 x, Real r) {
  for (Proposal& p : all) {
    if (p.height >= kSmallHeight * r) continue;
    const Proposal* lender = nullptr;
    Real best = kLenderHeight * p.height;
    for (const Proposal& q : all) {
      if (&q == &p || q.height <= best || !(norm2(q.hit.normal) > 0)) continue;
      if (!lies_in_plane(p.corners, q)) continue;
      best = q.height;
      lender = &q;
    }
    if (lender == nullptr) continue;
    p.corners = flattened(p.corners, *lender);
    const Vec3 n = lender->hit.normal;
    const Vec3 turn = cross(p.corners[1] - p.corners[0], p.corners[2] - p.corners[0]);
    p.hit = closest_on_triangle(p.corners, dot(turn, n) < 0 ? -n : n, x);
  }
}

/// Do both triangles own the vertex or edge on which p's point lies?
bool share_feature(const TriangleMesh& mesh, const Proposal& p, const Proposal& q) {
  if (p.hit.feature == TriangleFeature::kFace) return false;
  const auto& mine = mesh.triangles[static_cast<std::size_t>(p.triangle)];
  const auto& other = mesh.triangles[static_cast<std::size_t>(q.triangle)];
  const auto owns = [&](Index v) { return other[0] == v || other[1] == v || other[2] == v; };
  const auto k = static_cast<std::size_t>(p.hit.which);
  if (!owns(mine[k])) return false;
  return p.hit.feature == TriangleFeature::kVertex || owns(mine[(k + 1) % 3]);
}

/// Does the way from x to p's point end on, or pass through, the triangle of q?
bool hidden_by(const TriangleMesh& mesh, const Proposal& p, const Proposal& q, Vec3 x) {
  if (share_feature(mesh, p, q)) return true;
  const Vec3 n = q.hit.normal;
  Vec3 crossing = p.hit.point;
  if (norm2(n) > 0) {
    const Real here = dot(n, x - q.corners[0]), there = dot(n, p.hit.point - q.corners[0]);
    if (abs(there) > q.tolerance) {
      if (here * there >= 0) return false;
      crossing = x + (here / (here - there)) * (p.hit.point - x);
    }
  }
  return closest_on_triangle(q.corners, n, crossing).distance <= q.tolerance;
}

/// Is p's point so near an accepted one that the distance between them rises by less than the
/// tolerance? Two minima then stem from rounding, or from a crack in the surface.
bool repeats(const Proposal& p, const std::vector<MeshContact>& accepted) {
  const Real near2 = 2 * p.hit.distance * p.tolerance;
  for (const MeshContact& a : accepted)
    if (norm2(p.hit.point - a.point) <= near2) return true;
  return false;
}

MeshContact contact_of(const Proposal& p, Vec3 x, Real r) {
  const TrianglePoint& hit = p.hit;
  Vec3 toward = -hit.normal;
  if (hit.distance > kOnSurface * r) {
    if (hit.feature != TriangleFeature::kFace)
      toward = (hit.point - x) / hit.distance;
    else if (dot(hit.normal, x - p.corners[0]) < 0)
      toward = hit.normal;
  }
  return {hit.point, toward, hit.distance, p.triangle};
}

}  // namespace

Real flat_tolerance(Real r, Real coordinate) {
  constexpr Real kOfRadius = 1e-5;
  constexpr Real kOfCoordinate = 4e-7;  // some six roundings of a float
  return min(kOfRadius * r + kOfCoordinate * coordinate, 0.01 * r);
}

void find_mesh_contacts(const TriangleMesh& mesh, std::span<const Index> candidates, Vec3 x, Real r,
                        std::vector<MeshContact>& out) {
  out.clear();
  thread_local std::vector<Proposal> all;  // kept for its capacity only
  all.clear();
  for (const Index i : candidates) {
    const Triangle t{mesh.corner(i, 0), mesh.corner(i, 1), mesh.corner(i, 2)};
    const TrianglePoint hit = closest_on_triangle(t, x);
    if (!(hit.distance < r)) continue;
    all.push_back({hit, t, i, flat_tolerance(r, largest_coordinate(t)), smallest_height(t)});
  }
  if (all.size() > 1) borrow_planes(all, x, r);
  std::sort(all.begin(), all.end(), [](const Proposal& a, const Proposal& b) {
    return a.hit.distance != b.hit.distance ? a.hit.distance < b.hit.distance
                                            : a.triangle < b.triangle;
  });
  for (std::size_t j = 0; j < all.size(); ++j) {
    bool hidden = all[j].hit.distance >= r;  // a flattened sliver may have moved out of reach
    for (std::size_t k = 0; k < j && !hidden; ++k) hidden = hidden_by(mesh, all[j], all[k], x);
    if (!hidden && !repeats(all[j], out)) out.push_back(contact_of(all[j], x, r));
  }
}

}  // namespace scree
