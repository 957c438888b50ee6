#include "scree/geometry/surface.h"

#include <doctest/doctest.h>

#include <vector>

#include "scree/base/pack.h"
#include "scree/base/random.h"
#include "scree/geometry/surface_shape.h"
#include "scree/geometry/triangle.h"

using namespace scree;

namespace {

Vec3 random_point(Random& random, Real half) {
  return {random.uniform(-half, half), random.uniform(-half, half), random.uniform(-half, half)};
}
Vec3 random_direction(Random& random) {
  return normalized(Vec3{random.normal(), random.normal(), random.normal()});
}

Real distance_to(const TriangleMesh& mesh, Vec3 x) {
  Real best = 1e300;
  for (Index i = 0; i < mesh.triangle_count(); ++i)
    best = std::min(
        best,
        closest_on_triangle({mesh.corner(i, 0), mesh.corner(i, 1), mesh.corner(i, 2)}, x).distance);
  return best;
}

/// One of each kind, tilted and off the origin.
std::vector<Surface> samples() {
  const Vec3 tilted = normalized(Vec3{1, -2, 0.5});
  return {Plane{{0.1, 0.2, 0.3}, tilted},
          Cone{{0.1, -0.2, 0.1}, tilted, 0.8, 0.5, 0.3, true, true},
          Cone{{0.1, -0.2, 0.1}, tilted, 0.8, 0.4, 0.4, false, true},
          Cone{{0, 0, 0.1}, tilted, 0.7, 0.5, 0.0, false, true},
          Disc{{0.1, 0, 0}, tilted, 0.6, true},
          Box{{0.1, 0, -0.1}, {0.3, 0.4, 0.2}}};
}

}  // namespace

TEST_CASE("a plane measures height above it, negative behind it, and points down from both sides") {
  const Plane floor{{0, 0, 1}, {0, 0, 1}};
  CHECK(floor.query(Vec3{5, 6, 3}).distance == 2);
  CHECK(floor.query(Vec3{5, 6, 0}).distance == -1);
  CHECK(floor.query(Vec3{5, 6, 0}).toward == Vec3{0, 0, -1});
}

TEST_CASE("toward is a unit vector against the gradient of the distance, for every surface") {
  Random random{7};
  for (const Surface& s : samples())
    for (int n = 0; n < 300; ++n) {
      const Vec3 x = random_point(random, 1);
      const auto hit = query(s, x);
      CHECK(norm(hit.toward) == doctest::Approx(1).epsilon(1e-12));
      if (std::fabs(hit.distance) < 1e-3) continue;  // the gradient turns over on the surface
      const Real h = 1e-6;
      const Real ahead = query(s, x + h * hit.toward).distance;
      const Real behind = query(s, x - h * hit.toward).distance;
      CHECK((behind - ahead) / (2 * h) == doctest::Approx(1).epsilon(1e-4));
    }
}

TEST_CASE("walking the distance along toward ends on the triangulated surface") {
  Random random{8};
  const Aabb extent{{-3, -3, -3}, {3, 3, 3}};
  for (const Surface& s : samples()) {
    const TriangleMesh mesh = triangulate(s, extent);
    for (int n = 0; n < 100; ++n) {
      const Vec3 x = random_point(random, 0.9);
      const auto hit = query(s, x);
      // 48 segments stand off a circle by r (1 - cos(pi/48)) = 0.0021 r.
      CHECK(distance_to(mesh, x + hit.distance * hit.toward) < 2e-3);
      CHECK(std::fabs(distance_to(mesh, x) - std::fabs(hit.distance)) < 2e-3);
    }
  }
}

TEST_CASE("eight lanes give what eight single points give") {
  Random random{9};
  for (const Surface& s : samples()) {
    Vec3 x[kLanes];
    Vec3T<Pack> p;
    for (int k = 0; k < kLanes; ++k) {
      x[k] = random_point(random, 1);
      p.x.v[k] = x[k].x;
      p.y.v[k] = x[k].y;
      p.z.v[k] = x[k].z;
    }
    const auto hits = query(s, p);
    for (int k = 0; k < kLanes; ++k) {
      const auto one = query(s, x[k]);
      CHECK(hits.distance[k] == doctest::Approx(one.distance).epsilon(1e-13));
      CHECK(norm(Vec3{hits.toward.x[k], hits.toward.y[k], hits.toward.z[k]} - one.toward) < 1e-12);
    }
  }
}

TEST_CASE("a drum holds grains inside: distance is positive within and negative beyond its shell") {
  const Cone drum{{0, 0, -1}, {0, 0, 1}, 2, 0.5, 0.5, true};
  CHECK(drum.query(Vec3{0.3, 0, 0}).distance == doctest::Approx(0.2));
  CHECK(norm(drum.query(Vec3{0.3, 0, 0}).toward - Vec3{1, 0, 0}) < 1e-15);
  CHECK(drum.query(Vec3{0, 0.6, 0}).distance == doctest::Approx(-0.1));
  CHECK(norm(drum.query(Vec3{0, 0.6, 0}).toward - Vec3{0, 1, 0}) < 1e-15);
  const auto on_axis = drum.query(Vec3{0, 0, 0});
  CHECK(on_axis.distance == doctest::Approx(0.5));
  CHECK(norm(on_axis.toward) == doctest::Approx(1));
  CHECK(std::fabs(on_axis.toward.z) < 1e-15);
}

TEST_CASE("a post seen from outside pushes outwards from either side of its skin") {
  const Cone post{{0, 0, 0}, {0, 0, 1}, 1, 0.2, 0.2, false};
  CHECK(post.query(Vec3{0.5, 0, 0.5}).distance == doctest::Approx(0.3));
  CHECK(norm(post.query(Vec3{0.5, 0, 0.5}).toward - Vec3{-1, 0, 0}) < 1e-15);
  CHECK(post.query(Vec3{0.1, 0, 0.5}).distance == doctest::Approx(-0.1));
  CHECK(norm(post.query(Vec3{0.1, 0, 0.5}).toward - Vec3{-1, 0, 0}) < 1e-15);
}

TEST_CASE("an infinite cylinder extends both ways and has no rim") {
  const Cone pipe{{0, 0, 0}, {0, 0, 1}, Aabb::kInfinity, 0.5, 0.5, true};
  for (const Real z : {-1e6, -1.0, 0.0, 3.0, 1e6}) {
    const auto hit = pipe.query(Vec3{0.4, 0, z});
    CHECK(hit.distance == doctest::Approx(0.1));
    CHECK(norm(hit.toward - Vec3{1, 0, 0}) < 1e-12);
  }
}

TEST_CASE("beyond the end of a cylinder the distance is the one to its rim") {
  const Cone pipe{{0, 0, 0}, {0, 0, 1}, 1, 0.5, 0.5, true};
  const auto hit = pipe.query(Vec3{0.8, 0, 1.4});  // 0.3 outside, 0.4 above
  CHECK(hit.distance == doctest::Approx(0.5));
  CHECK(norm(hit.toward - Vec3{-0.6, 0, -0.8}) < 1e-14);
}

TEST_CASE("distance in a hopper has no jump where its wall ends in the rim of the outlet") {
  const Cone hopper{{0, 0, 0}, {0, 0, 1}, 1, 0.2, 0.9, true};
  // Across the line through the rim at a right angle to the wall, on the side of the grains.
  const Real slant = std::sqrt(1 + 0.7 * 0.7);
  const Vec3 rim{0.2, 0, 0}, inwards = Vec3{-1, 0, 0.7} / slant, along = Vec3{0.7, 0, 1} / slant;
  for (const Real step : {1e-9, -1e-9}) {
    const auto hit = hopper.query(rim + 0.05 * inwards + step * along);
    CHECK(hit.distance == doctest::Approx(0.05).epsilon(1e-12));
    CHECK(norm(hit.toward + inwards) < 1e-7);
  }
}

TEST_CASE("the wall of a cone is met at a right angle to its slope") {
  const Cone hopper{{0, 0, 0}, {0, 0, 1}, 1, 0, 1, true};  // 45 degrees, tip down
  const auto hit = hopper.query(Vec3{0.1, 0, 0.5});
  CHECK(hit.distance == doctest::Approx(0.4 / std::sqrt(2.0)));
  CHECK(norm(hit.toward - Vec3{1, 0, -1} / std::sqrt(2.0)) < 1e-14);
}

TEST_CASE("a two-sided hopper lets grains rest against its outside") {
  const Cone shell{{0, 0, 0}, {0, 0, 1}, 1, 0.5, 0.5, true, true};
  CHECK(shell.query(Vec3{0.7, 0, 0.5}).distance == doctest::Approx(0.2));
  CHECK(norm(shell.query(Vec3{0.7, 0, 0.5}).toward - Vec3{-1, 0, 0}) < 1e-15);
  CHECK(shell.query(Vec3{0.4, 0, 0.5}).distance == doctest::Approx(0.1));
  CHECK(norm(shell.query(Vec3{0.4, 0, 0.5}).toward - Vec3{1, 0, 0}) < 1e-15);
}

TEST_CASE("a one-sided disc still pushes forward a grain whose centre has passed it") {
  const Disc lid{{0, 0, 0}, {0, 0, 1}, 1, false};
  CHECK(lid.query(Vec3{0.5, 0, -0.1}).distance == doctest::Approx(-0.1));
  CHECK(lid.query(Vec3{0.5, 0, -0.1}).toward == Vec3{0, 0, -1});
}

TEST_CASE("a two-sided disc is touched from both sides and at its rim") {
  const Disc plate{{0, 0, 0}, {0, 0, 1}, 1, true};
  CHECK(plate.query(Vec3{0.5, 0, -0.1}).distance == doctest::Approx(0.1));
  CHECK(norm(plate.query(Vec3{0.5, 0, -0.1}).toward - Vec3{0, 0, 1}) < 1e-15);
  CHECK(plate.query(Vec3{0, 1.3, 0.4}).distance == doctest::Approx(0.5));
  CHECK(norm(plate.query(Vec3{0, 1.3, 0.4}).toward - Vec3{0, -0.6, -0.8}) < 1e-14);
}

TEST_CASE("a block is met at face, edge and corner, and pushes out what is deep inside") {
  const Box block{{1, 1, 1}, {1, 0.5, 0.5}};
  CHECK(block.query(Vec3{2.5, 1, 1}).distance == doctest::Approx(0.5));
  CHECK(norm(block.query(Vec3{1, 1.8, 1.9}).toward - Vec3{0, -0.6, -0.8}) < 1e-14);
  CHECK(block.query(Vec3{1, 1.8, 1.9}).distance == doctest::Approx(0.5));
  CHECK(block.query(Vec3{3, 2.5, 2.5}).distance == doctest::Approx(std::sqrt(3.0)));
  const auto deep = block.query(Vec3{1.2, 1.1, 0.9});
  CHECK(deep.distance == doctest::Approx(-0.4));
  CHECK(norm(deep.toward) == 1);
  CHECK(norm(block.query(Vec3{1, 1, 1}).toward) == 1);      // centre
  CHECK(norm(block.query(Vec3{2, 1.5, 1.5}).toward) == 1);  // exactly on a corner
}

TEST_CASE("a box seen from inside is six planes that all see its centre in front") {
  const Box box{{1, 2, 3}, {0.5, 1, 2}};
  const auto planes = inner_planes(box);
  const Real expected[6] = {0.5, 0.5, 1, 1, 2, 2};
  for (std::size_t k = 0; k < 6; ++k)
    CHECK(planes[k].query(box.centre).distance == doctest::Approx(expected[k]));
  CHECK(planes[1].query(Vec3{1.6, 2, 3}).distance == doctest::Approx(-0.1));
  CHECK(planes[4].query(Vec3{1, 2, 1.25}).distance == doctest::Approx(0.25));
}

TEST_CASE("bounds hold the triangulated surface and fit it tightly") {
  const Aabb extent{{-3, -3, -3}, {3, 3, 3}};
  for (const Surface& s : samples()) {
    if (std::holds_alternative<Plane>(s)) continue;
    const Aabb box = bounds(s), seen = bounds(triangulate(s, extent));
    CHECK(box.finite());
    for (int k = 0; k < 3; ++k) {
      CHECK(at(seen.lo, k) >= at(box.lo, k) - 1e-12);
      CHECK(at(seen.hi, k) <= at(box.hi, k) + 1e-12);
      CHECK(at(seen.lo, k) == doctest::Approx(at(box.lo, k)).epsilon(0.01));
      CHECK(at(seen.hi, k) == doctest::Approx(at(box.hi, k)).epsilon(0.01));
    }
  }
}

TEST_CASE("bounds are infinite only where the surface is") {
  const Aabb floor = bounds(Surface{Plane{{0, 0, 1}, {0, 0, 1}}});
  CHECK(floor.lo.z == 1);
  CHECK(floor.hi.z == 1);
  CHECK(floor.hi.x == Aabb::kInfinity);
  const Aabb pipe = bounds(Surface{Cone{{1, 0, 0}, {0, 0, 1}, Aabb::kInfinity, 0.5, 0.5, true}});
  CHECK(pipe.lo.x == doctest::Approx(0.5));
  CHECK(pipe.lo.z == -Aabb::kInfinity);
}

TEST_CASE("a plane is drawn where it cuts the extent, with its full area and its normal") {
  const Vec3 n = normalized(Vec3{1, 1, 1});
  const TriangleMesh mesh =
      triangulate(Surface{Plane{{0.5, 0.5, 0.5}, n}}, Aabb{{0, 0, 0}, {1, 1, 1}});
  Vec3 area{0, 0, 0};
  for (Index i = 0; i < mesh.triangle_count(); ++i)
    area +=
        0.5 * cross(mesh.corner(i, 1) - mesh.corner(i, 0), mesh.corner(i, 2) - mesh.corner(i, 0));
  // The regular hexagon with side sqrt(1/2): area 3 sqrt(3) / 4.
  CHECK(norm(area - 0.75 * std::sqrt(3.0) * n) < 1e-6);
  CHECK(triangulate(Surface{Plane{{0, 0, 9}, {0, 0, 1}}}, Aabb{{0, 0, 0}, {1, 1, 1}})
            .triangles.empty());
  CHECK(triangulate(Surface{Plane{{0, 0, 0}, {0, 0, 1}}}, Aabb{{0, 0, 0}, {1, 1, 1}})
            .triangles.size() >= 2);
}

TEST_CASE("triangulated walls face the grains") {
  const Aabb extent{{-2, -2, -2}, {2, 2, 2}};
  const std::vector<std::pair<Surface, Vec3>> seen_from = {
      {Cone{{0, 0, -1}, {0, 0, 1}, 2, 0.5, 0.4, true}, {0.1, 0, 0}},
      {Cone{{0, 0, 0}, {0, 0, 1}, Aabb::kInfinity, 0.5, 0.5, true}, {0.1, 0, 0}},
      {Disc{{0, 0, 0}, {0, 0, 1}, 1, false}, {0.2, 0, 1}}};
  for (const auto& [s, x] : seen_from) {
    const TriangleMesh mesh = triangulate(s, extent);
    for (Index i = 0; i < mesh.triangle_count(); ++i) {
      const Triangle t{mesh.corner(i, 0), mesh.corner(i, 1), mesh.corner(i, 2)};
      CHECK(dot(unit_normal(t), x - t[0]) > 0);
    }
  }
  const TriangleMesh box = triangulate(Surface{Box{{0, 0, 0}, {1, 1, 1}}}, extent);
  for (Index i = 0; i < box.triangle_count(); ++i) {
    const Triangle t{box.corner(i, 0), box.corner(i, 1), box.corner(i, 2)};
    CHECK(dot(unit_normal(t), t[0]) > 0.5);
  }
}

TEST_CASE("symmetric_about agrees with turning the surface") {
  Random random{11};
  const Vec3 axis = random_direction(random), point{0.3, -0.1, 0.2};
  const Vec3 other = random_direction(random);
  const Vec3 away = point + 0.1 * any_perpendicular(axis);
  CHECK(symmetric_about(Plane{away, axis}, point, axis));
  CHECK(symmetric_about(Plane{away, -axis}, point, axis));
  CHECK_FALSE(symmetric_about(Plane{point, other}, point, axis));
  const Cone drum{point + 0.7 * axis, -axis, 1, 0.5, 0.4, true};
  CHECK(symmetric_about(drum, point, axis));
  CHECK_FALSE(symmetric_about(drum, away, axis));
  CHECK_FALSE(symmetric_about(drum, point, other));
  CHECK(symmetric_about(Disc{point - 2.0 * axis, axis, 1}, point, axis));
  CHECK_FALSE(symmetric_about(Disc{away, axis, 1}, point, axis));
  CHECK_FALSE(symmetric_about(Box{point, {1, 1, 1}}, point, {0, 0, 1}));
  for (int n = 0; n < 20; ++n) {
    const Vec3 x = random_point(random, 1);
    const Vec3 turned = point + rotate(rotation(0.3 * n * axis), x - point);
    CHECK(drum.query(turned).distance == doctest::Approx(drum.query(x).distance).epsilon(1e-12));
  }
}
