#include "scree/build/region.h"

#include <algorithm>
#include <cmath>

namespace scree {
namespace {

/// Half extent of a disc of radius R, normal n, along axis k.
Real disc_extent(Real radius, Vec3 n, int k) {
  const Real c = at(n, k);
  return radius * std::sqrt(std::max<Real>(0, 1 - c * c));
}

/// Two unit vectors that complete n to a frame.
void frame(Vec3 n, Vec3& a, Vec3& b) {
  a = normalized(cross(n, std::abs(n.x) < 0.5 ? Vec3{1, 0, 0} : Vec3{0, 1, 0}));
  b = cross(n, a);
}

Vec3 random_in_disc(Real radius, Vec3 n, Random& random) {
  Vec3 a, b;
  frame(n, a, b);
  const Real s = radius * std::sqrt(random.uniform()), angle = 2 * kPi * random.uniform();
  return s * std::cos(angle) * a + s * std::sin(angle) * b;
}

/// In a planar case the disc is seen from its edge: a line across its normal, or the whole disc
/// where that points out of the plane.
Vec3 random_in_planar_disc(Real radius, Vec3 n, Random& random) {
  const Vec3 across = cross(Vec3{0, 0, 1}, n);
  if (norm2(across) == 0) return random_in_disc(radius, {0, 0, 1}, random);
  return random.uniform(-radius, radius) * normalized(across);
}

Vec3 random_in_ball(Real radius, bool planar, Random& random) {
  for (;;) {
    Vec3 u{random.uniform(-1, 1), random.uniform(-1, 1), planar ? 0 : random.uniform(-1, 1)};
    if (norm2(u) <= 1) return radius * u;
  }
}

}  // namespace

RegionSpace::RegionSpace(const Region& region, const DomainOptions& domain, bool planar)
    : region_(region), planar_(planar) {
  const Region& g = region_;
  const Vec3 n = normalized(g.kind == RegionKind::kDisc ? g.axis : g.to - g.from);
  for (int k = 0; k < 3; ++k) {
    Real &lo = at(lo_, k), &hi = at(hi_, k);
    switch (g.kind) {
      case RegionKind::kBox:
        lo = at(g.lo, k), hi = at(g.hi, k);
        break;
      case RegionKind::kCylinder:
        lo = std::min(at(g.from, k), at(g.to, k)) - disc_extent(g.radius, n, k);
        hi = std::max(at(g.from, k), at(g.to, k)) + disc_extent(g.radius, n, k);
        break;
      case RegionKind::kSphere:
        lo = at(g.center, k) - g.radius, hi = at(g.center, k) + g.radius;
        break;
      case RegionKind::kDisc:
        lo = at(g.center, k) - disc_extent(g.radius, n, k);
        hi = at(g.center, k) + disc_extent(g.radius, n, k);
        break;
    }
    const Real length = at(domain.hi, k) - at(domain.lo, k);
    constexpr Real kSame = 1e-9;  // of the length: spans the domain up to rounding of the input
    const bool straight = g.kind == RegionKind::kBox ||
                          (g.kind == RegionKind::kCylinder && std::abs(at(n, k)) > 1 - kSame);
    wraps_[k] =
        domain.periodic[static_cast<std::size_t>(k)] && straight && hi - lo >= length * (1 - kSame);
  }
  if (planar_) lo_.z = hi_.z = 0;
}

Real RegionSpace::volume() const {
  const Region& g = region_;
  const Vec3 d = hi_ - lo_;
  switch (g.kind) {
    case RegionKind::kBox:
      return planar_ ? d.x * d.y : d.x * d.y * d.z;
    case RegionKind::kCylinder:
      return kPi * g.radius * g.radius * (planar_ ? 1 : norm(g.to - g.from));
    case RegionKind::kSphere:
      return planar_ ? kPi * g.radius * g.radius : 4 * kPi / 3 * std::pow(g.radius, 3);
    case RegionKind::kDisc:
      break;
  }
  return 0;
}

bool RegionSpace::holds(Vec3 x, Real r) const {
  const Region& g = region_;
  const int axes = planar_ ? 2 : 3;
  if (g.kind == RegionKind::kBox) {
    for (int k = 0; k < axes; ++k) {
      const Real margin = wraps_[k] ? 0 : r;
      if (at(x, k) < at(lo_, k) + margin || at(x, k) > at(hi_, k) - margin) return false;
    }
    return true;
  }
  if (g.kind == RegionKind::kCylinder) {
    const Real length = norm(g.to - g.from);
    const Vec3 n = (g.to - g.from) / length, d = x - g.from;
    const Real along = dot(d, n);
    const bool open = planar_ || wraps_[0] || wraps_[1] || wraps_[2];
    const Real margin = open ? 0 : r;
    if (!planar_ && (along < margin || along > length - margin)) return false;
    return norm(d - along * n) <= g.radius - r;
  }
  return norm(x - g.center) <= g.radius - r;
}

bool RegionSpace::random_center(Real r, Random& random, Vec3& x) const {
  const Region& g = region_;
  if (g.kind == RegionKind::kBox) {
    x = {0, 0, 0};
    for (int k = 0; k < (planar_ ? 2 : 3); ++k) {
      const bool flat = at(lo_, k) == at(hi_, k);  // a sheet: centres on it
      const Real margin = wraps_[k] || flat ? 0 : r;
      const Real lo = at(lo_, k) + margin, hi = at(hi_, k) - margin;
      if (hi < lo) return false;
      at(x, k) = random.uniform(lo, hi);
    }
    return true;
  }
  if (r > g.radius) return false;
  const Real room = g.radius - r;
  if (g.kind == RegionKind::kSphere) {
    x = g.center + random_in_ball(room, planar_, random);
    if (planar_) x.z = 0;
    return true;
  }
  if (g.kind == RegionKind::kDisc) {
    const Vec3 n = normalized(g.axis);
    x = g.center +
        (planar_ ? random_in_planar_disc(room, n, random) : random_in_disc(room, n, random));
    if (planar_) x.z = 0;
    return true;
  }
  const Real length = norm(g.to - g.from);
  const Vec3 n = (g.to - g.from) / length;
  const Real margin = wraps_[0] || wraps_[1] || wraps_[2] || planar_ ? 0 : r;
  if (length < 2 * margin) return false;
  const Real along = margin + (length - 2 * margin) * random.uniform();
  x = g.from + along * n + random_in_disc(room, n, random);
  if (planar_) x.z = 0;
  return true;
}

Vec3 RegionSpace::moved_inside(Vec3 x, Real r) const {
  const Region& g = region_;
  if (g.kind == RegionKind::kBox) {
    for (int k = 0; k < (planar_ ? 2 : 3); ++k)
      if (!wraps_[k]) at(x, k) = std::clamp(at(x, k), at(lo_, k) + r, at(hi_, k) - r);
    return x;
  }
  auto within = [](Vec3 d, Real reach) {
    const Real length = norm(d);
    return length > reach ? reach / length * d : d;
  };
  if (g.kind != RegionKind::kCylinder) return g.center + within(x - g.center, g.radius - r);
  const Real length = norm(g.to - g.from);
  const Vec3 n = (g.to - g.from) / length, d = x - g.from;
  const Vec3 across = within(d - dot(d, n) * n, g.radius - r);
  const bool open = wraps_[0] || wraps_[1] || wraps_[2] || planar_;
  const Real along = open ? dot(d, n) : std::clamp(dot(d, n), r, length - r);
  return g.from + along * n + across;
}

Region whole_domain(const Case& c) {
  Region region;
  region.lo = c.domain.lo;
  region.hi = c.domain.hi;
  return region;
}

}  // namespace scree
