#pragma once
/// Angle of repose: the slope of a heap's free surface.
///
/// 1. The ground plan is cut into squares two mean diameters wide; the highest grain of a square
///    is a point of the free surface, taken at the grain's own place (so the slope within a square
///    does not bias it).
/// 2. Surface points are averaged in bins: by horizontal distance from the heap's axis (through its
///    centre of mass) for a round heap, or along a horizontal direction for a ridge.
/// 3. From the highest bin outwards, a line is fitted to the bins between 20 % and 80 % of the
///    heap's height: the crest is rounded, the toe is a scatter of single grains. A ridge has two
///    flanks, or one when it leans on a wall; their angles are averaged by number of bins.
#include <span>

#include "scree/observe/zone.h"
#include "scree/state/state.h"

namespace scree {

struct ReposeOptions {
  Vec3 up{0, 0, 1};     // unit
  bool round = true;    // a cone; else a ridge
  Vec3 along{1, 0, 0};  // ridge: horizontal unit vector across it
  int bins = 20;
};

struct Repose {
  Real angle = 0;   // [rad]; NaN if no flank has three bins
  Real height = 0;  // from the lowest grain to the highest [m]
  int bins = 0;     // that went into the fit
};

/// Of spheres given by centre and radius.
Repose fit_repose(std::span<const Vec3> x, std::span<const Real> r, const ReposeOptions& options);

/// Of the free grains of a state that are in the zone.
Repose measure_repose(const State& state, const ReposeOptions& options, const Zone& zone = {});

}  // namespace scree
