#pragma once
/// Steps of the integrators for few bodies (docs/theory/dae.md, section 6).
#include "scree/step/dae/few_bodies.h"

namespace scree {

/// One step by the integrator of the options, which is not Verlet.
StepReport few_body_step(const Scene& scene, State& state, const DaeOptions& options, Real dt,
                         DaeWork& work, Friction& friction);

}  // namespace scree
