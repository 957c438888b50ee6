#pragma once
/// Quantities in slices across an axis.
#include <vector>

#include "scree/observe/zone.h"
#include "scree/state/scene.h"
#include "scree/state/state.h"

namespace scree {

/// Equal slices of [lo, hi] along the unit vector `axis`.
struct Slices {
  Vec3 axis{0, 0, 1};
  Real lo = 0, hi = 1;  // x . axis [m]
  int count = 1;

  Real width() const { return (hi - lo) / count; }
  Real centre(int k) const { return lo + (k + 0.5) * width(); }
  /// Slice of a coordinate; -1 outside.
  int of(Real s) const;
};

/// Highest point of the grains (x . up + r) whose centre is in the slice and the zone [m]; NaN in
/// an empty slice.
std::vector<Real> height_profile(const State& state, const Slices& slices, const Zone& zone,
                                 Vec3 up);

/// Velocity of the centre of mass of the bodies in each slice [m/s]; NaN in an empty slice.
std::vector<Vec3> velocity_profile(const Scene& scene, const State& state, const Slices& slices,
                                   const Zone& zone);

/// Volume of grains in each slice over the slice's volume. A sphere (disc) is cut at the borders
/// of slices exactly; overlaps of grains count twice; grains count whole if their centre is in the
/// zone. `volumes` are those of the slices, see slice_volumes() [m^3].
std::vector<Real> fraction_profile(const Scene& scene, const State& state, const Slices& slices,
                                   const Zone& zone, const std::vector<Real>& volumes);

/// Volume of the part of the box [lo, hi] within the zone, slice by slice (planar: area times
/// thickness): exact for a box across a coordinate axis, else counted on a fine grid.
std::vector<Real> slice_volumes(const Scene& scene, const Slices& slices, const Zone& zone, Vec3 lo,
                                Vec3 hi);

/// Share of a sphere (planar: disc) of radius r around 0 that lies below s.
Real share_below(Real s, Real r, bool planar);

}  // namespace scree
