#include "scree/step/dae/event_steps.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace scree {
namespace {

constexpr int kMostEvents = 1000;
/// Of a step: how far events are bracketed on the dense output, and by how much the bracket is
/// widened until steps that end there agree with it.
constexpr Real kDense = 1e-7, kWiden = 8;
/// Of the time step: how exactly events are found, what is left of it that counts as none, and the
/// shortest step for the sake of the tolerance.
constexpr Real kEventTime = 1e-16, kNothingLeft = 1e-14, kShortest = 1e-12;

DormandPrince step_from(const Vector& y, Real length, FewBodies& bodies) {
  DormandPrince rk;
  rk.step([&](Real, const Vector& at, Vector& rate) { bodies.rates(at, rate); }, 0, length, y);
  return rk;
}

/// Has a contact changed its state since the start of the step?
bool changed(const ContactSignature& start, ContactSignature now) {
  // One that has just begun to slip may still seem to move the other way, by rounding.
  if (now.size() == start.size())
    for (std::size_t k = 0; k < now.size(); ++k) now[k].turned |= start[k].turned;
  return now != start;
}

/// Where a step ends, and whether a contact has changed there.
struct End {
  Vector y;
  bool changed;
};
End end_of(const Vector& y, Real length, const ContactSignature& start, FewBodies& bodies) {
  const DormandPrince rk = step_from(y, length, bodies);
  return {rk.y1, changed(start, bodies.contacts_at(rk.y1))};
}

/// Parts of a step between which a contact changes: not yet at `lo`, already at `hi`.
struct Bracket {
  Real lo = 0, hi = 1;
};

Bracket bracket_on_dense_output(const DormandPrince& rk, const ContactSignature& start,
                                FewBodies& bodies) {
  Bracket in;
  Vector at;
  while (in.hi - in.lo > kDense) {
    const Real mid = 0.5 * (in.lo + in.hi);
    rk.dense(mid, at);
    (changed(start, bodies.contacts_at(at)) ? in.hi : in.lo) = mid;
  }
  return in;
}

/// The first event of a step: first on the interpolation, then with steps that end there. Returns
/// the part of the step that is gone then; `resolution` is of its length.
struct Event {
  Real part;
  Vector y;
};
Event first_event(const DormandPrince& rk, const ContactSignature& start, Real resolution,
                  FewBodies& bodies) {
  auto [lo, hi] = bracket_on_dense_output(rk, start, bodies);
  const auto changed_at = [&](Real part) {
    return end_of(rk.y0, part * rk.dt, start, bodies).changed;
  };
  for (Real margin = kDense; lo > 0 && changed_at(lo); margin *= kWiden)
    lo = std::max<Real>(0, lo - margin);
  for (Real margin = kDense; hi < 1 && !changed_at(hi); margin *= kWiden)
    hi = std::min<Real>(1, hi + margin);
  for (int k = 0; k < 60 && (hi - lo) * rk.dt > resolution; ++k) {
    const Real mid = 0.5 * (lo + hi);
    if (mid == lo || mid == hi) break;
    (changed_at(mid) ? hi : lo) = mid;
  }
  return {hi, end_of(rk.y0, hi * rk.dt, start, bodies).y};
}

/// The largest error of a step over its tolerance.
Real worst_error(const DormandPrince& rk, Real tolerance) {
  Real worst = 0;
  for (std::size_t m = 0; m < rk.y1.size(); ++m)
    worst = std::max(worst,
                     std::fabs(rk.error[m]) / (tolerance * std::max<Real>(1, std::fabs(rk.y1[m]))));
  return worst;
}

StepReport too_many_events(Real time) {
  return {Trouble::kNotFinite,
          fmt::format("more than {} changes between stick and slip within one step at time {:.6g}: "
                      "use a smaller time step",
                      kMostEvents, time),
          false};
}

}  // namespace

StepReport step_with_events(Real tolerance, Real dt, FewBodies& bodies, State& state) {
  Vector y = bodies.numbers();
  Real done = 0, h = dt;
  for (int events = 0; done < dt;) {
    h = std::min(h, dt - done);
    const ContactSignature start = bodies.contacts_at(y);
    const DormandPrince rk = step_from(y, h, bodies);
    const Real worst = worst_error(rk, tolerance);
    const Real fit = 0.9 * std::pow(std::max(worst, 1e-10), -0.2);
    if (worst > 1 && h > kShortest * dt) {
      h *= std::max<Real>(0.2, fit);
      continue;
    }
    Event end{1, rk.y1};
    Real taken = h;
    if (changed(start, bodies.contacts_at(rk.y1))) {
      end = first_event(rk, start, kEventTime * dt, bodies);
      taken = end.part * h;
      state.friction.last_event = state.clock.time() + done + taken;
      if (++events > kMostEvents) return too_many_events(state.clock.time() + done);
    } else {
      h *= std::clamp<Real>(fit, 0.2, 5);
    }
    if (bodies.report().trouble != Trouble::kNone) return bodies.report();
    if (StepReport now = bodies.arrive(taken, end.y); now.trouble != Trouble::kNone) return now;
    y = bodies.numbers();
    done = dt - done - taken <= kNothingLeft * dt ? dt : done + taken;
  }
  return bodies.report();
}

}  // namespace scree
