#pragma once
/// Axis-aligned box; empty until something is included, unbounded where a component is infinite.
#include <limits>

#include "scree/base/vec3.h"

namespace scree {

struct Aabb {
  static constexpr Real kInfinity = std::numeric_limits<Real>::infinity();
  Vec3 lo{kInfinity, kInfinity, kInfinity};
  Vec3 hi{-kInfinity, -kInfinity, -kInfinity};

  void include(Vec3 p) {
    lo = {min(lo.x, p.x), min(lo.y, p.y), min(lo.z, p.z)};
    hi = {max(hi.x, p.x), max(hi.y, p.y), max(hi.z, p.z)};
  }
  void include(const Aabb& box) {
    include(box.lo);
    include(box.hi);
  }
  bool finite() const {
    return lo.x > -kInfinity && lo.y > -kInfinity && lo.z > -kInfinity && hi.x < kInfinity &&
           hi.y < kInfinity && hi.z < kInfinity;
  }
  bool empty() const { return !(lo.x <= hi.x && lo.y <= hi.y && lo.z <= hi.z); }
  Vec3 corner(int k) const {
    return {k & 1 ? hi.x : lo.x, k & 2 ? hi.y : lo.y, k & 4 ? hi.z : lo.z};
  }
};

/// Do they share a point? Also true where a number is none: what is not known may be anywhere.
inline bool meet(const Aabb& a, const Aabb& b) {
  return !(a.lo.x > b.hi.x || b.lo.x > a.hi.x || a.lo.y > b.hi.y || b.lo.y > a.hi.y ||
           a.lo.z > b.hi.z || b.lo.z > a.hi.z);
}

/// Widened by so much on all sides.
inline Aabb widened(const Aabb& box, Real by) {
  const Vec3 d{by, by, by};
  return {box.lo - d, box.hi + d};
}

/// Axis-aligned box around a finite one of a frame that lies at x, q.
inline Aabb placed(const Aabb& box, Vec3 x, Quat q) {
  const Vec3 half = 0.5 * (box.hi - box.lo);
  const Vec3 a = rotate(q, Vec3{half.x, 0, 0}), b = rotate(q, Vec3{0, half.y, 0}),
             c = rotate(q, Vec3{0, 0, half.z});
  const Vec3 wide{abs(a.x) + abs(b.x) + abs(c.x), abs(a.y) + abs(b.y) + abs(c.y),
                  abs(a.z) + abs(b.z) + abs(c.z)};
  const Vec3 centre = x + rotate(q, 0.5 * (box.lo + box.hi));
  return {centre - wide, centre + wide};
}

/// Squared distance from a point to the box; zero inside.
inline Real distance2(const Aabb& box, Vec3 p) {
  const Vec3 gap{max(max(box.lo.x - p.x, p.x - box.hi.x), 0.0),
                 max(max(box.lo.y - p.y, p.y - box.hi.y), 0.0),
                 max(max(box.lo.z - p.z, p.z - box.hi.z), 0.0)};
  return norm2(gap);
}

}  // namespace scree
