#include "scree/step/nonsmooth/joint_rows.h"

#include <algorithm>
#include <cmath>

namespace scree {
namespace {

/// One end of a joint at the beginning of the step.
struct End {
  Index body;   // of the problem
  Vec3 v, w;    // of the body [m/s], [rad/s]
  Vec3 centre;  // of the body [m]
  Vec3 x;       // of the joint [m]
  Quat frame;   // axes of the joint to the world
  Vec3 axis(int k) const {
    return rotate(frame, Vec3{k == 0 ? 1.0 : 0, k == 1 ? 1.0 : 0, k == 2 ? 1.0 : 0});
  }
  Vec3 arm() const { return x - centre; }
};

/// `ahead`: walls that move as they are told already stand where they will be after that time.
End end_at(const Scene& scene, const State& state, Real ahead, Index wall, Vec3 at, Quat frame) {
  WallState w;
  if (wall >= 0) w = state.walls[wall];
  const bool told = wall >= 0 && !scene.walls[wall].part;
  const Vec3 x = told ? w.x - ahead * w.v : w.x;
  const Quat q = told ? normalized(rotation(-ahead * w.w) * w.q) : w.q;
  return {-1, w.v, w.w, x, x + rotate(q, at), q * frame};
}

/// The body of the problem that stands for an end; a partner of its own if impulses do not move it.
Index body_for(const End& end, Index wall, ContactProblem& problem) {
  if (wall >= 0 && problem.body_of_wall[wall] >= 0) return problem.body_of_wall[wall];
  problem.bodies.push_back({end.v, end.w, 0, 0});
  return static_cast<Index>(problem.bodies.size()) - 1;
}

/// Shortest rotation from the joint's axes at the part to those at the other, as a vector.
Vec3 turn_between(Quat a, Quat b) {
  Quat d = b * conj(a);
  if (d.w < 0) d = {-d.w, -d.x, -d.y, -d.z};
  const Vec3 half{d.x, d.y, d.z};
  const Real sine = norm(half);
  return sine > 0 ? (2 * std::atan2(sine, d.w) / sine) * half : Vec3{0, 0, 0};
}

class RowMaker {
 public:
  RowMaker(const MachineJoint& joint, Index number, const End& a, const End& b,
           std::vector<JointRow>& rows)
      : joint_(joint), number_(number), a_(a), b_(b), d_(b.x - a.x), rows_(rows) {}

  /// Both ends at one place.
  void points() {
    for (int k = 0; k < 3; ++k) shift(a_.axis(k), dot(a_.axis(k), d_));
  }
  /// The other end on the axis.
  void line() {
    for (int k = 0; k < 2; ++k) shift(a_.axis(k), dot(a_.axis(k), d_));
  }
  void same_turn() {
    const Vec3 turn = turn_between(a_.frame, b_.frame);
    for (int k = 0; k < 3; ++k) turned(a_.axis(k), dot(turn, a_.axis(k)));
  }
  /// Both have the same third axis.
  void same_axis() {
    for (int k = 0; k < 2; ++k) {
      const Vec3 c = cross(b_.axis(2), a_.axis(k));
      turned(c, dot(a_.axis(k), b_.axis(2)));
    }
  }
  void distance(Real length) {
    const Real now = norm(d_);
    shift(now > 0 ? d_ / now : a_.axis(0), now - length);
  }
  /// The free coordinate of a hinge or slider.
  JointRow& free_row() {
    const Vec3 z = a_.axis(2);
    joint_.turns() ? turned(z, 0) : shift(z, 0);
    return rows_.back();
  }
  Real angle() const {
    const Vec3 x = b_.axis(0);
    return std::atan2(dot(x, a_.axis(1)), dot(x, a_.axis(0)));
  }
  Real shifted() const { return dot(a_.axis(2), d_); }
  /// How fast the free coordinate of the part against the other changes.
  Real rate() const {
    if (joint_.turns()) return dot(a_.axis(2), a_.w - b_.w);
    const Vec3 there = a_.v + cross(a_.w, b_.x - a_.centre);
    return dot(a_.axis(2), there - b_.v - cross(b_.w, b_.arm()));
  }

  /// What the joint holds.
  void held(Real length) {
    switch (joint_.kind) {
      case JointKind::kLock:
        points(), same_turn();
        break;
      case JointKind::kHinge:
        points(), same_axis();
        break;
      case JointKind::kSlider:
        line(), same_turn();
        break;
      case JointKind::kBall:
        points();
        break;
      default:
        distance(length);
    }
  }

 private:
  JointRow& add(bool turns, Real violation) {
    JointRow r;
    r.a = a_.body, r.b = b_.body;
    r.turns = turns;
    r.violation = violation;
    r.joint = number_, r.slot = slot_++;
    r.compliance = turns ? joint_.turn_compliance : joint_.compliance;
    rows_.push_back(r);
    return rows_.back();
  }
  /// Velocity of the other end along an axis that turns with the part.
  void shift(Vec3 axis, Real violation) {
    JointRow& r = add(false, violation);
    r.along = axis;
    r.turn_a = -cross(b_.x - a_.centre, axis);
    r.turn_b = cross(b_.arm(), axis);
  }
  void turned(Vec3 axis, Real violation) {
    JointRow& r = add(true, violation);
    r.along = {0, 0, 0};
    r.turn_a = -axis;
    r.turn_b = axis;
  }

  const MachineJoint& joint_;
  Index number_, slot_ = 0;
  End a_, b_;
  Vec3 d_;
  std::vector<JointRow>& rows_;
};

bool present(const State& state, const MachineJoint& joint) {
  return state.walls[joint.part].present && (joint.to < 0 || state.walls[joint.to].present);
}

/// The coordinate counts from the part to the other; users think of the part moving against the
/// other: the sign is theirs.
void add_free_rows(const MachineJoint& joint, const JointState& s, std::int64_t phase, Real dt,
                   RowMaker& make) {
  if (!joint.turns() && !joint.slides()) return;
  const auto limit = [&](Real bound, Real sign) {
    JointRow& r = make.free_row();  // sign (coordinate - bound) >= 0
    r.along = -sign * r.along, r.turn_a = -sign * r.turn_a, r.turn_b = -sign * r.turn_b;
    r.violation = sign * (s.coordinate - bound);
    r.lower = 0;
  };
  if (joint.lower) limit(*joint.lower, 1);
  if (joint.upper) limit(*joint.upper, -1);
  const bool on = joint.motor_speed && joint.motor_on[phase];
  if (!joint.motor_speed || (!on && joint.motor_off == MotorOff::kLoose)) return;
  JointRow& r = make.free_row();
  r.along = -r.along, r.turn_a = -r.turn_a, r.turn_b = -r.turn_b;
  r.motor = true;
  r.target = on ? *joint.motor_speed : 0;
  r.compliance = 0;
  if (joint.motor_force) r.lower = -*joint.motor_force * dt, r.upper = -r.lower;
}

}  // namespace

void find_joint_rows(const Scene& scene, const State& state, Real dt, ContactProblem& problem,
                     std::vector<JointRow>& rows) {
  rows.clear();
  for (std::size_t k = 0; k < scene.machine.size(); ++k) {
    const MachineJoint& joint = scene.machine[k];
    const JointState& s = state.machine[k];
    if (!present(state, joint)) continue;
    End a = end_at(scene, state, dt, joint.part, s.at, s.frame);
    End b = end_at(scene, state, dt, joint.to, s.to_at, s.to_frame);
    a.body = body_for(a, joint.part, problem);
    b.body = body_for(b, joint.to, problem);
    RowMaker make(joint, static_cast<Index>(k), a, b, rows);
    make.held(s.length);
    add_free_rows(joint, s, state.phase, dt, make);
  }
}

void measure_joints(const Scene& scene, State& state) {
  std::vector<JointRow> rows;
  for (std::size_t k = 0; k < scene.machine.size(); ++k) {
    const MachineJoint& joint = scene.machine[k];
    JointState& s = state.machine[k];
    if (!present(state, joint)) continue;
    rows.clear();
    const RowMaker make(joint, static_cast<Index>(k),
                        end_at(scene, state, 0, joint.part, s.at, s.frame),
                        end_at(scene, state, 0, joint.to, s.to_at, s.to_frame), rows);
    RowMaker(make).held(s.length);
    s.error = s.energy = 0;
    for (const JointRow& r : rows) {
      if (r.compliance > 0)
        s.energy += 0.5 * r.violation * r.violation / r.compliance;
      else
        s.error = std::max(s.error, std::fabs(r.violation));
    }
    if (joint.turns() || joint.slides()) s.rate = make.rate();
    if (joint.slides()) s.coordinate = -make.shifted();
    if (joint.turns())  // whole turns are kept
      s.coordinate += std::remainder(-make.angle() - s.coordinate, 2 * kPi);
  }
}

void impact_rows(std::vector<JointRow>& rows) {
  for (JointRow& r : rows) {
    const bool limited = r.motor && std::isfinite(r.upper);
    const bool away = !r.motor && r.lower == 0 && r.violation > 0;
    r.takes = !limited && !away && r.compliance == 0;
    if (!r.motor) r.target = 0;
    r.soft = r.p = 0;
  }
}

void step_rows(const Scene& scene, const State& state, const NonsmoothOptions& options, Real dt,
               const ContactProblem& problem, std::vector<JointRow>& rows) {
  for (JointRow& r : rows) {
    r.takes = true;
    r.p = options.warm_start ? std::clamp(state.machine[r.joint].impulse[r.slot], r.lower, r.upper)
                             : 0;
    r.soft = 0;
    if (r.motor) continue;
    if (r.lower == 0 && r.violation > 0) {  // a limit that is not reached yet
      r.target = -r.violation / dt;
      continue;
    }
    const Real tau =
        r.compliance > 0 ? scene.machine[r.joint].damping_time : options.stabilisation * dt;
    const Real share = 1 / (1 + 4 * tau / dt);
    const Real u = speed_of(r, problem.bodies[r.a], problem.bodies[r.b]);
    r.soft = 4 / (dt * dt) * r.compliance * share;
    r.target = share * (u - 4 / dt * r.violation);
  }
}

void keep_impulses(const std::vector<JointRow>& rows, State& state) {
  for (JointState& s : state.machine) std::fill(std::begin(s.impulse), std::end(s.impulse), 0.0);
  for (const JointRow& r : rows) state.machine[r.joint].impulse[r.slot] = r.p;
}

}  // namespace scree
