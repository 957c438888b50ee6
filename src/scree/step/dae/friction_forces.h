#pragma once
/// What joints and friction do: forces on bodies, the books of walls and prescribed bodies, and
/// what contacts remember.
#include "scree/step/dae/stick_or_slip.h"

namespace scree {

/// Adds what is known before the problem is solved: springs between bodies, friction of contacts
/// that slide. `dt`: for which it is booked.
void add_known_forces(const FrictionProblem& problem, Real dt, State& state, ForceSums& sums);

/// Adds what the solve has found: friction of contacts that may stick, forces of rods.
void add_found_forces(const FrictionProblem& problem, const FrictionResult& result, Real dt,
                      State& state, ForceSums& sums);

/// At the final instant of a step: contacts stick or slip from now on, and remember their force;
/// what sliding has cost is booked.
void keep_friction(const FrictionProblem& problem, const FrictionResult& result, Real dt,
                   State& state);

}  // namespace scree
