/// Keys of rolling and twisting resistance, from the text of a case to newton metres.
#include <cmath>

#include "physics/key_scene.h"

using namespace scree;

namespace {

constexpr Real kStiffness = 1e6, kRatio = 0.4;  // of the normal spring [N/m], k_t over it

/// What resists a spin, a line of [law], and the axis of the spin.
struct Spin {
  std::string law;
  Vec3 axis;
};
const Spin kRolling{"rolling = \"spring\"\n", {0, 1, 0}};
const Spin kTwisting{"twisting = \"spring\"\n", {0, 0, 1}};

/// A ball spinning on the spot, without friction: nothing but the couple of the contact acts on its
/// spin. On a plane R* = R; on a fixed ball of radius P it is R P/(R + P).
KeyScene spinning(const Spin& spin, Real rate, const std::string& keys, Real perch = 0) {
  KeyScene scene;
  scene.law = "normal = \"linear\"\ntangential = \"none\"\n" + spin.law;
  scene.pair = fmt::format("restitution = 0.5\nstiffness = {}\ntangential_stiffness_ratio = {}\n{}",
                           kStiffness, kRatio, keys);
  scene.gravity = {0, 0, -kGravity};
  scene.overlap = kWeight / kStiffness;
  scene.w = rate * spin.axis;
  scene.perch = perch;
  if (perch > 0) scene.floor = kHeavy;  // m* is the mass of the ball
  return scene;
}
Real effective_radius(Real perch) {
  return perch > 0 ? kRadius * perch / (kRadius + perch) : kRadius;
}

/// Couple that slows the spin down, once the spring has yielded [N m].
Real yield_couple(const Spin& spin, const std::string& keys, Real perch) {
  KeyScene scene = spinning(spin, 100, keys, perch);
  scene.dt = 2e-6;
  Simulation sim(scene.read());
  run_for(sim, 5e-3);
  const Real before = dot(ball_motion(sim).w, spin.axis), start = sim.state().clock.time();
  run_for(sim, 5e-3);
  return kInertia * (before - dot(ball_motion(sim).w, spin.axis)) /
         (sim.state().clock.time() - start);
}

/// The spin swings as I w' + c w + k angle = 0: `k` and `c` in N m/rad and N m s/rad.
void check_swing(const Spin& spin, const std::string& keys, Real perch, Real k, Real c) {
  CAPTURE(spin.law);
  CAPTURE(perch);
  const Real rate = 1e-4;  // the couple stays far below its limit
  KeyScene scene = spinning(spin, rate, keys, perch);
  const Real period = 2 * kPi * std::sqrt(kInertia / k);
  scene.dt = period / 2000;
  Simulation sim(scene.read());
  Real w[3] = {0, 0, rate};
  for (int n = 0; n < 8; ++n) {
    run_steps(sim, 300);
    w[0] = w[1], w[1] = w[2], w[2] = dot(ball_motion(sim).w, spin.axis);
    if (n >= 2) CHECK(std::fabs(swing_residual(kInertia, c, k, 300 * scene.dt, w)) < 1e-4 * rate);
  }
}

}  // namespace

SCREE_KEY_TEST("pair.rolling_friction", "a spinning ball is slowed by mu_r R* F_n, by either law") {
  const Real mu = 0.17;
  const Spin constant{"rolling = \"constant\"\n", {0, 1, 0}};
  for (const Spin& spin : {kRolling, constant})
    for (const Real perch : {0.0, 0.03}) {
      CAPTURE(spin.law);
      CAPTURE(perch);
      const Real couple = yield_couple(spin, fmt::format("rolling_friction = {}\n", mu), perch);
      CHECK(couple == within(1e-6, mu * effective_radius(perch) * kWeight));
    }
}

SCREE_KEY_TEST("pair.rolling_friction", "a ball rolls down a slope only if it exceeds mu_r") {
  // Without sliding 7/5 m a = m g (slope - mu_r); gravity is tilted instead of the floor.
  for (const std::string law : {"spring", "constant"}) {
    CAPTURE(law);
    const Real slope = 0.05;
    const auto roll = [&](Real mu) {
      KeyScene scene = spinning({fmt::format("rolling = \"{}\"\n", law), {0, 1, 0}}, 0,
                                fmt::format("friction = 0.5\nrolling_friction = {}\n", mu));
      scene.law = fmt::format("normal = \"linear\"\nrolling = \"{}\"\n", law) +
                  "tangential = \"cundall-strack\"\n";
      scene.gravity.x = slope * kGravity;
      scene.dt = 1e-5;
      return scene;
    };
    Simulation rolls(roll(0.03).read());
    run_for(rolls, 0.05);
    const Real before = ball_motion(rolls).v.x;
    run_for(rolls, 0.05);
    CHECK((ball_motion(rolls).v.x - before) / 0.05 ==
          within(1e-3, (slope - 0.03) * kGravity / 1.4));
    Simulation rests(roll(0.06).read());
    run_for(rests, 0.1);
    // A ball that rolls freely would have gone this far.
    const Real free = 0.5 * slope * kGravity / 1.4 * 0.1 * 0.1;
    CHECK(std::fabs(ball_place(rests).x) < 1e-3 * free);
  }
}

SCREE_KEY_TEST("pair.rolling_stiffness_ratio", "the rolling spring is this times k_t R*^2") {
  for (const Real perch : {0.0, 0.03}) {
    const Real r = effective_radius(perch);
    check_swing(kRolling,
                "rolling_friction = 100\nrolling_stiffness_ratio = 1.7\nrolling_damping = 0\n",
                perch, 1.7 * kRatio * kStiffness * r * r, 0);
  }
}

SCREE_KEY_TEST("pair.rolling_damping", "the dashpot is this part of 2 sqrt(0.4 m* R*^2 k_r)") {
  for (const Real perch : {0.0, 0.03}) {
    const Real r = effective_radius(perch), k = 0.6 * kRatio * kStiffness * r * r;
    check_swing(kRolling,
                "rolling_friction = 100\nrolling_stiffness_ratio = 0.6\nrolling_damping = 0.23\n",
                perch, k, 0.23 * 2 * std::sqrt(0.4 * kMass * r * r * k));
  }
}

SCREE_KEY_TEST("pair.twisting_friction", "a ball spinning like a top is slowed by mu_w R* F_n") {
  for (const Real perch : {0.0, 0.03}) {
    CAPTURE(perch);
    const Real couple = yield_couple(kTwisting, "twisting_friction = 0.13\n", perch);
    CHECK(couple == within(1e-6, 0.13 * effective_radius(perch) * kWeight));
  }
}

SCREE_KEY_TEST("pair.twisting_stiffness_ratio", "the twisting spring is this times k_t R*^2") {
  for (const Real perch : {0.0, 0.03}) {
    const Real r = effective_radius(perch);
    check_swing(kTwisting,
                "twisting_friction = 100\ntwisting_stiffness_ratio = 1.7\ntwisting_damping = 0\n",
                perch, 1.7 * kRatio * kStiffness * r * r, 0);
  }
}

SCREE_KEY_TEST("pair.twisting_damping", "the dashpot is this part of 2 sqrt(0.4 m* R*^2 k_w)") {
  for (const Real perch : {0.0, 0.03}) {
    const Real r = effective_radius(perch), k = 0.6 * kRatio * kStiffness * r * r;
    check_swing(
        kTwisting,
        "twisting_friction = 100\ntwisting_stiffness_ratio = 0.6\ntwisting_damping = 0.23\n", perch,
        k, 0.23 * 2 * std::sqrt(0.4 * kMass * r * r * k));
  }
}
