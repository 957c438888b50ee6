#include "scree/geometry/polygon.h"

#include <numeric>

#include "scree/base/error.h"

namespace scree {
namespace {

/// Twice the area vector of the polygon.
Vec3 area_vector(std::span<const Vec3> p) {
  Vec3 sum{0, 0, 0};
  for (std::size_t k = 2; k < p.size(); ++k) sum += cross(p[k - 1] - p[0], p[k] - p[0]);
  return sum;
}

Real turn(Vec3 a, Vec3 b, Vec3 c, Vec3 n) { return dot(cross(b - a, c - b), n); }

bool convex(std::span<const Vec3> p, Vec3 n) {
  const std::size_t m = p.size();
  for (std::size_t k = 0; k < m; ++k)
    if (turn(p[k], p[(k + 1) % m], p[(k + 2) % m], n) < 0) return false;
  return true;
}

/// May the corner `k` of the ring be cut off: does it stick out, with no other corner inside?
bool is_ear(std::span<const Vec3> p, const std::vector<Index>& ring, std::size_t k, Vec3 n) {
  const std::size_t m = ring.size();
  const auto corner = [&](std::size_t i) { return p[static_cast<std::size_t>(ring[i % m])]; };
  const Vec3 a = corner(k + m - 1), b = corner(k), c = corner(k + 1);
  if (!(turn(a, b, c, n) > 0)) return false;
  for (std::size_t i = k + 2; i < k + m - 1; ++i) {
    const Vec3 q = corner(i);
    if (q == a || q == b || q == c) continue;
    if (turn(a, b, q, n) >= 0 && turn(b, c, q, n) >= 0 && turn(c, a, q, n) >= 0) return false;
  }
  return true;
}

}  // namespace

std::vector<std::array<Index, 3>> triangulate_polygon(std::span<const Vec3> corners) {
  SCREE_EXPECT(corners.size() >= 3);
  std::vector<std::array<Index, 3>> out;
  const auto count = static_cast<Index>(corners.size());
  const Vec3 n = area_vector(corners);
  if (count == 3 || convex(corners, n)) {
    for (Index k = 2; k < count; ++k) out.push_back({0, k - 1, k});
    return out;
  }
  if (corners.size() > kMaxNotchedCorners) return out;
  std::vector<Index> ring(corners.size());
  std::iota(ring.begin(), ring.end(), 0);
  while (ring.size() > 3) {
    std::size_t ear = 0;
    while (ear < ring.size() && !is_ear(corners, ring, ear, n)) ++ear;
    if (ear == ring.size()) ear = 0;  // crossed or degenerate outline: cut anywhere, but finish
    const std::size_t m = ring.size();
    out.push_back({ring[(ear + m - 1) % m], ring[ear], ring[(ear + 1) % m]});
    ring.erase(ring.begin() + static_cast<std::ptrdiff_t>(ear));
  }
  out.push_back({ring[0], ring[1], ring[2]});
  return out;
}

}  // namespace scree
