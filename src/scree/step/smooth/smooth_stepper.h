#pragma once
/// Soft contacts, explicit in time (docs/theory/smooth.md).
#include "scree/detect/neighbours.h"
#include "scree/step/common/force_sums.h"
#include "scree/step/smooth/pair_forces.h"
#include "scree/step/stepper.h"

namespace scree {

class SmoothStepper {
 public:
  /// Lists and accelerations of a State that was just made; call once before the first step.
  StepReport prepare(const Scene& scene, State& state);

  /// Lists anew after bodies or walls came or went.
  void relist(const Scene& scene, State& state) { rebuild_lists(scene, state, lists_); }

  /// One step. Walls, prescribed grains and gravity must already be at time + dt.
  StepReport step(const Scene& scene, State& state, Real dt);

  /// Forgets all scratch; the next step makes it again from the State.
  void drop_scratch();

 private:
  StepReport evaluate(const Scene& scene, State& state, Real dt);

  NeighbourWork lists_;
  ForceSums sums_;
};

}  // namespace scree
