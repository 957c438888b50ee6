#pragma once
/// Rigid motion of clumps: Verlet for the centre, angular momentum and quaternion for the rest.
#include "scree/state/scene.h"
#include "scree/state/state.h"

namespace scree {

/// x', v*, and the orientation by the midpoint rule with the spin of the half step; angular
/// momentum L* = L + dt T. Without torque L stays constant to the last bit.
void predict_bodies(State& state, Real dt);

/// Collects forces of the members (`felt`), then a', v', L'.
void correct_bodies(const Scene& scene, State& state, Real dt);

/// Spin that belongs to an angular momentum.
Vec3 spin_of(Quat q, Vec3 inertia, Vec3 momentum);

}  // namespace scree
