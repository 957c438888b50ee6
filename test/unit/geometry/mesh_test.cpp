#include "scree/geometry/mesh.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "scree/base/random.h"
#include "scree/geometry/polygon.h"
#include "scree/geometry/surface_shape.h"

using namespace scree;

namespace {

/// A cube whose triangles share no vertices, as in an STL file; vertices jittered by `noise`.
TriangleMesh loose_cube(Real noise) {
  const TriangleMesh cube =
      triangulate(Surface{Box{{0, 0, 0}, {1, 1, 1}}}, Aabb{{0, 0, 0}, {1, 1, 1}});
  Random random{5};
  TriangleMesh loose;
  loose.part_names = {"cube"};
  for (Index i = 0; i < cube.triangle_count(); ++i) {
    std::array<Index, 3> t;
    for (int k = 0; k < 3; ++k) {
      t[static_cast<std::size_t>(k)] = static_cast<Index>(loose.vertices.size());
      loose.vertices.push_back(cube.corner(i, k) +
                               noise * Vec3{random.uniform(), random.uniform(), random.uniform()});
    }
    loose.triangles.push_back(t);
    loose.part.push_back(0);
  }
  return loose;
}

void add(TriangleMesh& mesh, std::array<Index, 3> t) {
  mesh.triangles.push_back(t);
  mesh.part.push_back(0);
}

}  // namespace

TEST_CASE("loose triangles of a cube weld into a closed mesh of eight vertices") {
  for (const Real noise : {0.0, 1e-7}) {
    TriangleMesh mesh = loose_cube(noise);
    const MeshReport report = repair(mesh, noise * 2);
    CHECK(report.vertices == 8);
    CHECK(report.welded_vertices == 28);
    CHECK(report.triangles == 12);
    CHECK(report.closed());
    CHECK(report.flipped_edges == 0);
    CHECK(mesh.vertices.size() == 8);
  }
}

TEST_CASE("vertices farther apart than the tolerance are not welded") {
  TriangleMesh mesh = loose_cube(1e-4);
  const MeshReport report = repair(mesh, 1e-9);
  CHECK(report.welded_vertices == 0);
  CHECK(report.open_edges == 36);
}

TEST_CASE("welding finds partners across the borders of its search cells") {
  Random random{6};
  const Real tolerance = 1e-3;
  TriangleMesh mesh;
  mesh.part_names = {"dots"};
  for (int n = 0; n < 2000; ++n) {  // pairs far from each other pair
    const Vec3 p{10.0 * n, random.uniform(), random.uniform()};
    const Vec3 d = normalized(Vec3{random.normal(), random.normal(), random.normal()});
    const Index i = static_cast<Index>(mesh.vertices.size());
    mesh.vertices.insert(mesh.vertices.end(),
                         {p, p + 0.99 * tolerance * d, p + Vec3{0, 5, 0}, p + Vec3{0, 0, 5}});
    add(mesh, {i, i + 2, i + 3});
    add(mesh, {i + 1, i + 3, i + 2});
  }
  const MeshReport report = repair(mesh, tolerance);
  CHECK(report.welded_vertices == 2000);
  CHECK(report.duplicates_removed == 2000);
}

TEST_CASE("triangles without area and duplicates in any order and winding are removed") {
  TriangleMesh mesh;
  mesh.part_names = {"p"};
  mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0.5, 0, 0}, {7, 7, 7}};
  add(mesh, {0, 1, 2});
  add(mesh, {1, 2, 0});  // turned
  add(mesh, {2, 1, 0});  // other winding
  add(mesh, {0, 3, 1});  // three in a line
  add(mesh, {0, 0, 1});  // two equal
  const MeshReport report = repair(mesh, 0);
  CHECK(report.triangles == 1);
  CHECK(report.degenerate_removed == 2);
  CHECK(report.duplicates_removed == 2);
  CHECK(report.vertices == 3);  // the unused ones are gone
  CHECK(mesh.triangles[0] == std::array<Index, 3>{0, 1, 2});
  CHECK(mesh.part.size() == 1);
  CHECK(report.open_edges == 3);
}

TEST_CASE("open, crowded and contradictory edges are counted") {
  TriangleMesh mesh;
  mesh.part_names = {"p"};
  mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, -1, 0}};
  add(mesh, {0, 1, 2});
  add(mesh, {0, 1, 3});  // runs along 0-1 in the same sense: opposed windings
  MeshReport report = repair(mesh, 0);
  CHECK(report.flipped_edges == 1);
  CHECK(report.open_edges == 4);
  mesh.vertices.push_back({0, 0, 1});
  add(mesh, {1, 0, 4});
  report = repair(mesh, 0);
  CHECK(report.nonmanifold_edges == 1);
  CHECK(report.open_edges == 6);
}

TEST_CASE("the report reads as text and mentions only what was found") {
  TriangleMesh mesh = loose_cube(0);
  const std::string good = repair(mesh, 0).text();
  CHECK(good.find("12 triangles, 8 vertices, closed") != std::string::npos);
  CHECK(good.find("open") == std::string::npos);
  mesh.triangles.pop_back();
  mesh.part.pop_back();
  const std::string bad = repair(mesh, 0).text();
  CHECK(bad.find("not closed") != std::string::npos);
  CHECK(bad.find("open edges") != std::string::npos);
}

TEST_CASE("a cube has six smooth patches, a cylinder one") {
  const Aabb extent{{-1, -1, -1}, {1, 1, 1}};
  TriangleMesh cube = loose_cube(0);
  repair(cube, 0);
  const auto faces = smooth_patches(cube, 0.5);
  CHECK(*std::max_element(faces.begin(), faces.end()) == 5);
  CHECK(faces[0] == faces[1]);
  CHECK(faces[0] != faces[2]);
  const auto shell =
      smooth_patches(triangulate(Surface{Cone{{0, 0, 0}, {0, 0, 1}, 1, 1, 1, true}}, extent), 0.5);
  CHECK(*std::max_element(shell.begin(), shell.end()) == 0);
}

TEST_CASE("a polygon with notches is cut into triangles that fill exactly its area") {
  // A comb seen from a slant, 2 x 1 with three notches of 0.2 x 0.8.
  std::vector<Vec3> comb{{0, 0, 0}, {2, 0, 0}, {2, 1, 0}};
  for (const Real x : {1.6, 1.0, 0.4})
    comb.insert(comb.end(), {{x + 0.2, 1, 0}, {x + 0.2, 0.2, 0}, {x, 0.2, 0}, {x, 1, 0}});
  comb.push_back({0, 1, 0});
  const Quat turn = rotation({0.3, 0.5, -0.2});
  for (Vec3& p : comb) p = rotate(turn, p);
  const auto triangles = triangulate_polygon(comb);
  CHECK(triangles.size() == comb.size() - 2);
  Real area = 0;
  for (const auto& t : triangles) {
    const Vec3 a = comb[std::size_t(t[0])], b = comb[std::size_t(t[1])],
               c = comb[std::size_t(t[2])];
    const Real signed_area = 0.5 * dot(cross(b - a, c - a), rotate(turn, {0, 0, 1}));
    CHECK(signed_area > 0);
    area += signed_area;
  }
  CHECK(area == doctest::Approx(2 - 3 * 0.2 * 0.8));
}
