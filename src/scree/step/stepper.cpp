#include "scree/step/stepper.h"

#include <algorithm>

#include "scree/state/validate.h"

namespace scree {

StepReport Stepper::advance(const Scene& scene, State& state, std::int64_t n, Drive& drive) {
  StepReport all;
  for (std::int64_t k = 1; k <= n; ++k) {
    const DriveReport drove = drive.move(scene, state);
    times_.mark(Stage::kControls);
    if (drove.told == Told::kNowhere) {
      take_back(state);
      all.trouble = Trouble::kNotFinite, all.message = drove.message;
      return all;
    }
    // What moved too far is said after the step, which leaves a State that is whole.
    const bool last = k == n || drove.told == Told::kTooFar;
    StepReport report = step(scene, state, last ? Then::kLook : Then::kGoOn);
    report.iterations += all.iterations;
    report.deepest = std::max(report.deepest, all.deepest);
    report.fused += all.fused;
    all = std::move(report);
    if (all.trouble == Trouble::kNotFinite) return all;
    state.clock.tick();
    validate(state);
    if (drove.told == Told::kTooFar) all.trouble = Trouble::kTooFast, all.message = drove.message;
    if (all.trouble != Trouble::kNone || all.rows_moved) return all;
  }
  return all;
}

}  // namespace scree
