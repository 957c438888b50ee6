#include "scree/step/dae/few_body_step.h"

#include "scree/step/dae/event_steps.h"
#include "scree/step/dae/multistep.h"

namespace scree {
namespace {

/// y from the beginning of the step to its end.
void integrate(Integrator by, Real dt, FewBodies& bodies, State& state, Vector& y) {
  const Derivative f = [&](Real, const Vector& at, Vector& rate) { bodies.rates(at, rate); };
  if (by == Integrator::kRungeKutta4) return runge_kutta_4(f, state.clock.time(), dt, y);
  begin_past(bodies.ids(), state.multistep);
  (by == Integrator::kGear5 ? gear_step : bdf_step)(f, dt, state.multistep, y);
}

/// A step of fixed length that does not look for events.
StepReport plain_step(const DaeOptions& options, Real dt, FewBodies& bodies, State& state) {
  Vector y = bodies.numbers();
  const ContactSignature before = bodies.contacts_at(y);
  integrate(options.integrator, dt, bodies, state, y);
  if (bodies.report().trouble != Trouble::kNone) return bodies.report();
  StepReport report = bodies.arrive(dt, y);
  if (bodies.contacts() != before) {
    state.friction.last_event = state.clock.time() + dt;
    if (options.restart_at_events) state.multistep.clear();
  }
  return report;
}

}  // namespace

StepReport few_body_step(const Scene& scene, State& state, const DaeOptions& options, Real dt,
                         DaeWork& work, Friction& friction) {
  FewBodies bodies(scene, state, options, work, friction);
  StepReport report = options.integrator == Integrator::kEvents
                          ? step_with_events(options.tolerance, dt, bodies, state)
                          : plain_step(options, dt, bodies, state);
  report.rows_moved = bodies.rows_moved();
  return report;
}

}  // namespace scree
