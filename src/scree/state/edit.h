#pragma once
/// Adding and removing bodies between steps. Rows of contacts follow; lists must be built anew.
#include "scree/state/state.h"

namespace scree {

/// A body to be added: one sphere, or a clump of them.
struct NewBody {
  Vec3 x{0, 0, 0}, v{0, 0, 0}, w{0, 0, 0};  // of the centre of mass
  Quat q;                                   // principal frame to world (clumps)
  Real mass = 0;                            // [kg]; inf: prescribed, as a wall in contacts
  Vec3 inertia{0, 0, 0};                    // principal [kg m^2]
  std::uint16_t material = 0, label = 0;
  std::vector<Vec3> centres;  // of the spheres in the principal frame; empty: one at the centre
  std::vector<Real> radii;
  Index prescribed = -1;    // row of the prescribed group; -1: free
  std::vector<Real> films;  // liquid on each sphere [m^3]; empty: the scene has no films
};

/// Appends bodies, giving ids in order; rows end up sorted by status, order otherwise kept.
/// `gravity` becomes their first acceleration.
void add_bodies(State& state, const std::vector<NewBody>& bodies);

/// Removes the free rows marked; a clump goes when any of its members is marked. Contacts of
/// removed bodies vanish with their memory; of a bridge, half the liquid goes back to the film of
/// the partner that stays. Returns how many bodies went.
Index remove_bodies(State& state, std::vector<char> marked);

/// Columns for loads (state/load.h), or none. Loads begin as nothing; accelerations lose what came
/// from loads that end.
void set_loads(State& state, bool there);

/// Columns for grains that hang on walls, or none. All begin free.
void set_bonds(State& state, bool there);
/// Lets all bound grains go.
void free_all(State& state);

}  // namespace scree
