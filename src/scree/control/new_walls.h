#pragma once
/// Walls come and go between phases: the springs that grains have at them.
#include "scree/state/scene.h"
#include "scree/state/state.h"

namespace scree {

/// Normal spring energy of the contacts with one wall [J].
Real wall_spring_energy(const Scene& scene, const State& state, Index wall);

/// The same of a wall that has just come: the next step finds the grains in it pressed. Zero for
/// methods by impulses, which book what contacts begin with by themselves.
Real met_spring_energy(const Scene& scene, const State& state, Index wall);

/// Makes contacts of the grains that stand in walls, so that their energy counts from now on; lists
/// are as the rows are.
void meet_walls(const Scene& scene, State& state);

}  // namespace scree
