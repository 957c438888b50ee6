#include "scree/geometry/mesh_mass.h"

#include <doctest/doctest.h>

#include "scree/geometry/surface_shape.h"

using namespace scree;

TEST_CASE("a mesh of a box has the volume, centre and moments of the box") {
  const Box box{{0.3, -0.2, 0.7}, {0.5, 0.2, 0.1}};
  const MassProperties p = mesh_mass_properties(triangulate(box, {{-9, -9, -9}, {9, 9, 9}}));
  const Real v = 8 * 0.5 * 0.2 * 0.1;
  CHECK(p.volume == doctest::Approx(v));
  CHECK(norm(p.centre - box.centre) < 1e-14);
  CHECK(p.inertia.row[0].x == doctest::Approx(v / 3 * (0.04 + 0.01)));
  CHECK(p.inertia.row[1].y == doctest::Approx(v / 3 * (0.25 + 0.01)));
  CHECK(p.inertia.row[2].z == doctest::Approx(v / 3 * (0.25 + 0.04)));
}

TEST_CASE("a turned mesh has turned axes, and an inside-out one a negative volume") {
  TriangleMesh mesh = triangulate(Box{{0, 0, 0}, {0.5, 0.2, 0.1}}, {{-9, -9, -9}, {9, 9, 9}});
  const Quat q = rotation({0.3, -0.4, 0.5});
  for (Vec3& v : mesh.vertices) v = rotate(q, v);
  const MassProperties p = mesh_mass_properties(mesh);
  const Vec3 w{0.7, -0.2, 0.4};
  const Vec3 body = rotate_back(q, w);
  const Real v = 0.08;
  const Real energy =
      v / 3 * (0.05 * body.x * body.x + 0.26 * body.y * body.y + 0.29 * body.z * body.z);
  CHECK(dot(w, p.inertia * w) == doctest::Approx(energy));
  const Vec3 principal = rotate_back(p.frame, w);
  CHECK(p.principal.x * principal.x * principal.x + p.principal.y * principal.y * principal.y +
            p.principal.z * principal.z * principal.z ==
        doctest::Approx(energy));
  for (auto& t : mesh.triangles) std::swap(t[0], t[1]);
  CHECK(mesh_mass_properties(mesh).volume == doctest::Approx(-v));
}
