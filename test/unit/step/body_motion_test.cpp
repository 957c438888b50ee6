#include "scree/step/common/body_motion.h"

#include <doctest/doctest.h>

#include "unit/state/small_state.h"

using namespace scree;

namespace {

/// A clump that flies and turns freely, or under a torque the test gives.
struct Top {
  Scene scene;
  State state;

  Top(Vec3 inertia, Vec3 spin, Vec3 turned = {0, 0, 0}) {
    NewBody b = dumbbell({0, 0, 0});
    b.inertia = inertia;
    b.q = rotation(turned);
    b.w = spin;
    add_bodies(state, {b});
  }
  void run(Real time, Real dt) {
    for (long k = std::lround(time / dt); k > 0; --k) {
      predict_bodies(state, dt);
      correct_bodies(scene, state, dt);
    }
  }
  Vec3 momentum() const { return state.bodies.momentum[0]; }
  Vec3 spin() const { return state.bodies.w[0]; }
  Vec3 axis(Vec3 body) const { return rotate(state.bodies.q[0], body); }
  Real energy() const { return 0.5 * dot(momentum(), spin()); }
};

}  // namespace

TEST_CASE("without torque angular momentum stays to the last bit") {
  Top top({1, 2, 3}, {0.3, 4, 0.2}, {0.5, -0.3, 1});
  const Vec3 before = top.momentum();
  CHECK(norm(before) > 1);
  top.run(10, 1e-3);
  CHECK(top.momentum() == before);
  const Quat q = top.state.bodies.q[0];
  CHECK(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z == doctest::Approx(1).epsilon(1e-14));
}

TEST_CASE("without torque energy does not drift, and its error falls with the square of the step") {
  const auto worst = [](Real dt) {
    Top top({1, 2, 3}, {0.3, 4, 0.2});  // about the middle axis: it tumbles
    const Real before = top.energy();
    Real off = 0;
    for (int k = 0; k < 20; ++k) {
      top.run(1, dt);
      off = std::max(off, std::fabs(top.energy() / before - 1));
    }
    return off;
  };
  const Real coarse = worst(4e-3), fine = worst(1e-3);
  CHECK(coarse < 1e-4);
  CHECK(fine < coarse / 12);
}

TEST_CASE("a symmetric top precesses about its angular momentum at L/I1") {
  const Real i1 = 2, i3 = 3;
  Top top({i1, i1, i3}, {0.5, 0, 2});
  const Vec3 l = top.momentum(), a0 = top.axis({0, 0, 1}), n = normalized(l);
  const Real rate = norm(l) / i1, time = 7;
  top.run(time, 1e-4);
  const Vec3 expected = rotate(rotation(rate * time * n), a0);
  CHECK(norm(top.axis({0, 0, 1}) - expected) < 1e-6);
}

TEST_CASE("a constant torque about a principal axis: L = T t, angle = T t^2/(2 I)") {
  Top top({1, 2, 4}, {0, 0, 0});
  // The two spheres are pushed opposite ways: a couple about z.
  Grains& g = top.state.grains;
  const Real dt = 1e-3, torque = 0.8;
  top.state.bodies.torque[0] = {0, 0, torque};
  for (int k = 0; k < 1000; ++k) {
    predict_bodies(top.state, dt);
    for (Index r = 0; r < 2; ++r) g.felt[r].torque = {0, 0, torque / 2};
    correct_bodies(top.scene, top.state, dt);
  }
  CHECK(top.momentum().z == doctest::Approx(torque).epsilon(1e-9));
  CHECK(top.spin().z == doctest::Approx(torque / 4).epsilon(1e-9));
  const Vec3 x = top.axis({1, 0, 0});
  CHECK(std::atan2(x.y, x.x) == doctest::Approx(torque / 8).epsilon(1e-6));
}

TEST_CASE("forces on members move the centre and turn by their lever") {
  Top top({1, 2, 4}, {0, 0, 0});
  Grains& g = top.state.grains;
  g.felt[0].force = {0, 3, 0};
  g.felt[1].force = {0, 5, 0};
  correct_bodies(top.scene, top.state, 0);
  CHECK(top.state.bodies.a[0].y == doctest::Approx(4));         // 8 N on 2 kg
  CHECK(top.state.bodies.torque[0].z == doctest::Approx(0.8));  // 0.4 (5 - 3)
}
