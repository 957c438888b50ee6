#pragma once
/// Rods as constraints.
#include "scree/state/joints.h"
#include "scree/step/dae/constraints.h"
#include "scree/step/dae/dae_options.h"

namespace scree {

/// The row of a rod, without what drives it.
ConstraintRow rod_row(const JointNow& now, Index free, Index immobile);

/// Velocity that the row of a rod must come to: that of an end which moves as it is told [m/s].
Real rod_velocity(const JointNow& now, const Grains& grains);

/// Rate that the relative velocity along a rod must have: d/dt (d.v) = 0 gives -v^2/|d|; with
/// Baumgarte's terms C'' = -k_s C - k_d C', C = d^2 - L^2.
Real rod_target(const JointNow& now, const DaeOptions& options);

/// Puts bodies back where rods allow them (Lubich): M (q - q~) + G(q~)^T mu = 0, g(q) = 0.
/// Returns the largest |d^2 - L^2| that is left [m^2].
Real project_positions(const Scene& scene, State& state);

}  // namespace scree
