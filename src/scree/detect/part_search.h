#pragma once
/// Parts of machines against walls and each other.
#include "scree/state/scene.h"
#include "scree/state/state.h"

namespace scree {

/// Points where a part touches a wall or another part, or may within a step of dt. Impulses pass to
/// the point of the same features. Parts that a joint connects do not touch each other.
void find_point_contacts(const Scene& scene, Real dt, State& state);

}  // namespace scree
