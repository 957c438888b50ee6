#include "scree/step/common/integrate.h"

#include <doctest/doctest.h>

#include "unit/state/small_state.h"

using namespace scree;

namespace {

/// Bodies without contacts, moved by prediction and correction under forces the test gives.
struct Free {
  Scene scene;
  State state;
  ForceSums sums;

  explicit Free(const std::vector<NewBody>& bodies, Vec3 gravity = {0, 0, 0}) {
    state.gravity = gravity;
    add_bodies(state, bodies);
    remember();
  }
  void remember() {
    state.lists.inner.clear();
    for (const Place& p : state.grains.place) state.lists.inner.push_back({position(p), 0});
    sums.rows.assign(state.grains.place.size(), ForceSum{});
  }
  Real step(Real dt) {
    const Real beyond = predict_rest(scene, state, dt, predict_rows(state, dt));
    correct_rows(scene, state, sums, dt, 0, state.grains.size());
    correct_rest(scene, state, sums, dt);
    return beyond;
  }
};

}  // namespace

TEST_CASE("free fall is exact: v = g t, x = g t^2/2") {
  Free f({ball({0, 0, 0})}, {1, -2, -9.81});
  for (int k = 0; k < 1000; ++k) f.step(1e-3);
  CHECK(f.state.grains.motion[0].v.z == doctest::Approx(-9.81).epsilon(1e-12));
  CHECK(f.state.grains.place[0].z == doctest::Approx(-9.81 / 2).epsilon(1e-12));
  CHECK(f.state.grains.place[0].x == doctest::Approx(0.5).epsilon(1e-12));
}

TEST_CASE("force over mass, torque over inertia") {
  Free f({ball({0, 0, 0})});
  const auto push = [&f] { f.sums.rows[0] = {{4, 0, 0}, {0, 0.6, 0}, {}}; };
  push();
  f.step(0);
  CHECK(f.state.grains.accel[0].a == Vec3{2, 0, 0});
  CHECK(f.state.grains.accel[0].alpha.y == doctest::Approx(3));
  push();  // sums are used up by a step
  f.step(0.1);
  CHECK(f.state.grains.motion[0].v.x == doctest::Approx(0.2));
  CHECK(f.state.grains.motion[0].w.y == doctest::Approx(0.3));
  CHECK(f.state.grains.place[0].x == doctest::Approx(0.01));
}

TEST_CASE("predict tells how far the farthest grain is from its place in the list") {
  NewBody quick = ball({0, 0, 0}), slow = ball({5, 0, 0});
  quick.v = {3, 4, 0};
  slow.v = {0, 0, 1};
  Free f({slow, quick});
  CHECK(f.step(0.1) == doctest::Approx(0.25));
  CHECK(f.step(0.1) == doctest::Approx(1.0));
  f.state.grains.motion[0].v.x = NAN;
  CHECK(std::isinf(f.step(0.1)));
}

TEST_CASE("prescribed grains are not moved by forces or gravity") {
  Free f({fixed_ball({1, 2, 3})}, {0, 0, -10});
  f.sums.rows[0].force = {1, 1, 1};
  for (int k = 0; k < 10; ++k) f.step(0.1);
  CHECK(position(f.state.grains.place[0]) == Vec3{1, 2, 3});
}

TEST_CASE("a planar scene keeps z, wx and wy at exactly zero whatever pushes") {
  NewBody disc = ball({0, 0, 0});
  disc.v = {0.3, 0.1, 0};
  disc.w = {0, 0, 2};
  NewBody clump = dumbbell({5, 0, 0});
  clump.inertia = {0.3, 0.3, 0.3};
  clump.w = {0, 0, 1};
  Free f({disc, clump}, {0.1, -9.81, 0});
  f.scene.planar = true;
  Random random{3, 0};
  for (int k = 0; k < 300; ++k) {
    const auto u = [&] { return random.uniform(-5, 5); };
    for (ForceSum& s : f.sums.rows) s.force = {u(), u(), u()}, s.torque = {u(), u(), u()};
    f.step(1e-3);
    const Grains& g = f.state.grains;
    for (Index r = 0; r < g.size(); ++r) {
      REQUIRE(g.place[r].z == 0);
      REQUIRE(g.motion[r].v.z == 0);
      REQUIRE(g.motion[r].w.x == 0);
      REQUIRE(g.motion[r].w.y == 0);
    }
  }
  CHECK(f.state.grains.motion[0].w.z != 2);
  CHECK(f.state.grains.motion[1].w.z != 1);
}

TEST_CASE("members ride on their clump, in other periodic images too") {
  NewBody b = dumbbell({0.9, 0.5, 0.5});
  b.w = {0, 0, 3};
  b.v = {1, 0, 0};
  Free f({b});
  f.scene.domain.hi = {2, 1, 1};
  f.scene.domain.cell = Cell({2, 1, 1});
  wrap(f.scene.domain, f.state.grains);
  f.remember();
  for (int k = 0; k < 100; ++k) f.step(1e-2);
  Grains& g = f.state.grains;
  CHECK(g.place[1].x - g.place[0].x == doctest::Approx(0.8 * std::cos(3)));
  wrap(f.scene.domain, g);
  place_members(f.scene, f.state);
  for (Index r = 0; r < 2; ++r) {
    CHECK(g.place[r].x >= 0);
    CHECK(g.place[r].x < 2);
    const Vec3 arm = f.scene.domain.cell.nearest(position(g.place[r]) - f.state.bodies.x[0]);
    CHECK(norm(arm) == doctest::Approx(0.4));
    CHECK(norm(g.motion[r].v - f.state.bodies.v[0] - cross(f.state.bodies.w[0], arm)) < 1e-12);
  }
}
