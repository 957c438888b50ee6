#include "scree/step/stepper.h"

#include "scree/state/validate.h"

namespace scree {

StepReport Stepper::advance(const Scene& scene, State& state, std::int64_t n, Drive& drive) {
  StepReport report;
  for (std::int64_t k = 1; k <= n; ++k) {
    const DriveReport drove = drive.move(scene, state);
    if (drove.told == Told::kNowhere) {
      take_back(state);
      return {Trouble::kNotFinite, drove.message};
    }
    // What moved too far is said after the step, which leaves a State that is whole.
    const bool last = k == n || drove.told == Told::kTooFar;
    report = step(scene, state, last ? Then::kLook : Then::kGoOn);
    if (report.trouble == Trouble::kNotFinite) return report;
    state.clock.tick();
    validate(state);
    if (drove.told == Told::kTooFar) return {Trouble::kTooFast, drove.message, report.rows_moved};
    if (report.trouble != Trouble::kNone || report.rows_moved) return report;
  }
  return report;
}

}  // namespace scree
