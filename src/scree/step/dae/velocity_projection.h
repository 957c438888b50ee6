#pragma once
/// Velocities back onto the manifold of what sticks, after the step (docs/theory/dae.md, 1 and 5).
#include "scree/step/dae/stick_or_slip.h"

namespace scree {

/// Takes from the velocities what sticking contacts and rods do not allow, and books it.
/// Exact to the rounding of the largest speed, or of what a step of the largest acceleration
/// adds.
SolveReport project_velocities(const FrictionProblem& problem, const FrictionResult& result,
                               Real dt, Preconditioner& preconditioner, FrictionWork& work,
                               State& state);

}  // namespace scree
