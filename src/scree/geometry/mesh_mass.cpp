#include "scree/geometry/mesh_mass.h"

namespace scree {

MassProperties mesh_mass_properties(const TriangleMesh& mesh) {
  Real volume = 0;
  Vec3 first{0, 0, 0};
  Mat3 second{{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}};
  for (Index t = 0; t < mesh.triangle_count(); ++t) {
    const Vec3 a = mesh.corner(t, 0), b = mesh.corner(t, 1), c = mesh.corner(t, 2);
    const Vec3 s = a + b + c;
    const Real v = dot(a, cross(b, c)) / 6;
    volume += v;
    first += v / 4 * s;
    for (const Vec3& x : {a, b, c, s}) second = second + outer(v / 20 * x, x);
  }
  return mass_properties(volume, first, second);
}

}  // namespace scree
