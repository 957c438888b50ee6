/// Profiles, flux and groups: sums over bodies.
#include "scree/observe/bodies.h"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <map>

#include "scree/observe/flux.h"
#include "scree/observe/group.h"
#include "scree/observe/profile.h"
#include "small_scene.h"

namespace scree {
namespace {
doctest::Approx near(Real x) { return doctest::Approx(x).epsilon(1e-12); }
}  // namespace

TEST_CASE("a velocity profile gives each slice the velocity of its centre of mass") {
  SmallScene s;
  s.add({.x = {0, 0, 0.2}, .v = {1, 0, 0}, .mass = 1});
  s.add({.x = {0, 0, 0.7}, .v = {4, 0, 0}, .mass = 2});
  s.add({.x = {0, 0, 2.5}, .v = {9, 0, 1}});
  s.add({.x = {0, 0, 7}, .v = {99, 0, 0}});  // outside
  const Slices slices{{0, 0, 1}, 0, 3, 3};
  const auto v = velocity_profile(s.scene, s.state, slices, {});
  REQUIRE(v.size() == 3);
  CHECK(v[0].x == near(3));
  CHECK(std::isnan(v[1].x));
  CHECK(v[2].x == near(9));
  CHECK(v[2].z == near(1));
  CHECK(slices.centre(1) == near(1.5));
}

TEST_CASE("a height profile shows the top of the grains") {
  SmallScene s;
  s.add({.x = {0.5, 0, 1}, .r = 0.25});
  s.add({.x = {0.6, 0, 2}, .r = 0.5});
  s.add({.x = {1.5, 0, -1}, .r = 0.5});
  const auto h = height_profile(s.state, {{1, 0, 0}, 0, 3, 3}, {}, {0, 0, 1});
  CHECK(h[0] == near(2.5));
  CHECK(h[1] == near(-0.5));
  CHECK(std::isnan(h[2]));
}

TEST_CASE("the solid fraction cuts spheres at the borders of slices, losing nothing") {
  for (const bool planar : {false, true}) {
    SmallScene s;
    s.scene.planar = planar;
    s.scene.thickness = 0.5;
    s.add({.x = {0.37, 0.9, 0}, .r = 0.3});
    s.add({.x = {1.99, 0.5, 0}, .r = 0.2});
    const Slices slices{{1, 0, 0}, 0, 3, 7};
    const auto volumes = slice_volumes(s.scene, slices, {}, {0, 0, 0}, {3, 2, 4});
    Real box = 0, solid = 0;
    const auto f = fraction_profile(s.scene, s.state, slices, {}, volumes);
    for (std::size_t k = 0; k < f.size(); ++k) box += volumes[k], solid += f[k] * volumes[k];
    CHECK(box == near(planar ? 3 * 2 * 0.5 : 24));
    CHECK(solid == near(planar ? kPi * (0.09 + 0.04) * 0.5 : 4.0 / 3.0 * kPi * (0.027 + 0.008)));
    CHECK(f[2] == 0);
  }
  CHECK(share_below(0, 2, false) == near(0.5));
  CHECK(share_below(1, 2, false) == near(27.0 / 32));  // a cap of half the radius holds 5/32
}

TEST_CASE("volumes of slices through an odd zone are counted") {
  SmallScene s;
  const Zone ball{[](Vec3 x) { return norm(x) < 1; }, 4.0 / 3.0 * kPi};
  const auto v = slice_volumes(s.scene, {{0, 0, 1}, -1, 1, 4}, ball, {-1, -1, -1}, {1, 1, 1});
  CHECK(v[0] == doctest::Approx(ball.volume * 5.0 / 32).epsilon(0.02));
  CHECK(v[1] == doctest::Approx(ball.volume * 11.0 / 32).epsilon(0.02));
}

TEST_CASE("a body counts when it passes the plane, back when it returns") {
  SmallScene s;
  s.add({.x = {0, 0, -0.1}, .mass = 2});
  s.add({.x = {0, 0, 5}, .mass = 3});
  std::map<Id, Real> memory;
  const auto slab = [&](Id id) -> Real& {
    return memory.emplace(id, std::numeric_limits<Real>::quiet_NaN()).first->second;
  };
  FluxTotal total;
  const FluxPlane plane{};
  const auto look = [&] { count_crossings(s.scene, s.state, plane, slab, total); };
  look();
  CHECK(total.count == 0);
  s.state.grains.place[0].z = 0.1;
  look();
  CHECK(total.count == 1);
  CHECK(total.mass == near(2));
  look();
  CHECK(total.count == 1);
  s.state.grains.place[1].z = -1;
  look();
  CHECK(total.count == 0);
  CHECK(total.mass == near(-1));
}

TEST_CASE("in a periodic cell every round through the plane counts, and wrapping does not") {
  SmallScene s;
  s.scene.domain.cell = Cell({0, 0, 20});
  s.add({.x = {0, 0, 9.5}});
  const FluxPlane plane{{0, 0, 0}, {0, 0, 1}, 20};
  Real memory = std::numeric_limits<Real>::quiet_NaN();
  FluxTotal total;
  const auto look = [&] {
    count_crossings(
        s.scene, s.state, plane, [&](Id) -> Real& { return memory; }, total);
  };
  look();
  s.state.grains.place[0].z = -9.5;
  s.state.grains.image[0] = {0, 0, 1};
  look();
  CHECK(total.count == 0);  // wrapped, not passed
  s.state.grains.place[0].z = 1;
  look();
  CHECK(total.count == 1);
}

TEST_CASE("a group is the bodies of one label") {
  SmallScene s;
  s.add({.x = {1, 0, 0}, .v = {2, 0, 0}, .mass = 1});
  s.add({.x = {5, 0, 0}, .v = {0, 4, 0}, .w = {1, 0, 0}, .mass = 3});
  s.add({.x = {9, 9, 9}});
  s.state.grains.label = {1, 1, 0};
  const GroupNow g = measure_group(s.scene, s.state, 1);
  CHECK(g.count == 2);
  CHECK(g.mass == near(4));
  CHECK(g.centre.x == near(4));
  CHECK(g.velocity.y == near(3));
  CHECK(g.kinetic == near(2 + 24 + 0.5 * 0.4 * 3 * 0.25));
  CHECK(measure_group(s.scene, s.state, 2).count == 0);
}

TEST_CASE("a body is found by its id wherever its row has moved") {
  SmallScene s;
  s.add({.x = {1, 0, 0}});
  s.add({.x = {2, 0, 0}});
  const Id first = s.state.grains.id[0];
  gather_rows(s.state.grains, {1, 0});
  BodyNow b;
  RowIndex rows;
  REQUIRE(find_body(s.scene, s.state, rows, first, b));
  CHECK(b.x.x == 1);
  CHECK_FALSE(find_body(s.scene, s.state, rows, 77, b));
}

}  // namespace scree
