/// Keys of what holds two bodies together, from the text of a case to newtons.
#include <cmath>

#include "physics/key_scene.h"

using namespace scree;

namespace {

KeyScene sticky(Real gamma) {
  KeyScene scene{.law = "normal = \"jkr\"\ntangential = \"mindlin\"\n"};
  scene.pair = fmt::format("restitution = 1\nfriction = 0.23\nsurface_energy = {}\n", gamma);
  scene.ball = scene.floor = kHeavy;
  scene.body = "turns = false\n";
  scene.overlap = 1e-12;
  return scene;
}

/// Water that pulls at the floor with 4 pi R sigma cos(theta).
KeyScene wet(const std::string& pair) {
  KeyScene scene{.pair = "restitution = 1\nstiffness = 1\n" + pair};
  scene.rest = "[liquid]\nsurface_tension = 0.07\ncontact_angle = 0.3\nvolume = 2e-9\n";
  scene.ball = kHeavy;
  scene.overlap = 1e-12;
  return scene;
}

/// A ball pressed to the floor for a while, which then moves down at 2 m/s. A cohesive contact
/// draws the ball after it with the force F until the gap has grown to the range.
constexpr Real kDown = 2;  // [m/s]
KeyScene cohesive(Real force, Real range) {
  KeyScene scene{.method = "nonsmooth", .gravity = {0, 0, -kGravity}, .dt = 1e-6};
  scene.pair = fmt::format("restitution = 0\npull_off = {}\npull_off_range = {}\n", force, range);
  scene.phases =
      "[[phase]]\nname = \"pressed\"\nduration = 1e-4\n"
      "[[phase]]\nname = \"pulled\"\nduration = 1\ngravity = {vector = [0, 0, 0]}\n";
  scene.motion = fmt::format(
      "motion = [{{kind = \"translate\", velocity = [0, 0, {}], phases = [\"pulled\"]}}]\n",
      -kDown);
  return scene;
}

/// Speed at which the ball follows, some time after the floor began to move [m/s].
Real speed_after(const KeyScene& scene, Real time) {
  Simulation sim(scene.read());
  while (sim.state().phase == 0) run_steps(sim, 1);
  run_for(sim, time);
  return -ball_motion(sim).v.z;
}

/// The pull on the floor just after touch [N].
Real pull_at_touch(const KeyScene& scene) {
  Simulation sim(scene.read());
  run_steps(sim, 1);
  return floor_force(sim).z;
}

}  // namespace

SCREE_KEY_TEST("pair.surface_energy",
               "JKR pulls with 8/3 pi gamma R at touch, at most 3 pi gamma R") {
  const Real gamma = 0.13;
  CHECK(pull_at_touch(sticky(gamma)) == within(1e-4, 8.0 / 3 * kPi * gamma * kRadius));
  // Lifted slowly until it parts.
  KeyScene lifted = sticky(gamma);
  lifted.v = {0, 0, 1e-3};
  Simulation up(lifted.read());
  Real most = 0;
  for (int k = 0; k < 40000; ++k) {
    run_steps(up, 1);
    most = std::fmax(most, floor_force(up).z);
  }
  CHECK(most == within(1e-4, 3 * kPi * gamma * kRadius));
  CHECK(floor_force(up).z == 0);
}

SCREE_KEY_TEST("pair.surface_energy", "adhesion loads friction: mu (F_n + 6 pi gamma R) at touch") {
  const Real gamma = 0.13;
  KeyScene dragged = sticky(gamma);
  dragged.v = {0.1, 0, 0};
  Simulation sim(dragged.read());
  run_for(sim, 1e-3);
  CHECK(floor_force(sim).x == within(1e-4, 0.23 * (6 - 8.0 / 3) * kPi * gamma * kRadius));
}

SCREE_KEY_TEST("pair.bridges", "a bridge pulls a ball to the floor with 4 pi R sigma cos(theta)") {
  const Real pull = 4 * kPi * kRadius * 0.07 * std::cos(0.3);
  CHECK(pull_at_touch(wet("")) == within(1e-9, pull));
  CHECK(pull_at_touch(wet("bridges = true\n")) == within(1e-9, pull));
  CHECK(std::fabs(pull_at_touch(wet("bridges = false\n"))) < 1e-9 * pull);
  // Between two balls 2 pi R sigma cos(theta), R the harmonic mean of the radii.
  KeyScene two = wet("");
  two.perch = 0.03;
  two.ball = "density = 2500\n";
  Simulation sim(two.read());
  run_steps(sim, 1);
  const Real mean = 2 / (1 / kRadius + 1 / 0.03);
  CHECK(-kMass * sim.state().grains.accel[row_of(sim.state(), 0)].a.z ==
        within(1e-6, 2 * kPi * mean * 0.07 * std::cos(0.3)));
}

SCREE_KEY_TEST("pair.contact_angle", "that of the pair goes before that of the liquid") {
  const Real angle = 0.81;
  KeyScene scene = wet(fmt::format("contact_angle = {}\n", angle));
  CHECK(pull_at_touch(scene) == within(1e-9, 4 * kPi * kRadius * 0.07 * std::cos(angle)));
  // It ruptures at (1 + theta/2) (V^(1/3) + V^(2/3)/(10 R)), R = 2 R at a plane (Willett et al.
  // 2000).
  scene.v = {0, 0, 0.1};
  Simulation sim(scene.read());
  Real gap = 0;
  while (floor_force(sim).z > 0 || sim.state().clock.step < 2) {
    run_steps(sim, 1);
    gap = ball_place(sim).z - kRadius;
    REQUIRE(gap < 5e-3);
  }
  const Real w = std::cbrt(2e-9);
  CHECK(gap == within(2e-4, (1 + angle / 2) * (w + 0.1 * w * w / (2 * kRadius))));
}

SCREE_KEY_TEST("pair.pull_off", "a rigid contact that is drawn apart holds back with this force") {
  const Real force = 3.1, time = 4e-4;  // within the range all the time
  const Real pulled = speed_after(cohesive(force, 1e-3), time) * kMass / time;
  CHECK(pulled == within(5e-3, force));
  CHECK(std::fabs(speed_after(cohesive(0, 1e-3), time)) < 1e-15);
}

SCREE_KEY_TEST("pair.pull_off_range", "beyond this gap it lets go: F times the range is spent") {
  // Seen from the floor the ball leaves with u and is slowed down: u'^2 = u^2 - 2 F range/m.
  const Real force = 3.1, range = 2.7e-3;
  const Real left = kDown - speed_after(cohesive(force, range), 5e-3);
  const Real spent = 0.5 * kMass * (kDown * kDown - left * left);
  CHECK(spent == within(5e-3, force * range));
}
