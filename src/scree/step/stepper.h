#pragma once
/// What every method offers, and what a step says about itself. Numerical trouble is data here,
/// never an exception.
#include <string>

#include "scree/state/scene.h"
#include "scree/state/state.h"

namespace scree {

enum class Trouble { kNone, kOverlap, kNotFinite, kLost, kTooFast };

struct StepReport {
  Trouble trouble = Trouble::kNone;
  std::string message;      // names the first offending contact and the remedy
  bool rows_moved = false;  // the neighbour list was built anew
};

/// What comes after a step: someone looks at the State, or the next step at once. In the second
/// case single bodies may already be moved on, while their rows are in the cache.
enum class Then { kLook, kGoOn };

class Stepper {
 public:
  virtual ~Stepper() = default;

  /// Lists, accelerations and contact memory of a State that was just made, for steps of dt; call
  /// once before the first step.
  virtual StepReport prepare(const Scene& scene, State& state, Real dt) = 0;

  /// Lists anew after bodies or walls came or went.
  virtual void relist(const Scene& scene, State& state) = 0;

  /// One step; with Then::kGoOn the next call must be the next step, with the same dt. Walls,
  /// prescribed grains and gravity must already be at time + dt.
  virtual StepReport step(const Scene& scene, State& state, Real dt, Then then = Then::kLook) = 0;

  /// Are single bodies already on their way to the next step?
  virtual bool ahead() const = 0;

  /// Brings them back to the present time: the next step will not come.
  virtual void take_back(State&, Real) {}

  /// Forgets all scratch; the next step makes it again from the State.
  virtual void drop_scratch() = 0;
};

}  // namespace scree
