#include "scree/step/smooth/smooth_stepper.h"

#include <algorithm>

#include "scree/base/error.h"
#include "scree/step/common/integrate.h"
#include "scree/step/common/lead_memory.h"

namespace scree {

StepReport SmoothStepper::evaluate(const Scene& scene, State& state, Real dt, Then then) {
  ahead_ = then == Then::kGoOn;
  std::vector<Real> beyond(ahead_ ? row_chunks(state.grains.free) : 0, 0);
  const auto finish = [&](Index begin, Index end) {
    if (!ahead_) return correct_rows(scene, state, work_.sums, dt, begin, end);
    beyond[begin / row_chunk_size(state.grains.free)] =
        correct_and_predict_rows(scene, state, work_.sums, dt, begin, end);
  };
  contact_forces(scene, state, dt, work_, finish);  // 3-5, and row by row 6  a', v'
  beyond_ = 0;
  for (const Real m : beyond) beyond_ = std::max(beyond_, m);
  correct_rest(scene, state, work_.sums, dt);
  times_.mark(Stage::kCorrect);
  settle_bridges(scene, state, dt, work_);
  times_.mark(Stage::kBridges);
  if (work_.trouble.found) take_back(state);
  return contact_trouble(scene, state, dt, work_);
}

StepReport SmoothStepper::prepare(const Scene& scene, State& state, Real dt) {
  rebuild_lists(scene, state, work_.lists);
  if (loaded(state)) loads_now(state);
  StepReport report = evaluate(scene, state, 0, Then::kLook);
  lead_memory(scene, state, 0.5 * dt);
  report.rows_moved = true;
  return report;
}

void SmoothStepper::relist(const Scene& scene, State& state) {
  rebuild_lists(scene, state, work_.lists);
}

StepReport SmoothStepper::step(const Scene& scene, State& state, Then then) {
  const Real dt = state.clock.dt;
  // Films and bridges are booked at the positions of the force pass, loads with x, v of its ends.
  if (scene.law.wet() || loaded(state)) then = Then::kLook;
  if (loaded(state)) remember_motion(state, work_.loads);
  Real beyond = ahead_ ? beyond_ : predict_rows(state, dt);  // 1  x', v*
  beyond = predict_rest(scene, state, dt, beyond);
  times_.mark(Stage::kPredict);
  const ListUpdate lists = update_lists(scene, state, work_.lists, beyond);  // 2  who may touch
  if (lists == ListUpdate::kNotFinite) return not_finite(state);
  // Who moves far leaves its room: there is nothing to find while the lists are kept.
  const FastBody fast = lists == ListUpdate::kKept ? FastBody{} : find_fast_body(scene, state, dt);
  times_.mark(Stage::kLists);
  // Somebody looks at rows that have moved.
  if (fast.found || lists == ListUpdate::kRebuilt) then = Then::kLook;
  if (loaded(state)) meet_loads(state, dt, work_.loads), times_.mark(Stage::kLoads);
  StepReport report = evaluate(scene, state, dt, then);  // 3-6  F(x', v*), a', v'
  if (loaded(state)) book_loads(state, dt, work_.loads), times_.mark(Stage::kLoads);
  if (fast.found) set_too_fast(scene, state, dt, fast, report);
  report.fused = ahead_;
  report.rows_moved = lists == ListUpdate::kRebuilt;
  return report;
}

void SmoothStepper::take_back(State& state) {
  if (ahead_) unpredict_rows(state, state.clock.dt);
  ahead_ = false;
}

void SmoothStepper::drop_scratch() {
  SCREE_EXPECT(!ahead_);
  work_ = ContactWork(times_);
}

}  // namespace scree
