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

/// Squared distance from a point to the box; zero inside.
inline Real distance2(const Aabb& box, Vec3 p) {
  const Vec3 gap{max(max(box.lo.x - p.x, p.x - box.hi.x), 0.0),
                 max(max(box.lo.y - p.y, p.y - box.hi.y), 0.0),
                 max(max(box.lo.z - p.z, p.z - box.hi.z), 0.0)};
  return norm2(gap);
}

}  // namespace scree
