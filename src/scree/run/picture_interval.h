#pragma once
/// How often a run can afford a picture. Decided by the case alone, never by a clock: a resumed run
/// makes the same ones.
#include "scree/run/simulation.h"

namespace scree {

/// What one picture of so many grains takes, about [s].
double picture_seconds(const Case& c, double grains);

/// The interval given, infinite without pictures; else a multiple of `frame` with which they take
/// about a tenth of the run at most, if it is as fast as runs get, or infinite if it affords none
/// but the last [s].
Real picture_interval(const Simulation& sim, Real frame);

}  // namespace scree
