#pragma once
/// What is rounding, and not motion (docs/theory/dae.md, sections 4 and 5).
#include <algorithm>
#include <limits>

#include "scree/state/grains.h"
#include "scree/step/dae/constraints.h"

namespace scree {

constexpr Real kEps = std::numeric_limits<Real>::epsilon();

/// Relative velocity of contacts that hold which counts as none [m/s]: of the largest speed, or
/// that of a fall through the height of all bodies.
inline Real velocity_tolerance(Real largest_speed, Real fall_speed) {
  return 4 * kEps * std::max(largest_speed, fall_speed);
}

/// Of the first part of twists: velocities [m/s], or accelerations [m/s^2].
Real largest_speed(const std::vector<Twist>& z);

/// Components that are not more than rounding are zero.
Vec3 without(Real rounding, Vec3 a);

/// Forces that hold a body cancel but for rounding: over a million steps that would move it.
/// `scale`: the largest acceleration without friction [m/s^2].
void drop_rounding(Real scale, Grains& grains);

}  // namespace scree
