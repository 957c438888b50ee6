#include "scree/step/dae/dae_stepper.h"

#include <cmath>

#include "scree/step/common/integrate.h"
#include "scree/step/common/lead_memory.h"
#include "scree/step/dae/few_body_step.h"
#include "scree/step/dae/rounding.h"

namespace scree {
namespace {

/// More iterations than this in a step: the factorization has grown too old for the pile. Making a
/// new one costs as much as some tens of iterations, so not too often. (A fresh one needs one or
/// two; a heap of 2,000 discs that had settled after its last build took ten, for ever.)
constexpr std::int64_t kManyIterations = 4, kStepsPerFactor = 20;

/// Kinetic energy and energy in gravity.
struct Energies {
  Real kinetic = 0, potential = 0;
};
Energies energies(const State& state) {
  Energies e;
  const Grains& g = state.grains;
  for (Index r = 0; r < g.free; ++r) {
    const Motion8& m = g.motion[r];
    e.kinetic += 0.5 * norm2(m.v) / m.inv_mass;
    if (m.inv_inertia > 0) e.kinetic += 0.5 * norm2(m.w) / m.inv_inertia;
    e.potential -= dot(state.gravity, position(g.place[r])) / m.inv_mass;
  }
  return e;
}

/// Gives the bodies the kinetic energy that leaves their sum with the potential one as it was.
void restore_energy(State& state) {
  const Energies now = energies(state);
  const Real wanted = state.friction.kept_energy - now.potential;
  if (!(wanted > 0) || !(now.kinetic > 0)) return;
  const Real scale = std::sqrt(wanted / now.kinetic);
  for (Index r = 0; r < state.grains.free; ++r) {
    Motion8& m = state.grains.motion[r];
    m.v = scale * m.v, m.w = scale * m.w;
  }
}

}  // namespace

StepReport DaeStepper::verlet(const Scene& scene, State& state, Real dt) {
  ContactWork& contacts = work_.contacts;
  Real beyond = predict_rows(state, dt);  // 1  x', v*
  beyond = predict_rest(scene, state, dt, beyond);
  times_.mark(Stage::kPredict);
  const ListUpdate lists = update_lists(scene, state, contacts.lists, beyond);  // 2  who may touch
  if (lists == ListUpdate::kNotFinite) return not_finite(state);
  const FastBody fast = lists == ListUpdate::kKept ? FastBody{} : find_fast_body(scene, state, dt);
  times_.mark(Stage::kLists);
  if (options_.project_positions) project_positions(scene, state);
  times_.mark(Stage::kProject);
  if (loaded(state)) meet_loads(state, dt, contacts.loads), times_.mark(Stage::kLoads);
  StepReport report =  // 3-4  forces, friction
      evaluate(scene, state, options_, {Instant::kFinal, dt}, work_, friction_);
  correct_rows(scene, state, contacts.sums, dt, 0, state.grains.free);  // 5  a', v'
  drop_rounding(friction_.problem.scale, state.grains);
  correct_rest(scene, state, contacts.sums, dt);
  times_.mark(Stage::kCorrect);
  settle_bridges(scene, state, dt, contacts);
  times_.mark(Stage::kBridges);
  if (loaded(state)) book_loads(state, dt, contacts.loads), times_.mark(Stage::kLoads);
  project(options_, dt, friction_, work_, state);  // 6  onto the manifold
  times_.mark(Stage::kProject);
  if (fast.found) set_too_fast(scene, state, dt, fast, report);
  report.rows_moved = lists == ListUpdate::kRebuilt;
  return report;
}

StepReport DaeStepper::step(const Scene& scene, State& state, Then) {
  const Real dt = state.clock.dt;
  const std::int64_t before = state.friction.iterations;
  StepReport report = options_.integrator == Integrator::kVerlet
                          ? verlet(scene, state, dt)
                          : few_body_step(scene, state, options_, dt, work_, friction_);
  if (options_.keep_energy) restore_energy(state);
  report.iterations = state.friction.iterations - before;
  const std::int64_t next = state.clock.step + 1;
  if (work_.factor.preconditioner().has_rows() &&
      state.friction.iterations - before > kManyIterations &&
      next - state.friction.factored_at >= kStepsPerFactor) {
    rebuild_lists(scene, state, work_.contacts.lists);
    state.friction.factored_at = state.lists.refreshed_at = next;
    report.rows_moved = true;
    times_.mark(Stage::kLists);
  }
  return report;
}

StepReport DaeStepper::prepare(const Scene& scene, State& state, Real dt) {
  rebuild_lists(scene, state, work_.contacts.lists);
  if (loaded(state)) loads_now(state);
  StepReport report = evaluate(scene, state, options_, {Instant::kFinal, 0}, work_, friction_);
  correct_rows(scene, state, work_.contacts.sums, 0, 0, state.grains.free);
  correct_rest(scene, state, work_.contacts.sums, 0);
  lead_memory(scene, state, 0.5 * dt);
  drop_rounding(friction_.problem.scale, state.grains);
  const Energies start = energies(state);
  state.friction.kept_energy = start.kinetic + start.potential;
  report.rows_moved = true;
  return report;
}

void DaeStepper::relist(const Scene& scene, State& state) {
  rebuild_lists(scene, state, work_.contacts.lists);
  state.multistep.clear();
}

void DaeStepper::drop_scratch() {
  work_ = DaeWork(times_);
  friction_ = {};
}

}  // namespace scree
