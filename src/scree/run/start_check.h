#pragma once
/// What can be seen to be wrong once bodies and walls are in place, before the first step.
#include "scree/case/case.h"
#include "scree/state/scene.h"
#include "scree/state/state.h"

namespace scree {

/// Throws CaseError for observers and conditions that ask for labels, bodies or columns that are
/// not there, and for emitters outside the domain. `continued`: the state is that of an earlier
/// run.
void check_start(const Case& c, const Scene& scene, const State& state, bool continued);

/// Throws CaseError if grains overlap a wall by more than run.overlap_limit: how many, and where
/// the first of them is. The wall contacts of the instant are known.
void check_grains_in_walls(const Case& c, const Scene& scene, const State& state);

}  // namespace scree
