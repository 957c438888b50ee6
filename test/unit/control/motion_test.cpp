#include "scree/control/motion.h"

#include <doctest/doctest.h>

using namespace scree;

namespace {

Motion motion(MotionKind kind) {
  Motion m;
  m.kind = kind;
  m.velocity = {0.3, -0.2, 0.5};
  m.axis = {1, 2, -1};
  m.center = {0.4, 0.1, -0.3};
  m.rate = 2.5;
  m.direction = {0, 0.6, 0.8};
  m.amplitude = 0.3;
  m.frequency = 1.7;
  m.phase = 0.6;
  m.rows = {{0, {0, 0, 0}, 0}, {1, {0.5, 0, 0.2}, 1.2}, {2, {0, 1, 0}, 0.4}};
  return m;
}

Pose pose(const std::vector<Motion>& motions, Real clock, bool on = true) {
  std::vector<MotionMemory> memory(motions.size());
  for (MotionMemory& m : memory) m.clock = clock;
  return pose_of(motions, memory, std::vector<char>(motions.size(), on));
}

/// Where a point of the wall is.
Vec3 carried(const Pose& p, Vec3 local) { return p.x + rotate(p.q, local); }
Vec3 velocity(const Pose& p, Vec3 local) { return p.v + cross(p.w, rotate(p.q, local)); }

void check_consistent(const std::vector<Motion>& motions, Real clock) {
  constexpr Real h = 1e-5;
  const Pose before = pose(motions, clock - h), now = pose(motions, clock),
             after = pose(motions, clock + h);
  for (const Vec3 local : {Vec3{0, 0, 0}, Vec3{1, 0, 0}, Vec3{-0.3, 0.7, 0.2}}) {
    const Vec3 slope = (carried(after, local) - carried(before, local)) / (2 * h);
    CHECK(norm(slope - velocity(now, local)) < 1e-7 * (1 + norm(slope)));
  }
}

}  // namespace

TEST_CASE("the velocity of a wall is the rate of its pose, for every motion and their sums") {
  using enum MotionKind;
  for (const MotionKind kind : {kTranslate, kRotate, kOscillate, kSwing, kTable})
    for (const Real clock : {0.1, 0.77, 1.3}) check_consistent({motion(kind)}, clock);
  Motion other = motion(kRotate);
  other.axis = {0, 0, 1};
  other.center = {1, 1, 1};
  check_consistent({motion(kTranslate), other}, 0.4);
  check_consistent({other, motion(kSwing), motion(kOscillate)}, 0.9);
}

TEST_CASE("every motion starts without a jump, whatever its phase angle") {
  using enum MotionKind;
  for (const MotionKind kind : {kTranslate, kRotate, kOscillate, kSwing, kTable, kServo}) {
    const Pose p = pose({motion(kind)}, 0);
    CHECK(norm(p.x) < 1e-15);
    CHECK(std::fabs(p.q.w - 1) < 1e-15);
  }
}

TEST_CASE("a motion that is off keeps its displacement and has no velocity") {
  using enum MotionKind;
  for (const MotionKind kind : {kTranslate, kRotate, kOscillate, kSwing, kTable}) {
    const Pose on = pose({motion(kind)}, 0.4), off = pose({motion(kind)}, 0.4, false);
    CHECK(off.x == on.x);
    CHECK(off.q.w == on.q.w);
    CHECK(off.v == Vec3{0, 0, 0});
    CHECK(off.w == Vec3{0, 0, 0});
  }
}

TEST_CASE("a rotation leaves its axis where it is; an axis moves along with its wall") {
  Motion turn = motion(MotionKind::kRotate), shift = motion(MotionKind::kTranslate);
  CHECK(norm(carried(pose({turn}, 0.8), turn.center) - turn.center) < 1e-15);
  CHECK(norm(carried(pose({turn, shift}, 0.8), turn.center) - turn.center - 0.8 * shift.velocity) <
        1e-15);
}

TEST_CASE("a table is linear between its rows and constant outside") {
  const std::vector<Motion> m{motion(MotionKind::kTable)};
  CHECK(pose(m, 1.5).x.y != 0);
  CHECK(norm(pose(m, 0.5).v - Vec3{0.5, 0, 0.2} -
             cross(pose(m, 0.5).w, pose(m, 0.5).x - Vec3{0.25, 0, 0.1} - m[0].center)) < 1e-12);
  CHECK(norm(pose(m, 7).v) == 0);
  CHECK(norm(pose(m, 7).x - pose(m, 2).x) == 0);
}

TEST_CASE("a belt moves the surface and not the wall") {
  const Pose p = pose({motion(MotionKind::kBelt)}, 3);
  CHECK(p.x == Vec3{0, 0, 0});
  CHECK(p.v == Vec3{0, 0, 0});
  CHECK(p.belt_v == Vec3{0.3, -0.2, 0.5});
  CHECK(norm(p.belt_w) == doctest::Approx(2.5));
}

TEST_CASE("a servo moves towards its force, not faster than allowed, and rests when it is there") {
  Motion m = motion(MotionKind::kServo);
  m.force = 10;
  m.gain = 0.01;
  m.max_speed = 0.05;
  std::vector<MotionMemory> memory(1);
  advance_motions({m}, {1}, {0, 0, 0}, 0.1, memory);
  CHECK(memory[0].speed == 0.05);  // 0.1 wanted
  CHECK(memory[0].servo == doctest::Approx(0.005));
  advance_motions({m}, {1}, -8.0 * m.direction, 0.1, memory);
  CHECK(memory[0].speed == doctest::Approx(0.02));
  advance_motions({m}, {1}, -10.0 * m.direction, 0.1, memory);
  CHECK(std::fabs(memory[0].speed) < 1e-15);
  advance_motions({m}, {1}, -30.0 * m.direction, 0.1, memory);
  CHECK(memory[0].speed == -0.05);
  m.force.reset();
  m.pressure = 5;
  m.area = 2;
  advance_motions({m}, {1}, -10.0 * m.direction, 0.1, memory);
  CHECK(std::fabs(memory[0].speed) < 1e-15);
}

TEST_CASE("a smoothed servo sees the force grow with its time constant") {
  Motion m = motion(MotionKind::kServo);
  m.force = 0;
  m.gain = 1e-3;
  m.max_speed = 1;
  m.smoothing = 0.2;
  std::vector<MotionMemory> memory(1);
  for (int k = 0; k < 200; ++k) advance_motions({m}, {1}, -4.0 * m.direction, 1e-3, memory);
  CHECK(memory[0].measured == doctest::Approx(4 * (1 - std::exp(-1))).epsilon(1e-9));
}

TEST_CASE("gravity: constant, from a table, rotating, oscillating") {
  GravityOptions g;
  g.vector = {0, 0, -10};
  CHECK_FALSE(gravity_changes(g));
  CHECK(gravity_at(g, 5) == Vec3{0, 0, -10});
  g.axis = {0, 2, 0};
  g.rate = kPi / 2;
  CHECK(gravity_changes(g));
  CHECK(norm(gravity_at(g, 1) - Vec3{-10, 0, 0}) < 1e-14);
  CHECK(norm(gravity_at(g, 2) - Vec3{0, 0, 10}) < 1e-14);
  g = {};
  g.rows = {{1, {0, 0, -10}}, {3, {4, 0, -8}}};
  CHECK(gravity_changes(g));
  CHECK(gravity_at(g, 0) == Vec3{0, 0, -10});
  CHECK(gravity_at(g, 2) == Vec3{2, 0, -9});
  CHECK(gravity_at(g, 9) == Vec3{4, 0, -8});
  g = {};
  g.oscillation = {{{1, 0, 0}, 0.25, 0}, {{0, 2, 0}, 1, kPi / 2}};
  CHECK(norm(gravity_at(g, 1) - Vec3{1, 2, 0}) < 1e-14);
}
