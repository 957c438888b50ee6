#pragma once
/// How long a step may be.
#include "scree/case/case.h"
#include "scree/state/scene.h"
#include "scree/state/state.h"

namespace scree {

struct TimeScales {
  Real rayleigh = 0;  // shortest time of a surface wave across a grain [s]; infinite: linear law
  Real contact = 0;   // shortest duration of a contact at the speeds to be expected [s]
  Real speed = 0;     // that speed [m/s]
  Real fall = 0;      // in which a grain falls a hundredth of the smallest diameter [s]
  Real damping = 0;   // shortest time in which a dashpot stops what it acts on [s]; infinite: none
  Real packed = 0;    // longest stable step in a bed under its weight and the servos [s]
  Real passing = 0;   // in which nothing goes far for the smallest grain, see passing_time [s]

  Real shortest() const { return rayleigh < contact ? rayleigh : contact; }
};

/// Above this fraction of the shortest time scale the contact is no longer resolved.
constexpr Real kLargestFraction = 0.3;

/// The same for the damping time. Dashpots see the velocity that integrate.h predicts, which makes
/// them a two-step Adams-Bashforth rule: stable while the step is shorter than the damping time;
/// above, motion that should die out grows and the ledger does not close. Springs take some of it.
constexpr Real kLargestDamped = 0.7;

/// Share of the smallest radius by which walls and prescribed grains may move in a chosen step. Of
/// grains: kComfortablePerStep.
constexpr Real kSurfacePerStep = 0.25;

/// Rayleigh time pi R sqrt(rho/G)/(0.1631 nu + 0.8766) of the fastest grain; contact time 2.9433
/// d_max/v (Hertz) or pi sqrt(m*/k) (linear) of the lightest pair, at the largest speed that
/// initial motion, walls, emitters and a fall through the domain can give (expected_speed.h).
/// Damping time: see damping_rate in the source.
TimeScales time_scales(const Case& c, const Scene& scene, const State& state);

/// The step of the case, or the fraction of the shortest scale, and no more than kLargestDamped of
/// the damping time and the passing time; method nonsmooth: the shorter of fall time and passing
/// time; rounded down to two digits. Refuses one above
/// either bound unless the case forces it.
Real choose_time_step(const Case& c, const TimeScales& scales);

}  // namespace scree
