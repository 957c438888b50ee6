#pragma once
/// Rods and springs of a case.
#include "scree/case/case.h"
#include "scree/state/scene.h"
#include "scree/state/state.h"

namespace scree {

/// The joints of a State that knows their lengths.
std::vector<Joint> build_joints(const Case& c, const State& state);

/// Gives the scene its joints and the State their lengths.
void start_joints(const Case& c, Scene& scene, State& state);

/// Refuses rods that the start contradicts, in place or in speed; what is told to move does so
/// already.
void check_joints(const Case& c, const Scene& scene, const State& state);

}  // namespace scree
