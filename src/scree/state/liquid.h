#pragma once
/// How liquid moves between the films of grains and the bridges between them. Nothing is made or
/// lost: what a bridge takes comes from the films, what it held goes back (docs/theory/bridges.md).
#include "scree/state/scene.h"
#include "scree/state/state.h"

namespace scree {

/// What the two partners give to a bridge that forms [m^3].
struct Portions {
  Real i = 0, j = 0;

  Real volume() const { return i + j; }
};

/// From the films as they are now. j = -1: a wall, which has no film.
Portions portions(const BridgeLaw& law, const Grains& grains, Index i, Index j);

/// Takes the portions from the films and returns the volume of the bridge. A film that others have
/// emptied meanwhile gives half of what is left.
Real take_from_films(Grains& grains, Index i, Index j, Portions wanted);

/// The liquid of a bridge that is no more: half to each grain, at a wall all to the grain.
void give_to_films(Grains& grains, Index i, Index j, Real volume);

/// Ends the bridges with a wall that vanishes; returns the energy they held [J].
Real end_wall_bridges(const Scene& scene, State& state, Index wall);

}  // namespace scree
