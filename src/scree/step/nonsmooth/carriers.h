#pragma once
/// Walls that carry bound grains: how these move with them, and what the walls feel of them. Only a
/// wall that does not turn carries; its surface may be a belt.
#include "scree/state/scene.h"
#include "scree/state/state.h"

namespace scree {

inline bool can_carry(const WallState& wall) {
  return wall.present && !(norm2(wall.w) > 0) && !(norm2(wall.belt_w) > 0);
}
/// Of the surface, and of all that it carries.
inline Vec3 carried_velocity(const WallState& wall) { return wall.v + wall.belt_v; }

/// Sums over the grains that a wall carries, as long as these are the same and their rows, too.
struct Burden {
  Index first = -1;      // row of one of them; -1: it carries none
  Real mass = 0;         // [kg]
  Vec3 moment{0, 0, 0};  // sum of m x; for a wall at rest [kg m]
};
/// By wall.
std::vector<Burden> burdens_of(const Scene& scene, const State& state);

/// Walls that carry and have changed their velocity by more than `most`, turn, or are gone.
std::vector<char> walls_that_shake(const std::vector<Burden>& burdens, Real most,
                                   const State& state);

/// A step of the grains that walls carry: those of walls that move go with them. What weight and
/// acceleration ask for is force, and work, of their walls.
void carry_bound(const std::vector<Burden>& burdens, Real dt, State& state);

}  // namespace scree
