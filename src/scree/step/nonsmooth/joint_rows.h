#pragma once
/// Joints of machines as rows of the step's problem (docs/theory/nonsmooth.md, 6).
#include "scree/state/scene.h"
#include "scree/state/state.h"
#include "scree/step/nonsmooth/contact_problem.h"
#include "scree/step/nonsmooth/nonsmooth_options.h"

namespace scree {

/// u + soft p = target within lower <= p <= upper, u = along . (v_b - v_a) + turn_a . w_a +
/// turn_b . w_b.
struct JointRow {
  Index a, b;  // bodies of the problem: the part, the other
  Vec3 along;
  Vec3 turn_a, turn_b;
  Real violation = 0;  // [m] or [rad]
  Real soft = 0, target = 0;
  Real lower = -INFINITY, upper = INFINITY;
  Real compliance = 0;
  bool turns = false;  // its impulse is a couple
  bool motor = false;
  bool takes = true;          // part of this stage
  Index joint = 0, slot = 0;  // whose it is, and where its impulse is kept
  Real p = 0;
};

inline Real speed_of(const JointRow& r, const Motion8& a, const Motion8& b) {
  return dot(r.along, b.v - a.v) + dot(r.turn_a, a.w) + dot(r.turn_b, b.w);
}

/// All rows of the machine's joints as they stand; `problem` holds the bodies of the parts, and
/// gets a partner for every end that no impulse moves.
void find_joint_rows(const Scene& scene, const State& state, Real dt, ContactProblem& problem,
                     std::vector<JointRow>& rows);

/// Angle, shift and error of all joints at this instant.
void measure_joints(const Scene& scene, State& state);

/// For a stage of impacts: what is rigid stays as it is, motors of limited force do nothing.
void impact_rows(std::vector<JointRow>& rows);
/// For the step (SPOOK), from the velocities after the impacts, with the impulses of the last step
/// if it starts warm.
void step_rows(const Scene& scene, const State& state, const NonsmoothOptions& options, Real dt,
               const ContactProblem& problem, std::vector<JointRow>& rows);

/// Keeps the impulses for the next step.
void keep_impulses(const std::vector<JointRow>& rows, State& state);

}  // namespace scree
