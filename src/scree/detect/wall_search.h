#pragma once
/// Grains against walls: which are near (at a list build), which touch (every step).
#include "scree/detect/neighbours.h"

namespace scree {

/// Bound on how far any surface point of a wall has moved since the lists were made; rotation of a
/// surface into itself does not count [m].
Real wall_shift(const Wall& wall, const WallState& state);

/// Grains closer than skin + reach to each surface of each present wall.
void find_near_walls(const Scene& scene, const State& state, const std::vector<Place>& place,
                     NeighbourWork& work);

/// The contacts of this instant. Memory passes to the contact of the same grain and surface with
/// the nearest normal, so it survives the crossing of an edge. Contacts that touched a step ago and
/// are no more go to `gone`, with their memory.
void find_wall_contacts(const Scene& scene, State& state, NeighbourWork& work, WallTable& gone);

/// Follows a new order of the rows.
void move_rows(WallTable& table, const std::vector<Index>& new_row);

}  // namespace scree
