#pragma once
/// Parts of machines against walls and each other.
#include "scree/state/scene.h"
#include "scree/state/state.h"

namespace scree {

/// Points where a part touches a wall or another part, or may within a step of dt. Impulses pass to
/// the point of the same features. Parts that a joint connects do not touch each other.
void find_part_contacts(const Scene& scene, Real dt, State& state);

/// Does a joint connect these two walls?
bool joined(const Scene& scene, Index a, Index b);

/// Is there a search for contacts between these two surfaces? See the table in the manual.
bool can_touch(const WallSurface& a, const WallSurface& b);

}  // namespace scree
