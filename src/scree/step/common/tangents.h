#pragma once
/// Directions across the normal of a contact.
#include <cmath>

#include "scree/base/vec3.h"

namespace scree {

/// One (planar) or two unit vectors normal to n, continuous in n but for one direction: how many.
inline Index tangents(bool planar, Vec3 n, Vec3 t[2]) {
  if (planar) {
    t[0] = {n.y, -n.x, 0};
    return 1;
  }
  // Duff et al., Journal of Computer Graphics Techniques 6 (2017) 1.
  const Real sign = std::copysign(1.0, n.z), a = -1 / (sign + n.z), b = n.x * n.y * a;
  t[0] = {1 + sign * n.x * n.x * a, sign * b, -sign * n.x};
  t[1] = {b, sign + n.y * n.y * a, -n.y};
  return 2;
}

}  // namespace scree
