#pragma once
/// What every method offers, and what its steps say about themselves. Numerical trouble is data
/// here, never an exception.
#include <string>

#include "scree/step/drive.h"
#include "scree/step/stage_times.h"

namespace scree {

enum class Trouble { kNone, kOverlap, kNotFinite, kLost, kTooFast, kNotConverged };

struct StepReport {
  Trouble trouble = Trouble::kNone;
  std::string message = {};  // names the first offending contact and the remedy
  bool rows_moved = false;   // the neighbour list was built anew
  // Of the last step; of several the deepest overlap, and all iterations.
  std::int64_t iterations = 0;  // of the solver, if the method has one
  Real residual = 0;            // that it left, in its own measure
  Real deepest = 0;             // overlap over the smaller radius where forces were taken
  std::int64_t fused = 0;       // steps whose bodies went on at once
};

class Stepper {
 public:
  Stepper() = default;
  virtual ~Stepper() = default;
  Stepper(const Stepper&) = delete;  // scratch points to the times
  Stepper& operator=(const Stepper&) = delete;

  /// Lists, accelerations and contact memory of a State that was just made, for steps of dt; call
  /// once before the first step.
  virtual StepReport prepare(const Scene& scene, State& state, Real dt) = 0;

  /// Lists anew after bodies or walls came or went.
  virtual void relist(const Scene& scene, State& state) = 0;

  /// Up to `n` steps of state.clock.dt, each after the drive has moved what is told to move. Fewer
  /// where somebody must look: after trouble, and after rows have moved. The clock tells how many.
  StepReport advance(const Scene& scene, State& state, std::int64_t n, Drive& drive);

  /// Forgets all scratch; the next step makes it again from the State.
  virtual void drop_scratch() = 0;

  /// Where time was spent; who calls advance() marks its own stages in between.
  StageTimes& times() { return times_; }
  const StageTimes& times() const { return times_; }

 protected:
  /// What comes after a step: somebody looks at the State, or the next step at once. In the second
  /// case single bodies may already be moved on, while their rows are in the cache.
  enum class Then { kLook, kGoOn };

  /// One step; the clock is not moved on. What is told to move is already at its end.
  virtual StepReport step(const Scene& scene, State& state, Then then) = 0;

  /// Brings bodies that were moved on back to the present: the next step will not come.
  virtual void take_back(State&) {}

  StageTimes times_;
};

}  // namespace scree
