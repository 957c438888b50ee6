#pragma once
/// A part of space for measurements that look at one.
#include <functional>

#include "scree/base/vec3.h"

namespace scree {

struct Zone {
  std::function<bool(Vec3)> holds;  // empty: everywhere
  Real volume = 0;                  // [m^3]; planar: area times thickness

  bool has(Vec3 x) const { return !holds || holds(x); }
};

}  // namespace scree
