#pragma once
/// What contacts remember depends on the step: springs stand half a step ahead of positions and
/// velocities (law/tangential.h), impulses are those of a step.
#include "scree/state/scene.h"
#include "scree/state/state.h"

namespace scree {

/// Moves springs of contacts that touch ahead by `time` at the velocities of this instant [s].
/// The first evaluation of a run knows no step and leaves them where positions are.
void lead_memory(const Scene& scene, State& state, Real time);

/// Memory for steps of dt instead of state.clock.dt: springs are half of a step ahead, impulses are
/// those of a step, and the past of integrators that look back begins anew.
void convert_memory(const Scene& scene, State& state, Real dt);

}  // namespace scree
