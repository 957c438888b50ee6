#include "scree/step/dae/few_body_step.h"

#include <algorithm>

#include "scree/step/dae/event_steps.h"

namespace scree {
namespace {

constexpr int kMultistep = 5;  // points that Gear and BDF of order 5 look back on

/// Gear and BDF: until there is enough past, steps of Dormand-Prince, which has the same order.
void multistep(bool gear, const Derivative& f, Real dt, Vector& past, Vector& y) {
  const std::size_t n = y.size();
  const std::size_t whole = (gear ? kMultistep + 1 : kMultistep) * n;
  if (past.size() == whole + 1) {  // a first number says that it is whole
    Vector h(past.begin() + 1, past.end());
    std::copy(y.begin(), y.end(), h.begin());
    gear ? gear_5(f, 0, dt, h) : static_cast<void>(bdf_5(f, 0, dt, h));
    y.assign(h.begin(), h.begin() + static_cast<std::ptrdiff_t>(n));
    std::copy(h.begin(), h.end(), past.begin() + 1);
    return;
  }
  // Newest first: rates for Gear, values for BDF.
  Vector rate(n);
  if (gear) f(0, y, rate);
  past.insert(past.begin(), gear ? rate.begin() : y.begin(), gear ? rate.end() : y.end());
  if (past.size() == kMultistep * n) {
    if (gear) {
      std::vector<Vector> rates;
      rates.reserve(kMultistep);
      for (int k = 0; k < kMultistep; ++k)
        rates.emplace_back(past.begin() + static_cast<std::ptrdiff_t>(k * n),
                           past.begin() + static_cast<std::ptrdiff_t>((k + 1) * n));
      past = nordsieck_from_past(y, rates, dt);
    }
    past.insert(past.begin(), 1.0);
    return multistep(gear, f, dt, past, y);
  }
  DormandPrince rk;
  rk.step(f, 0, dt, y);
  y = rk.y1;
}

/// A step of fixed length that does not look for events.
StepReport plain_step(const DaeOptions& options, Real dt, FewBodies& bodies, State& state) {
  Vector y = bodies.numbers();
  const ContactSignature before = bodies.contacts_at(y);
  const Derivative f = [&](Real, const Vector& at, Vector& rate) { bodies.rates(at, rate); };
  if (options.integrator == Integrator::kRungeKutta4)
    runge_kutta_4(f, state.clock.time(), dt, y);
  else
    multistep(options.integrator == Integrator::kGear5, f, dt, state.multistep, y);
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
