/// Keys of friction, from the text of a case to newtons.
#include <cmath>

#include "physics/key_scene.h"

using namespace scree;

namespace {

constexpr Real kStiffness = 1e5;  // of the normal spring [N/m]

/// A ball that cannot turn, at rest on the floor: the spring carries its weight.
KeyScene resting(const std::string& pair) {
  KeyScene scene{.pair = fmt::format("stiffness = {}\n{}", kStiffness, pair)};
  scene.gravity = {0, 0, -kGravity};
  scene.overlap = kWeight / kStiffness;
  scene.body = "turns = false\n";
  return scene;
}

/// Acceleration along x between two times [m/s^2].
Real acceleration(Simulation& sim, Real from, Real to) {
  run_for(sim, from);
  const Real before = ball_motion(sim).v.x, start = sim.state().clock.time();
  run_for(sim, to - from);
  return (ball_motion(sim).v.x - before) / (sim.state().clock.time() - start);
}

}  // namespace

SCREE_KEY_TEST("pair.friction", "a sliding ball loses mu g, whatever the method") {
  const Real mu = 0.37;
  for (const std::string method : {"smooth", "dae", "nonsmooth"}) {
    CAPTURE(method);
    KeyScene scene = resting(fmt::format("restitution = 0.5\nfriction = {}\n", mu));
    scene.method = method;
    scene.dt = 1e-5;
    scene.v = {1, 0, 0};
    Simulation sim(scene.read());
    CHECK(acceleration(sim, 0.01, 0.02) == within(1e-6, -mu * kGravity));
  }
}

SCREE_KEY_TEST("pair.static_friction", "holds up to its own bound; what slides feels friction") {
  const auto pushed = [](Real slope) {
    KeyScene scene = resting("restitution = 0.5\nfriction = 0.3\nstatic_friction = 0.53\n");
    scene.method = "dae";
    scene.dt = 1e-5;
    scene.gravity.x = slope * kGravity;
    return scene;
  };
  Simulation holds(pushed(0.529).read());
  run_for(holds, 0.02);
  CHECK(std::fabs(ball_motion(holds).v.x) < 1e-12);
  Simulation slides(pushed(0.531).read());
  CHECK(acceleration(slides, 0.01, 0.02) == within(1e-6, (0.531 - 0.3) * kGravity));
}

SCREE_KEY_TEST("pair.tangential_stiffness_ratio",
               "a contact holds a shift with ratio k_n times it") {
  for (const Real ratio : {0.83, 0.0}) {
    CAPTURE(ratio);
    KeyScene scene{.pair = "restitution = 1\nfriction = 1e3\nstiffness = 4e4\n"};
    if (ratio > 0) scene.pair += fmt::format("tangential_stiffness_ratio = {}\n", ratio);
    scene.ball = kHeavy;
    scene.body = "turns = false\n";
    scene.overlap = 1e-5;
    scene.v = {1e-3, 0, 0};
    const Real given = ratio > 0 ? ratio : 2.0 / 7;  // the manual's default
    Simulation sim(scene.read());
    run_steps(sim, 10);
    const Real before = floor_force(sim).x;
    run_steps(sim, 100);  // 0.1 um
    CHECK(floor_force(sim).x - before == within(1e-9, given * 4e4 * 1e-7));
  }
}

SCREE_KEY_TEST("law.tangential_damping", "m x'' + c_t x' + k_t x = 0 with c_t this times c_n") {
  // With tension c_n = 2 z sqrt(m k), z = -ln e/sqrt(pi^2 + ln^2 e).
  const Real e = 0.6, share = 0.35, ratio = 0.9, l = std::log(e);
  const Real c = share * -2 * l / std::sqrt(kPi * kPi + l * l) * std::sqrt(kMass * kStiffness);
  KeyScene scene = resting("restitution = 0.6\nfriction = 10\ntangential_stiffness_ratio = 0.9\n");
  scene.law += fmt::format("tension = true\ntangential_damping = {}\n", share);
  scene.v = {1e-4, 0, 0};  // 3 mN, far below friction
  Simulation sim(scene.read());
  Real v[3] = {0, 0, 1e-4};
  for (int n = 0; n < 8; ++n) {
    run_steps(sim, 300);
    v[0] = v[1], v[1] = v[2], v[2] = ball_motion(sim).v.x;
    if (n >= 2)
      CHECK(std::fabs(swing_residual(kMass, c, ratio * kStiffness, 3e-4, v)) < 1e-4 * 1e-4);
  }
}
