#pragma once
/// What a frame shows of a simulation: State and Scene as the plain tables the writers take.
#include <vector>

#include "scree/io/frame.h"
#include "scree/state/scene.h"
#include "scree/state/state.h"

namespace scree {

/// Every sphere, sorted by id (free and prescribed ones, members of clumps): columns id, velocity,
/// spin, speed, material, label, coordination, normal_force (sum over its contacts, without
/// liquid), clump (id of the clump, -1 for none; only when there are clumps), and with model
/// reduction carrier (row of the wall that a grain hangs on, -1: it moves by itself).
BodyFrame body_frame(const Scene& scene, const State& state);

/// The walls present now as triangles in their present pose; unbounded ones are cut at the domain.
std::vector<WallFrame> wall_frames(const Scene& scene, const State& state);

/// Every contact: columns id_i, id_j (-1 at a wall), wall (row, -1 between grains), normal,
/// overlap, elastic and viscous (normal parts), tangential (on i), sliding; in a wet scene also
/// capillary (pull of the bridge) and bridge (its volume, zero for none), and the contacts that
/// only a bridge holds, with negative overlap.
ContactFrame contact_frame(const Scene& scene, const State& state);

}  // namespace scree
