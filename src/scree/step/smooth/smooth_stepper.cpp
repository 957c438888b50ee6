#include "scree/step/smooth/smooth_stepper.h"

#include <fmt/format.h>

#include <cmath>

#include "scree/base/error.h"
#include "scree/detect/wall_search.h"
#include "scree/step/common/integrate.h"
#include "scree/step/smooth/bridges.h"
#include "scree/step/smooth/law_lanes.h"

namespace scree {
namespace {

std::string describe(const Scene& scene, const State& state, const ContactTrouble& t, Real dt) {
  const Grains& g = state.grains;
  const std::string other = t.j >= 0 ? fmt::format("body {}", g.id[t.j])
                                     : fmt::format("wall \"{}\"", scene.walls[t.wall].name);
  return fmt::format(
      "overlap of body {} with {} is {:.3g} m, {:.3g} of the radius (limit {:.3g}), closing at "
      "{:.3g} "
      "m/s, at time {:.6g} s, position ({:.4g}, {:.4g}, {:.4g}). Use stiffer grains, a smaller "
      "time step (now {:.3g} s), or raise run.overlap_limit.",
      g.id[t.i], other, t.overlap, t.overlap / t.radius, scene.overlap_limit, t.speed, state.time,
      g.place[t.i].x, g.place[t.i].y, g.place[t.i].z, dt);
}

std::string first_not_finite(const State& state) {
  const Grains& g = state.grains;
  for (Index r = 0; r < g.size(); ++r) {
    const Place& p = g.place[r];
    if (!std::isfinite(p.x + p.y + p.z))
      return fmt::format(
          "position of body {} is not finite at time {:.6g} s: use a smaller time step.", g.id[r],
          state.time);
  }
  return "a position is not finite";
}

void book(Ledger& ledger, const ForcePass& pass) {
  add(ledger.contacts, pass.loss);
  ledger.prescribed += pass.prescribed_work;
}

}  // namespace

StepReport SmoothStepper::evaluate(const Scene& scene, State& state, Real dt, Then then) {
  StepReport report;
  ahead_ = then == Then::kGoOn;
  std::vector<Real> beyond(ahead_ ? row_chunks(state.grains.free) : 0, 0);
  const auto finish = [&](Index begin, Index end) {
    if (!ahead_) return correct_rows(scene, state, sums_, dt, begin, end);
    beyond[begin / row_chunk_size(state.grains.free)] =
        correct_and_predict_rows(scene, state, sums_, dt, begin, end);
  };
  WallTable gone;
  find_wall_contacts(scene, state, lists_, gone);  // 3  wall contacts
  state.ledger.contacts.released += energy_left(scene, state, gone);
  sums_.rows.resize(state.grains.size() + lists_.ghost_row.size());  // grains, then ghosts
  const ForcePass walls = wall_forces(scene, state, dt, sums_);      // 4  grain-wall
  const ForcePass pairs = pair_forces(                               // 5  grain-grain, and
      scene, state, lists_, dt, sums_, finish);                      // 6  a', v' row by row
  beyond_ = 0;
  for (const Real m : beyond) beyond_ = std::max(beyond_, m);
  correct_rest(scene, state, sums_, dt);
  if (scene.law.wet()) {
    apply_gone(scene, state, gone);
    apply_torn(scene, state, lists_.torn, dt);
    lists_.torn.clear();
    apply_pair_bridges(scene, state, pairs.bridges, dt);
    apply_wall_bridges(scene, state, walls.bridges, dt);
  }
  book(state.ledger, pairs);
  book(state.ledger, walls);
  const ContactTrouble& t = pairs.trouble.found ? pairs.trouble : walls.trouble;
  if (t.found && ahead_) unpredict_rows(state, dt), ahead_ = false;
  if (t.found) report = {Trouble::kOverlap, describe(scene, state, t, dt), false};
  return report;
}

StepReport SmoothStepper::prepare(const Scene& scene, State& state) {
  rebuild_lists(scene, state, lists_);
  StepReport report = evaluate(scene, state, 0, Then::kLook);
  report.rows_moved = true;
  return report;
}

StepReport SmoothStepper::step(const Scene& scene, State& state, Real dt, Then then) {
  // Films and bridges are booked at the positions of the force pass.
  if (scene.law.wet()) then = Then::kLook;
  Real beyond = ahead_ ? beyond_ : predict_rows(state, dt);  // 1  x', v*
  beyond = predict_rest(scene, state, dt, beyond);
  const ListUpdate lists = update_lists(scene, state, lists_, beyond);  // 2  who may touch
  if (lists == ListUpdate::kNotFinite) return {Trouble::kNotFinite, first_not_finite(state), false};
  StepReport report = evaluate(scene, state, dt, then);  // 3-6  F(x', v*), a', v'
  state.time += dt;
  state.dt = dt;
  ++state.step;
  report.rows_moved = lists == ListUpdate::kRebuilt;
  return report;
}

void SmoothStepper::drop_scratch() {
  SCREE_EXPECT(!ahead_);
  lists_ = {};
  sums_ = {};
}

}  // namespace scree
