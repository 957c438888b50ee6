#pragma once
/// Velocities stand half a step behind the positions, at which bodies collide. They are brought
/// there by half a step of gravity, of loads and of what contacts did in the last step, and back
/// again (docs/theory/nonsmooth.md, 3): a body that flies falls on, one that rests stays, so that a
/// collision elsewhere does not ask its contacts to stop a fall.
#include "scree/step/nonsmooth/joint_rows.h"
#include "scree/step/nonsmooth/outer_loads.h"

namespace scree {

class HalfStep {
 public:
  /// Bodies at joints fall as if they were free: their joints, which are solved anew with every
  /// impact, hold them.
  void forward(const Scene& scene, const State& state, const std::vector<JointRow>& joints, Real dt,
               ContactProblem& problem);
  void back(const State& state, ContactProblem& problem) const;
  /// Impulses between the two were booked with the velocities brought forward: what they did with
  /// that is work of the loads, and of gravity, which the contacts kept up. `start`: before.
  void book(const std::vector<Motion8>& start, const ContactProblem& problem, State& state) const;

 private:
  Vec3 half_{0, 0, 0};      // of gravity [m/s]
  LoadKicks kicks_;         // of loads
  std::vector<Vec3> kept_;  // of contacts, by body [m/s]
};

}  // namespace scree
