#include "scree/step/dae/dae_stepper.h"

#include <cmath>

#include "scree/state/validate.h"
#include "scree/step/common/integrate.h"
#include "scree/step/common/lead_memory.h"

namespace scree {
namespace {

/// More iterations than this in a step: the factorization has grown too old for the pile. Making a
/// new one costs as much as some tens of iterations, so not too often. (A fresh one needs one or
/// two; a heap of 2,000 discs that had settled after its last build took ten, for ever.)
constexpr std::int64_t kManyIterations = 4, kStepsPerFactor = 20;

void count(FrictionBooks& books, const SolveReport& solve) {
  books.iterations += solve.iterations;
  books.rounds += solve.rounds;
}

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

PreconditionerSource DaeStepper::source(const Scene& scene, State& state) {
  return [&]() -> Preconditioner& {
    return factor_.get(scene, state, work_.lists, friction_.set(), friction_.contacts(),
                       friction_.block_contact());
  };
}

StepReport DaeStepper::evaluate(const Scene& scene, State& state, Real dt, Instant instant) {
  contact_forces(scene, state, instant == Instant::kFinal ? dt : 0, work_, [](Index, Index) {});
  const SolveReport solve =
      friction_.forces(scene, state, dt, instant, source(scene, state), work_.sums);
  count(state.friction, solve);
  state.friction.unconverged += !solve.converged;
  return contact_trouble(scene, state, dt, work_);
}

void DaeStepper::project_velocities(const Scene& scene, State& state, Real dt) {
  if (!options_.project_velocities && !friction_.caught()) return;
  count(state.friction, friction_.project_velocities(state, dt, source(scene, state)));
}

StepReport DaeStepper::verlet(const Scene& scene, State& state, Real dt) {
  Real beyond = predict_rows(state, dt);  // 1  x', v*
  beyond = predict_rest(scene, state, dt, beyond);
  const ListUpdate lists = update_lists(scene, state, work_.lists, beyond);  // 2  who may touch
  if (lists == ListUpdate::kNotFinite) return not_finite(state);
  rebuilt_ = lists == ListUpdate::kRebuilt;
  const FastBody fast = lists == ListUpdate::kKept ? FastBody{} : find_fast_body(scene, state, dt);
  if (options_.project_positions) project_positions(scene, state);
  const StepReport report = evaluate(scene, state, dt, Instant::kFinal);  // 3-4  forces, friction
  correct_rows(scene, state, work_.sums, dt, 0, state.grains.free);       // 5  a', v'
  friction_.drop_rounding(state);
  correct_rest(scene, state, work_.sums, dt);
  settle_bridges(scene, state, dt, work_);
  project_velocities(scene, state, dt);  // 6  onto the manifold
  return fast.found ? too_fast(scene, state, dt, fast) : report;
}

StepReport DaeStepper::step(const Scene& scene, State& state, Real dt, Then) {
  rebuilt_ = false;
  const std::int64_t before = state.friction.iterations;
  StepReport report = options_.integrator == Integrator::kVerlet ? verlet(scene, state, dt)
                                                                 : few_bodies(scene, state, dt);
  if (options_.keep_energy) restore_energy(state);
  state.clock.tick(dt);
  if (factor_.factorized() && state.friction.iterations - before > kManyIterations &&
      state.clock.step - state.friction.factored_at >= kStepsPerFactor) {
    rebuild_lists(scene, state, work_.lists);
    state.friction.factored_at = state.clock.step;
    rebuilt_ = true;
  }
  validate(state);
  report.rows_moved = rebuilt_;
  return report;
}

StepReport DaeStepper::prepare(const Scene& scene, State& state, Real dt) {
  rebuild_lists(scene, state, work_.lists);
  StepReport report = evaluate(scene, state, 0, Instant::kFinal);
  correct_rows(scene, state, work_.sums, 0, 0, state.grains.free);
  correct_rest(scene, state, work_.sums, 0);
  lead_memory(scene, state, 0.5 * dt);
  friction_.drop_rounding(state);
  const Energies start = energies(state);
  state.friction.kept_energy = start.kinetic + start.potential;
  report.rows_moved = true;
  return report;
}

void DaeStepper::relist(const Scene& scene, State& state) {
  rebuild_lists(scene, state, work_.lists);
  state.multistep.clear();
}

void DaeStepper::drop_scratch() {
  work_ = {};
  friction_ = FrictionPass(options_);
  factor_ = {};
}

}  // namespace scree
