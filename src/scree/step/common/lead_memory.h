#pragma once
/// What contacts remember stands half a step ahead of positions and velocities (law/tangential.h).
#include "scree/state/scene.h"
#include "scree/state/state.h"

namespace scree {

/// Moves springs of contacts that touch ahead by `time` at the velocities of this instant [s].
/// The first evaluation of a run knows no step and leaves them where positions are.
void lead_memory(const Scene& scene, State& state, Real time);

}  // namespace scree
