#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "scree/base/random.h"
#include "scree/geometry/box_contact.h"
#include "scree/geometry/surface_shape.h"

using namespace scree;

namespace {

const Quat kUpright{1, 0, 0, 0};

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
/// n x n squares over the parallelogram from `corner` along u and v.
void add_sheet(TriangleMesh& mesh, Vec3 corner, Vec3 u, Vec3 v, int n) {
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < n; ++i) {
      const auto p = [&](int k, int l) { return corner + k / Real(n) * u + l / Real(n) * v; };
      add_quad(mesh, p(i, j), p(i + 1, j), p(i + 1, j + 1), p(i, j + 1));
    }
}
TriangleMesh welded(TriangleMesh mesh) {
  repair(mesh, 1e-9);
  return mesh;
}
TriangleMesh sheet(int n) {
  TriangleMesh mesh;
  add_sheet(mesh, {-3, -3, 0}, {6, 0, 0}, {0, 6, 0}, n);
  return welded(mesh);
}
/// Strips whose cuts do not meet: every vertex lies on an edge of the neighbour.
TriangleMesh unmatched() {
  TriangleMesh mesh;
  for (int j = 0; j < 5; ++j)
    for (int i = 0; i < 3 + j; ++i) {
      const Real w = 6.0 / (3 + j), x = -3 + i * w, y = -3 + 1.2 * j;
      add_quad(mesh, {x, y, 0}, {x + w, y, 0}, {x + w, y + 1.2, 0}, {x, y + 1.2, 0});
    }
  return mesh;
}
/// A fan with slivers down to a height of 1e-6.
TriangleMesh slivers() {
  TriangleMesh mesh;
  const Real cuts[] = {-3,  -0.4, -0.1, -0.1 + 1e-3, -0.1 + 1e-3 + 1e-5, -0.1 + 1e-3 + 1.1e-5,
                       0.2, 3};
  for (int k = 0; k + 1 < 8; ++k) add(mesh, {0.03, -3, 0}, {cuts[k + 1], 3, 0}, {cuts[k], 3, 0});
  add(mesh, {-3, -3, 0}, {0.03, -3, 0}, {-3, 3, 0});
  add(mesh, {0.03, -3, 0}, {3, -3, 0}, {3, 3, 0});
  return mesh;
}
TriangleMesh block(Vec3 centre, Vec3 half) {
  return welded(triangulate(Surface{Box{centre, half}}, Aabb{centre - half, centre + half}));
}

TriangleMesh cut_block(Vec3 h, int n) {
  TriangleMesh mesh;
  const Vec3 x{2 * h.x, 0, 0}, y{0, 2 * h.y, 0}, z{0, 0, 2 * h.z};
  add_sheet(mesh, -h, x, z, n);
  add_sheet(mesh, -h, z, y, n);
  add_sheet(mesh, -h, y, x, n);
  add_sheet(mesh, y - h, z, x, n);
  add_sheet(mesh, x - h, y, z, n);
  add_sheet(mesh, z - h, x, y, n);
  return welded(mesh);
}

struct Wall {
  TriangleMesh mesh;
  TriangleTree tree;
  Vec3 x{0, 0, 0};
  Quat q = kUpright;

  explicit Wall(TriangleMesh m) : mesh(std::move(m)), tree(mesh) {}
  std::vector<TouchPoint> touch(const PlacedBox& a, Real reach) const {
    std::vector<TouchPoint> out;
    find_box_mesh(a, {mesh, tree, x, q}, reach, out);
    return out;
  }
};

Quat random_turn(Random& random) {
  return normalized(Quat{random.normal(), random.normal(), random.normal(), random.normal()});
}
Real width(const PlacedBox& b, Vec3 n) {
  const Vec3 m = rotate_back(b.q, n);
  return std::fabs(m.x) * b.half.x + std::fabs(m.y) * b.half.y + std::fabs(m.z) * b.half.z;
}
Real smallest_gap(const std::vector<TouchPoint>& points) {
  Real g = 1e9;
  for (const TouchPoint& t : points) g = min(g, t.gap);
  return g;
}
std::set<std::int64_t> features(const std::vector<TouchPoint>& points) {
  std::set<std::int64_t> f;
  for (const TouchPoint& t : points) f.insert(t.feature);
  return f;
}
/// The largest difference between points that should be the same, in any order.
Real difference(const std::vector<TouchPoint>& all, const std::vector<TouchPoint>& expected) {
  Real worst = 0;
  for (const TouchPoint& e : expected) {
    Real best = 1e9;
    for (const TouchPoint& t : all)
      best = min(best, max(norm(t.point - e.point),
                           max(norm(t.normal - e.normal), std::fabs(t.gap - e.gap))));
    worst = max(worst, best);
  }
  return worst;
}

}  // namespace

TEST_CASE("a box on a flat mesh has the contacts of the plane, however the mesh is cut") {
  Random random{1};
  Real worst = 0;
  int points = 0;
  for (const TriangleMesh& mesh :
       {sheet(1), sheet(3), sheet(10), sheet(31), unmatched(), slivers()}) {
    const Wall wall(mesh);
    for (int n = 0; n < 300; ++n) {
      PlacedBox box{{random.uniform(-1, 1), random.uniform(-1, 1), 0},
                    kUpright,
                    {random.uniform(0.2, 0.9), random.uniform(0.2, 0.9), random.uniform(0.2, 0.9)}};
      // Lying flat, nearly flat, or in any way.
      if (n % 3 == 0) box.q = rotation({0, 0, random.uniform(-3, 3)});
      if (n % 3 == 1)
        box.q = rotation({1e-3 * random.normal(), 1e-3 * random.normal(), random.normal()});
      if (n % 3 == 2) box.q = random_turn(random);
      const Real side = n % 2 ? 1 : -1;
      box.x.z = side * (width(box, {0, 0, 1}) + random.uniform(-0.02, 0.02));
      std::vector<TouchPoint> expected;
      find_box_surface(box, Plane{{0, 0, 0}, {0, 0, side}}, {0, 0, 0}, kUpright, 0.05, expected);
      const auto found = wall.touch(box, 0.05);
      REQUIRE(found.size() == expected.size());
      worst = max(worst, difference(found, expected));
      points += static_cast<int>(found.size());
      CHECK(features(found).size() == found.size());
    }
  }
  MESSAGE(points, " points, largest difference ", worst);
  CHECK(worst < 1e-12);
}

TEST_CASE("the same holds of a flat mesh rounded to single precision, to that precision") {
  Random random{2};
  const Quat q = rotation({0.4, -0.9, 0.3});
  Real worst = 0;
  for (TriangleMesh mesh : {sheet(3), sheet(10), unmatched(), slivers()}) {
    for (Vec3& p : mesh.vertices) {
      p = rotate(q, p);
      p = {Real(float(p.x)), Real(float(p.y)), Real(float(p.z))};
    }
    const Wall wall(mesh);
    for (int n = 0; n < 300; ++n) {
      const PlacedBox box{rotate(q, Vec3{random.uniform(-1, 1), random.uniform(-1, 1), 0.299}),
                          q * rotation({0, 0, random.uniform(-3, 3)}),
                          {0.5, 0.7, 0.3}};
      std::vector<TouchPoint> expected;
      find_box_surface(box, Plane{{0, 0, 0}, {0, 0, 1}}, {0, 0, 0}, q, 0.05, expected);
      const auto found = wall.touch(box, 0.05);
      REQUIRE(found.size() == 4);
      worst = max(worst, difference(found, expected));
    }
  }
  MESSAGE("largest difference ", worst);
  CHECK(worst < 1e-4);
}

TEST_CASE("a mesh placed anywhere gives the points of the mesh at the origin, placed there") {
  Random random{3};
  Wall wall(block({0, 0, 0}, {1, 1.2, 0.8})), placed(wall.mesh);
  Real worst = 0;
  for (int n = 0; n < 500; ++n) {
    placed.q = random_turn(random);
    placed.x = {random.normal(), random.normal(), random.normal()};
    const PlacedBox box{{random.uniform(-2, 2), random.uniform(-2, 2), random.uniform(1, 2)},
                        random_turn(random),
                        {0.6, 0.5, 0.8}};
    auto expected = wall.touch(box, 0.2);
    const auto found =
        placed.touch({rotate(placed.q, box.x) + placed.x, placed.q * box.q, box.half}, 0.2);
    for (TouchPoint& t : expected) {
      t.point = rotate(placed.q, t.point) + placed.x;
      t.normal = rotate(placed.q, t.normal);
    }
    REQUIRE(found.size() == expected.size());
    worst = max(worst, difference(found, expected));
    CHECK(features(found) == features(expected));
  }
  MESSAGE("largest difference ", worst);
  CHECK(worst < 1e-12);
}

TEST_CASE("a block of triangles, however cut, is as far or as deep as the block itself") {
  const Vec3 half{1, 1.2, 0.8}, size{0.6, 0.5, 0.8};
  const PlacedBox solid{{0, 0, 0}, kUpright, half};
  for (const int cuts : {1, 3, 8}) {
    const Wall wall(cut_block(half, cuts));
    Random random{4};
    int apart = 0, overlapping = 0;
    Real above = 0, below = 0;
    for (int n = 0; n < 1000; ++n) {
      const Real near = n % 5 ? kPi : 1e-3;  // any way, or nearly aligned
      PlacedBox box{{0, 0, 0},
                    rotation(near * Vec3{random.normal(), random.normal(), random.normal()}),
                    size};
      const Vec3 way = normalized(Vec3{random.normal(), random.normal(), random.normal()});
      const Real gap = random.uniform(-0.1, 0.1);
      std::vector<TouchPoint> expected;
      Real lo = 0, hi = 5;  // along the way, until the gap is right
      for (int k = 0; k < 40; ++k) {
        box.x = 0.5 * (lo + hi) * way;
        find_box_box(box, solid, 10, expected);
        (smallest_gap(expected) < gap ? lo : hi) = 0.5 * (lo + hi);
      }
      const auto found = wall.touch(box, 0.15);
      REQUIRE(!found.empty());
      CHECK(features(found).size() == found.size());
      const Real error = smallest_gap(found) - smallest_gap(expected);
      CHECK(std::fabs(error) < kBoxSlack * 0.5);
      above = max(above, error);
      below = min(below, error);
      (gap > 0 ? apart : overlapping)++;
    }
    MESSAGE(wall.mesh.triangle_count(), " triangles: ", apart, " apart, ", overlapping,
            " overlapping, error ", below, " to ", above);
  }
}

TEST_CASE("a box in a drum of flat pieces touches it with its corners, as in the round drum") {
  const int pieces = 60;
  const Real sag = 1 - std::cos(kPi / pieces);
  TriangleMesh drum;
  for (int k = 0; k < pieces; ++k) {
    const Real a = 2 * kPi * k / pieces, b = 2 * kPi * (k + 1) / pieces;
    add_sheet(drum, {std::cos(a), -2, std::sin(a)},
              {std::cos(b) - std::cos(a), 0, std::sin(b) - std::sin(a)}, {0, 4, 0}, 1);
  }
  const Wall wall(welded(drum));
  const Surface round = Cone{{0, -2, 0}, {0, 1, 0}, 4, 1, 1, true, false};
  Random random{6};
  for (int n = 0; n < 500; ++n) {
    const Real turn = random.uniform(-kPi, kPi);
    const Quat q = rotation({0, turn, 0});
    const Real deep = random.uniform(-0.02, 0.02);
    const PlacedBox box{rotate(q, Vec3{0, 0.1, -0.9 + 0.25 + deep}), q, {0.4, 0.5, 0.25}};
    std::vector<TouchPoint> expected;
    find_box_surface(box, round, {0, 0, 0}, kUpright, 0.05, expected);
    const auto found = wall.touch(box, 0.05);
    for (const TouchPoint& t : found) {
      CHECK(t.gap > smallest_gap(expected) - 1.5 * sag);
      CHECK(dot(t.normal, normalized(Vec3{t.point.x, 0, t.point.z})) > 0.995);
    }
    for (const TouchPoint& e : expected)
      if (e.gap < 0.05 - 2 * sag)
        CHECK(std::any_of(found.begin(), found.end(), [&](const TouchPoint& t) {
          return norm(t.point - e.point) < 2e-3 && std::fabs(t.gap - e.gap) < 1.5 * sag;
        }));
  }
}

TEST_CASE("a box sliding over a table and past its edge is only ever pushed up") {
  // The table's sides meet its top in sharp edges, which must not catch the box from within.
  TriangleMesh mesh;
  add_sheet(mesh, {-2, -2, 0}, {4, 0, 0}, {0, 4, 0}, 4);
  add_sheet(mesh, {2, -2, 0}, {0, 4, 0}, {0, 0, -1}, 4);
  add_sheet(mesh, {-2, -2, -1}, {4, 0, 0}, {0, 4, 0}, 4);
  const Wall wall(welded(mesh));
  for (const Real gap : {0.004, 1e-6, 0.0, -1e-6, -1e-4, -3e-3})
    for (int n = 0; n <= 800; ++n) {
      const PlacedBox box{{1 + n / 400.0 * 0.7, 0.13, 0.3 + gap}, kUpright, {0.5, 0.4, 0.3}};
      const auto found = wall.touch(box, 0.01);
      REQUIRE(found.size() >= 4);
      for (const TouchPoint& t : found) {
        CHECK(norm(t.normal - Vec3{0, 0, -1}) < 1e-12);
        CHECK(std::fabs(t.gap - gap) < 1e-12);
      }
      Real right = -9, left = 9;
      for (const TouchPoint& t : found) {
        right = max(right, t.point.x);
        left = min(left, t.point.x);
      }
      CHECK(std::fabs(right - min(box.x.x + 0.5, 2.0)) < 1e-3);
      CHECK(std::fabs(left - (box.x.x - 0.5)) < 1e-3);
    }
}

TEST_CASE("a box in the corner of a floor and two walls feels all three") {
  TriangleMesh mesh;
  add_sheet(mesh, {0, 0, 0}, {3, 0, 0}, {0, 3, 0}, 5);
  add_sheet(mesh, {0, 0, 0}, {0, 3, 0}, {0, 0, 3}, 5);
  add_sheet(mesh, {0, 0, 0}, {0, 0, 3}, {3, 0, 0}, 5);
  const Wall wall(welded(mesh));
  for (const Real gap : {0.005, 1e-7, -1e-7, -1e-4, -0.01}) {
    const auto found =
        wall.touch({{0.7 + gap, 0.5 + gap, 0.4 + gap}, kUpright, {0.7, 0.5, 0.4}}, 0.02);
    for (int k = 0; k < 3; ++k) {
      Vec3 n{0, 0, 0};
      at(n, k) = -1;
      const auto of_wall = std::count_if(found.begin(), found.end(), [&](const TouchPoint& t) {
        return norm(t.normal - n) < 1e-12 && std::fabs(t.gap - gap) < 1e-12;
      });
      CHECK(of_wall >= 4);
    }
    for (const TouchPoint& t : found)
      CHECK(max(-t.normal.x, max(-t.normal.y, -t.normal.z)) > 1 - 1e-12);
  }
}

TEST_CASE("a box on a spike, on a ridge and across a rod touches as they are shaped") {
  TriangleMesh spike;  // a pyramid with its tip at the origin
  const Vec3 base[] = {{1, 1, -1}, {-1, 1, -1}, {-1, -1, -1}, {1, -1, -1}};
  for (int k = 0; k < 4; ++k) add(spike, {0, 0, 0}, base[k], base[(k + 1) % 4]);
  for (const Real gap : {0.01, -0.01}) {
    const PlacedBox box{{0.2, 0.1, 0.5 + gap}, kUpright, {1, 1, 0.5}};
    const auto found = Wall(welded(spike)).touch(box, 0.05);
    REQUIRE(found.size() == 1);
    CHECK(std::fabs(found[0].gap - gap) < 1e-14);
    CHECK(norm(found[0].point - Vec3{0, 0, gap / 2}) < 1e-14);
    CHECK(norm(found[0].normal - Vec3{0, 0, -1}) < 1e-14);
  }
  TriangleMesh ridge;  // a roof along y
  add_sheet(ridge, {0, -3, 0}, {1, 0, -1}, {0, 6, 0}, 4);
  add_sheet(ridge, {0, -3, 0}, {-1, 0, -1}, {0, 6, 0}, 4);
  for (const Real gap : {0.01, -0.01}) {
    const auto flat =
        Wall(welded(ridge)).touch({{0.2, 0.1, 0.5 + gap}, kUpright, {1, 1, 0.5}}, 0.05);
    REQUIRE(flat.size() >= 2);
    Real lo = 9, hi = -9;
    for (const TouchPoint& t : flat) {
      CHECK(std::fabs(t.gap - gap) < 1e-14);
      CHECK(norm(t.normal - Vec3{0, 0, -1}) < 1e-14);
      lo = min(lo, t.point.y);
      hi = max(hi, t.point.y);
    }
    CHECK(std::fabs(lo + 0.9) < 1e-12);
    CHECK(std::fabs(hi - 1.1) < 1e-12);
    const Real h = std::sqrt(0.5);
    const auto crossed =
        Wall(welded(ridge))
            .touch({{0.2, 0.1, h + gap}, rotation({kPi / 4, 0, 0}), {1, 0.5, 0.5}}, 0.05);
    REQUIRE(crossed.size() == 1);
    CHECK(std::fabs(crossed[0].gap - gap) < 1e-14);
    CHECK(norm(crossed[0].point - Vec3{0, 0.1, gap / 2}) < 1e-14);
  }
}

TEST_CASE("a box lying still on a mesh keeps its points by number") {
  Random random{5};
  const Wall wall(sheet(12));  // the corners of the box lie over vertices of the mesh
  std::set<std::int64_t> before;
  for (int n = 0; n < 500; ++n) {
    const Vec3 jitter = 5e-5 * Vec3{random.uniform(-1, 1), random.uniform(-1, 1), random.normal()};
    const Vec3 turn = 1e-5 * Vec3{random.normal(), random.normal(), random.normal()};
    const auto found = wall.touch({Vec3{0, 0, 0.5} + jitter, rotation(turn), {1, 0.5, 0.5}}, 0.01);
    REQUIRE(found.size() == 4);
    if (n > 0) CHECK(features(found) == before);
    before = features(found);
  }
}

TEST_CASE("a thin plate is touched on the side of the box only") {
  const Wall wall(block({0, 0, 0}, {2, 2, 0.01}));
  for (const Real gap : {0.005, -0.005}) {
    const auto found = wall.touch({{0.3, 0.2, 0.31 + gap}, kUpright, {0.5, 0.4, 0.3}}, 0.1);
    REQUIRE(found.size() == 4);
    for (const TouchPoint& t : found) CHECK(std::fabs(t.gap - gap) < 1e-14);
  }
}
