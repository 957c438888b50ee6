#include "scree/step/dae/rounding.h"

#include <cmath>

namespace scree {

Real largest_speed(const std::vector<Twist>& z) {
  Real v2 = 0;
  for (const Twist& t : z) v2 = std::max(v2, norm2(t.v));
  return std::sqrt(v2);
}

Vec3 without(Real rounding, Vec3 a) {
  for (Real* x : {&a.x, &a.y, &a.z})
    if (std::fabs(*x) <= rounding) *x = 0;
  return a;
}

void drop_rounding(Real scale, Grains& g) {
  for (Index r = 0; r < g.free; ++r) g.accel[r].a = without(4 * kEps * scale, g.accel[r].a);
}

}  // namespace scree
