/// The integrators for few bodies: each step many evaluations, every number in one vector.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "scree/step/common/integrate.h"
#include "scree/step/dae/dae_stepper.h"

namespace scree {
namespace {

constexpr int kNumbers = 9;  // position, velocity, spin
constexpr int kMostEvents = 1000;
constexpr int kMultistep = 5;  // points that Gear and BDF of order 5 look back on

/// Rows of the free bodies by id: this order does not change when rows are sorted.
std::vector<Index> rows_by_id(const Grains& g) {
  std::vector<Index> rows(g.free);
  std::iota(rows.begin(), rows.end(), 0);
  std::sort(rows.begin(), rows.end(), [&](Index a, Index b) { return g.id[a] < g.id[b]; });
  return rows;
}

void put(Real*& p, Vec3 a) { *p++ = a.x, *p++ = a.y, *p++ = a.z; }
Vec3 take(const Real*& p) {
  const Vec3 a{p[0], p[1], p[2]};
  p += 3;
  return a;
}

Vector pack(const Grains& g, const std::vector<Index>& rows) {
  Vector y(kNumbers * rows.size());
  Real* p = y.data();
  for (const Index r : rows)
    put(p, position(g.place[r])), put(p, g.motion[r].v), put(p, g.motion[r].w);
  return y;
}

void unpack(const Vector& y, const std::vector<Index>& rows, Grains& g) {
  const Real* p = y.data();
  for (const Index r : rows) {
    const Vec3 x = take(p);
    g.place[r] = {x.x, x.y, x.z, g.place[r].r};
    g.motion[r].v = take(p);
    g.motion[r].w = take(p);
  }
}

/// Takes accelerations from the sums, which are cleared.
void accelerations(const Scene& scene, State& state, ForceSums& sums) {
  Grains& g = state.grains;
  for (Index r = 0; r < g.free; ++r) {
    const Motion8& m = g.motion[r];
    Accel8& a = g.accel[r];
    a.a = m.inv_mass * sums.rows[r].force + state.gravity;
    a.alpha = m.inv_inertia * sums.rows[r].torque;
    if (scene.planar) a.a.z = a.alpha.x = a.alpha.y = 0;
  }
  std::fill(sums.rows.begin(), sums.rows.end(), ForceSum{});
}

}  // namespace

/// Bodies at y, with lists that cover all their contacts.
StepReport DaeStepper::go_to(const Scene& scene, State& state, const Vector& y) {
  unpack(y, rows_, state.grains);
  const ListUpdate lists =
      update_lists(scene, state, work_.lists, farthest_beyond_room(state, 0, state.grains.size()));
  if (lists == ListUpdate::kNotFinite) return not_finite(state);
  if (lists == ListUpdate::kRebuilt) rows_ = rows_by_id(state.grains), rebuilt_ = true;
  return {};
}

Derivative DaeStepper::derivative(const Scene& scene, State& state, StepReport& report) {
  return [&](Real, const Vector& y, Vector& dy) {
    if (report.trouble != Trouble::kNone) return;
    report = go_to(scene, state, y);
    if (report.trouble != Trouble::kNone) return;
    report = evaluate(scene, state, 0, Instant::kStage);
    accelerations(scene, state, work_.sums);
    const Grains& g = state.grains;
    Real* p = dy.data();
    for (const Index r : rows_)
      put(p, g.motion[r].v), put(p, g.accel[r].a), put(p, g.accel[r].alpha);
  };
}

/// The new point is reached: contacts change state, velocities go back onto their manifold.
StepReport DaeStepper::arrive(const Scene& scene, State& state, Real dt, const Vector& y) {
  StepReport report = go_to(scene, state, y);
  if (report.trouble != Trouble::kNone) return report;
  const FastBody fast = find_fast_body(scene, state, dt);
  if (options_.project_positions) project_positions(scene, state);
  report = evaluate(scene, state, dt, Instant::kFinal);
  accelerations(scene, state, work_.sums);
  friction_.drop_rounding(state);
  project_velocities(scene, state, dt);
  return fast.found ? too_fast(scene, state, dt, fast) : report;
}

StepReport DaeStepper::with_events(const Scene& scene, State& state, Real dt) {
  StepReport report;
  const Derivative f = derivative(scene, state, report);
  DormandPrince rk;
  Vector y = pack(state.grains, rows_), at;
  Real done = 0, h = dt;
  // Has a contact changed its state by the time of `at`?
  FrictionPass::Signature start;
  Vector unused(y.size());
  const auto changed = [&] {
    f(0, at, unused);
    FrictionPass::Signature now = friction_.signature();
    // One that has just begun to slip may still seem to move the other way, by rounding.
    if (now.size() == start.size())
      for (std::size_t k = 0; k < now.size(); ++k) now[k].turned |= start[k].turned;
    return now != start;
  };
  for (int events = 0; done < dt;) {
    h = std::min(h, dt - done);
    f(0, y, unused);
    start = friction_.signature();
    rk.step(f, 0, h, y);
    Real worst = 0;
    for (std::size_t m = 0; m < y.size(); ++m)
      worst = std::max(worst, std::fabs(rk.error[m]) /
                                  (options_.tolerance * std::max<Real>(1, std::fabs(rk.y1[m]))));
    const Real fit = 0.9 * std::pow(std::max(worst, 1e-10), -0.2);
    if (worst > 1 && h > 1e-12 * dt) {
      h *= std::max<Real>(0.2, fit);
      continue;
    }
    at = rk.y1;
    Real taken = h;
    if (changed()) {
      // First on the interpolation, then with steps that end there.
      Real lo = 0, hi = 1;
      while (hi - lo > 1e-7) {
        const Real mid = 0.5 * (lo + hi);
        rk.dense(mid, at);
        (changed() ? hi : lo) = mid;
      }
      const auto step_to = [&](Real part) {
        DormandPrince again;
        again.step(f, 0, part * h, y);
        at = again.y1;
        return changed();
      };
      for (Real margin = 1e-7; lo > 0 && step_to(lo); margin *= 8)
        lo = std::max<Real>(0, lo - margin);
      for (Real margin = 1e-7; hi < 1 && !step_to(hi); margin *= 8)
        hi = std::min<Real>(1, hi + margin);
      for (int k = 0; k < 60 && (hi - lo) * h > 1e-16 * dt; ++k) {
        const Real mid = 0.5 * (lo + hi);
        if (mid == lo || mid == hi) break;
        (step_to(mid) ? hi : lo) = mid;
      }
      step_to(hi);
      taken = hi * h;
      state.friction.last_event = state.clock.time() + done + taken;
      if (++events > kMostEvents)
        return {Trouble::kNotFinite,
                fmt::format("more than {} changes between stick and slip within one step at time "
                            "{:.6g}: use a smaller time step",
                            kMostEvents, state.clock.time() + done),
                false};
    } else {
      h *= std::clamp<Real>(fit, 0.2, 5);
    }
    if (report.trouble != Trouble::kNone) return report;
    if (StepReport now = arrive(scene, state, taken, at); now.trouble != Trouble::kNone) return now;
    y = pack(state.grains, rows_);
    done = dt - done - taken <= 1e-14 * dt ? dt : done + taken;
  }
  return report;
}

/// Gear and BDF: until there is enough past, steps of Dormand-Prince, which has the same order.
void DaeStepper::multistep(const Scene& scene, State& state, Real dt, const Derivative& f,
                           Vector& y) {
  const bool gear = options_.integrator == Integrator::kGear5;
  const std::size_t n = y.size();
  Vector& past = state.multistep;
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
    return multistep(scene, state, dt, f, y);
  }
  DormandPrince rk;
  rk.step(f, 0, dt, y);
  y = rk.y1;
}

StepReport DaeStepper::few_bodies(const Scene& scene, State& state, Real dt) {
  rows_ = rows_by_id(state.grains);
  if (options_.integrator == Integrator::kEvents) return with_events(scene, state, dt);
  StepReport report;
  const Derivative f = derivative(scene, state, report);
  Vector y = pack(state.grains, rows_), unused(y.size());
  f(0, y, unused);
  const FrictionPass::Signature before = friction_.signature();
  if (options_.integrator == Integrator::kRungeKutta4)
    runge_kutta_4(f, state.clock.time(), dt, y);
  else
    multistep(scene, state, dt, f, y);
  if (report.trouble != Trouble::kNone) return report;
  report = arrive(scene, state, dt, y);
  if (friction_.signature() != before) {
    state.friction.last_event = state.clock.time() + dt;
    if (options_.restart_at_events) state.multistep.clear();
  }
  return report;
}

}  // namespace scree
