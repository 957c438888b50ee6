#include "scree/geometry/mesh_contact.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

#include "scree/base/random.h"
#include "scree/geometry/surface_shape.h"
#include "scree/geometry/triangle_tree.h"

using namespace scree;

namespace {

void add(TriangleMesh& mesh, Vec3 a, Vec3 b, Vec3 c) {
  const Index i = static_cast<Index>(mesh.vertices.size());
  mesh.vertices.insert(mesh.vertices.end(), {a, b, c});
  mesh.triangles.push_back({i, i + 1, i + 2});
  mesh.part.push_back(0);
}
void add_quad(TriangleMesh& mesh, Vec3 a, Vec3 b, Vec3 c, Vec3 d) {
  add(mesh, a, b, c);
  add(mesh, a, c, d);
}

/// A mesh with its tree, asked for contacts.
struct Wall {
  TriangleMesh mesh;
  TriangleTree tree;

  explicit Wall(TriangleMesh m) : mesh(std::move(m)), tree(mesh) {}
  std::vector<MeshContact> contacts(Vec3 x, Real r) const {
    std::vector<Index> candidates;
    tree.query(x, r, candidates);
    std::vector<MeshContact> out;
    find_mesh_contacts(mesh, candidates, x, r, out);
    return out;
  }
};

/// Ways to cut the square [-1, 1]^2 of the plane z = 0 into triangles.
TriangleMesh matched(Index n) {
  TriangleMesh mesh;
  const Real h = 2.0 / n;
  for (Index j = 0; j < n; ++j)
    for (Index i = 0; i < n; ++i) {
      const Vec3 a{-1 + i * h, -1 + j * h, 0};
      add_quad(mesh, a, a + Vec3{h, 0, 0}, a + Vec3{h, h, 0}, a + Vec3{0, h, 0});
    }
  repair(mesh, 1e-12);
  return mesh;
}
/// Strips whose cuts do not meet: every vertex lies on an edge of the neighbour.
TriangleMesh unmatched() {
  TriangleMesh mesh;
  for (int j = 0; j < 5; ++j) {
    const Index n = 3 + j;
    for (Index i = 0; i < n; ++i) {
      const Real x0 = -1 + 2.0 * i / n, x1 = -1 + 2.0 * (i + 1) / n;
      const Real y0 = -1 + 0.4 * j, y1 = -1 + 0.4 * (j + 1);
      add_quad(mesh, {x0, y0, 0}, {x1, y0, 0}, {x1, y1, 0}, {x0, y1, 0});
    }
  }
  return mesh;
}
/// A fan from an edge point, with slivers down to a height of 1e-7, and overlapping halves.
TriangleMesh slivers() {
  TriangleMesh mesh;
  const Real cuts[] = {-1,  -0.4, -0.1, -0.1 + 1e-3, -0.1 + 1e-3 + 1e-5, -0.1 + 1e-3 + 1.01e-5,
                       0.2, 1};
  for (int k = 0; k + 1 < 8; ++k) add(mesh, {0.03, -1, 0}, {cuts[k + 1], 1, 0}, {cuts[k], 1, 0});
  add(mesh, {-1, -1, 0}, {0.03, -1, 0}, {-1, 1, 0});
  add(mesh, {0.03, -1, 0}, {1, -1, 0}, {1, 1, 0});
  add(mesh, {-0.5, -0.7, 0}, {0.5, -0.7, 0}, {0, 0.7, 0});  // lies on top of the others
  return mesh;
}

/// The sheet turned and shifted into a general place; `single` rounds to single precision.
TriangleMesh placed(TriangleMesh mesh, Quat turn, Vec3 shift, bool single = false) {
  for (Vec3& p : mesh.vertices) {
    p = rotate(turn, p) + shift;
    if (single) p = {Real(float(p.x)), Real(float(p.y)), Real(float(p.z))};
  }
  return mesh;
}

std::vector<TriangleMesh> flat_sheets() {
  return {matched(2), matched(9), matched(40), unmatched(), slivers()};
}

/// Points over the middle of the sheet: random ones, and ones exactly over vertices and edges.
std::vector<Vec3> feet(const TriangleMesh& mesh, Random& random) {
  std::vector<Vec3> points;
  for (int n = 0; n < 200; ++n)
    points.push_back({random.uniform(-0.6, 0.6), random.uniform(-0.6, 0.6), 0});
  for (Index i = 0; i < mesh.triangle_count(); ++i)
    for (int k = 0; k < 3; ++k) {
      const Vec3 a = mesh.corner(i, k), b = mesh.corner(i, (k + 1) % 3);
      for (const Vec3 p : {a, 0.5 * (a + b), 0.3 * a + 0.7 * b})
        if (std::fabs(p.x) < 0.6 && std::fabs(p.y) < 0.6 && points.size() < 2000)
          points.push_back(p);
    }
  return points;
}

}  // namespace

TEST_CASE("a sphere on a flat surface has one contact, that of the plane, however it is cut") {
  Random random{1};
  for (const TriangleMesh& mesh : flat_sheets()) {
    const Wall sheet(mesh);
    for (const Vec3 foot : feet(mesh, random))
      for (const Real height : {0.19, -0.15}) {  // both sides
        const auto found = sheet.contacts(foot + Vec3{0, 0, height}, 0.2);
        REQUIRE(found.size() == 1);
        CHECK(std::fabs(found[0].distance - std::fabs(height)) < 1e-15);
        CHECK(norm(found[0].toward - Vec3{0, 0, height > 0 ? -1.0 : 1.0}) < 1e-12);
        CHECK(norm(found[0].point - foot) < 1e-12);
      }
  }
}

TEST_CASE("the same holds for a sheet turned and shifted into a general place") {
  Random random{2};
  const Quat turn = rotation({0.4, -0.9, 0.3});
  const Vec3 shift{0.3, 0.2, -0.5};
  const Vec3 down = rotate(turn, {0, 0, -1});
  for (const TriangleMesh& sheet : flat_sheets()) {
    const Wall mesh(placed(sheet, turn, shift));
    for (const Vec3 foot : feet(sheet, random)) {
      const auto found = mesh.contacts(rotate(turn, foot) + shift - 0.17 * down, 0.2);
      REQUIRE(found.size() == 1);
      CHECK(std::fabs(found[0].distance - 0.17) < 1e-12);
      CHECK(norm(found[0].toward - down) < 1e-11);
    }
  }
}

TEST_CASE("facets that are flat only to single precision still give one contact") {
  Random random{3};
  const Quat turn = rotation({0.4, -0.9, 0.3});
  const Vec3 shift{0.3, 0.2, -0.5};
  const Vec3 down = rotate(turn, {0, 0, -1});
  for (const TriangleMesh& sheet : flat_sheets()) {
    const Wall mesh(placed(sheet, turn, shift, true));
    for (const Real r : {0.2, 0.01, 0.001}) {
      for (const Vec3 foot : feet(sheet, random)) {
        const auto found = mesh.contacts(rotate(turn, foot) + shift - 0.95 * r * down, r);
        REQUIRE(found.size() == 1);
        CHECK(std::fabs(found[0].distance - 0.95 * r) < 3e-7);
        CHECK(norm(found[0].toward - down) < 5e-5 + 5e-7 / r);
      }
    }
  }
}

TEST_CASE("sliding over edges and vertices of a flat surface shows no jump") {
  const Quat turn = rotation({0.1, 0.7, -0.3});
  const Vec3 down = rotate(turn, {0, 0, -1});
  for (const TriangleMesh& sheet : flat_sheets()) {
    const Wall mesh(placed(sheet, turn, {0, 0, 0}));
    Vec3 last{0, 0, 0};
    for (int n = 0; n <= 4000; ++n) {
      const Real s = -0.6 + 1.2 * n / 4000;
      const Vec3 x = rotate(turn, Vec3{s, 0.37 * s + 0.05, 0.18});
      const auto out = mesh.contacts(x, 0.2);
      REQUIRE(out.size() == 1);
      CHECK(std::fabs(out[0].distance - 0.18) < 1e-12);
      CHECK(norm(out[0].toward - down) < 1e-11);
      if (n > 0) CHECK(norm(out[0].point - last) < 4e-4);
      last = out[0].point;
    }
  }
}

TEST_CASE(
    "at a convex edge or corner of a block there is one contact, the one of the smooth block") {
  const Box block{{0, 0, 0}, {1, 1, 1}};
  const Wall mesh(triangulate(Surface{block}, Aabb{{-1, -1, -1}, {1, 1, 1}}));
  Random random{4};
  for (int n = 0; n < 2000; ++n) {
    const Vec3 x{random.uniform(-1.3, 1.3), random.uniform(-1.3, 1.3), random.uniform(-1.3, 1.3)};
    const auto truth = block.query(x);
    if (truth.distance <= 0.01 || std::fabs(truth.distance - 0.25) < 1e-9) continue;
    const auto found = mesh.contacts(x, 0.25);
    REQUIRE(found.size() == (truth.distance < 0.25 ? 1 : 0));
    if (found.empty()) continue;
    CHECK(std::fabs(found[0].distance - truth.distance) < 1e-14);
    CHECK(norm(found[0].toward - truth.toward) < 1e-12);
  }
}

TEST_CASE("a sphere against a finely cut ball has one contact although it reaches many triangles") {
  TriangleMesh ball;  // latitude and longitude, about 1 800 triangles
  const int n = 30;
  const auto at_angle = [&](int i, int j) {
    const Real a = kPi * i / n, b = 2 * kPi * j / n;
    return Vec3{std::sin(a) * std::cos(b), std::sin(a) * std::sin(b), std::cos(a)};
  };
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      add_quad(ball, at_angle(i, j), at_angle(i + 1, j), at_angle(i + 1, j + 1),
               at_angle(i, j + 1));
  repair(ball, 1e-9);
  const Wall wall(ball);
  Random random{5};
  for (int k = 0; k < 300; ++k) {
    const Vec3 way = normalized(Vec3{random.normal(), random.normal(), random.normal()});
    const auto found = wall.contacts(1.7 * way, 0.8);
    REQUIRE(found.size() == 1);
    CHECK(std::fabs(found[0].distance - 0.7) < 0.012);
    CHECK(dot(found[0].toward, way) < -0.99);
  }
}

TEST_CASE("in a concave edge there are two contacts and in the corner of a box three") {
  const Wall mesh(triangulate(Surface{Box{{0, 0, 0}, {1, 1, 1}}}, Aabb{{-1, -1, -1}, {1, 1, 1}}));
  auto found = mesh.contacts({-0.9, -0.92, 0.3}, 0.15);
  REQUIRE(found.size() == 2);
  CHECK(norm(found[0].toward - Vec3{0, -1, 0}) < 1e-15);  // deepest first
  CHECK(norm(found[1].toward - Vec3{-1, 0, 0}) < 1e-15);
  found = mesh.contacts({-0.9, -0.92, 0.91}, 0.15);
  REQUIRE(found.size() == 3);
  CHECK(norm(found[1].toward - Vec3{0, 0, 1}) < 1e-15);
  CHECK(found[0].distance == doctest::Approx(0.08));
  CHECK(found[1].distance == doctest::Approx(0.09));
  CHECK(found[2].distance == doctest::Approx(0.1));
}

TEST_CASE("a box of triangles seen from inside equals its six planes everywhere") {
  const Box box{{0, 0, 0}, {1, 1, 1}};
  const Wall mesh(triangulate(Surface{box}, Aabb{{-1, -1, -1}, {1, 1, 1}}));
  const auto planes = inner_planes(box);
  Random random{6};
  for (int n = 0; n < 1000; ++n) {
    const Vec3 x{random.uniform(-0.9, 0.9), random.uniform(-0.9, 0.9), random.uniform(-0.9, 0.9)};
    std::size_t expected = 0;
    for (const Plane& p : planes) expected += p.query(x).distance < 0.4;
    CHECK(mesh.contacts(x, 0.4).size() == expected);
  }
}

TEST_CASE("a plate is touched from the side the sphere is on, not through its thickness") {
  const Box plate{{0, 0, 0}, {1, 1, 0.002}};
  const Wall mesh(triangulate(Surface{plate}, Aabb{{-1, -1, -1}, {1, 1, 1}}));
  Random random{7};
  for (int n = 0; n < 1000; ++n) {
    const Vec3 x{random.uniform(-1.1, 1.1), random.uniform(-1.1, 1.1), random.uniform(-0.12, 0.12)};
    const auto truth = plate.query(x);
    if (truth.distance < 0.02 || truth.distance > 0.11) continue;
    const auto found = mesh.contacts(x, 0.12);
    REQUIRE(found.size() == 1);
    CHECK(norm(found[0].toward - truth.toward) < 1e-12);
  }
}

TEST_CASE("a slot between two plates is felt: both edges hold a sphere that sinks into it") {
  TriangleMesh plates;
  add_quad(plates, {-1, -1, 0}, {-0.05, -1, 0}, {-0.05, 1, 0}, {-1, 1, 0});
  add_quad(plates, {0.05, -1, 0}, {1, -1, 0}, {1, 1, 0}, {0.05, 1, 0});
  const auto found = Wall(plates).contacts({0, 0.1, 0.18}, 0.2);
  REQUIRE(found.size() == 2);
  CHECK(found[0].toward.x == doctest::Approx(-found[1].toward.x));
  CHECK(found[0].distance == doctest::Approx(std::hypot(0.05, 0.18)));
}

TEST_CASE("a centre exactly on the surface is pushed along the triangle's normal") {
  const auto found = Wall(matched(2)).contacts({0.3, 0.1, 0}, 0.2);
  REQUIRE(found.size() == 1);
  CHECK(found[0].distance == 0);
  CHECK(found[0].toward == Vec3{0, 0, -1});
}

TEST_CASE("contacts do not depend on the order of the triangles beyond the name they carry") {
  TriangleMesh backwards = slivers();
  std::reverse(backwards.triangles.begin(), backwards.triangles.end());
  const Wall mesh(slivers()), reversed(backwards);
  Random random{8};
  for (const Vec3 foot : feet(mesh.mesh, random)) {
    const auto a = mesh.contacts(foot + Vec3{0, 0, 0.1}, 0.2);
    const auto b = reversed.contacts(foot + Vec3{0, 0, 0.1}, 0.2);
    REQUIRE(a.size() == b.size());
    CHECK(norm(a[0].toward - b[0].toward) < 1e-12);
  }
}
