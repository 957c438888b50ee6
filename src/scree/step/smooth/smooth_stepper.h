#pragma once
/// Soft contacts, explicit in time (docs/theory/smooth.md).
#include "scree/detect/neighbours.h"
#include "scree/step/common/force_sums.h"
#include "scree/step/smooth/pair_forces.h"
#include "scree/step/stepper.h"

namespace scree {

/// What comes after a step: someone looks at the State, or the next step at once. In the second
/// case single bodies are already moved on, while their rows are in the cache.
enum class Then { kLook, kGoOn };

class SmoothStepper {
 public:
  /// Lists and accelerations of a State that was just made; call once before the first step.
  StepReport prepare(const Scene& scene, State& state);

  /// Lists anew after bodies or walls came or went.
  void relist(const Scene& scene, State& state) { rebuild_lists(scene, state, lists_); }

  /// One step; with Then::kGoOn the next call must be the next step, with the same dt. Walls,
  /// prescribed grains and gravity must already be at time + dt.
  StepReport step(const Scene& scene, State& state, Real dt, Then then = Then::kLook);

  /// Are single bodies already on their way to the next step?
  bool ahead() const { return ahead_; }

  /// Forgets all scratch; the next step makes it again from the State.
  void drop_scratch();

 private:
  StepReport evaluate(const Scene& scene, State& state, Real dt, Then then);

  NeighbourWork lists_;
  ForceSums sums_;
  bool ahead_ = false;  // single bodies stand at x', v* of the coming step
  Real beyond_ = 0;     // what predict_rows() would say of them
};

}  // namespace scree
