#pragma once
/// Walls that carry bound grains: how these move with them, and what the walls feel of them. A wall
/// carries as a rigid body does; the surface of a belt moves on, and all that it carries with it.
#include "scree/state/scene.h"
#include "scree/state/state.h"
#include "scree/step/nonsmooth/posing.h"

namespace scree {

/// Whether anything may hang on a wall: a belt that runs round a curve is no rigid body, and where
/// a wall turns across a periodic axis places and their images part.
bool can_carry(const Domain& domain, const WallState& wall);

/// Velocity of what a wall carries, at a place; its spin is that of the wall.
inline Vec3 carried_velocity(const WallState& wall, Vec3 at) {
  return wall.v + wall.belt_v + cross(wall.w, at - wall.x);
}
/// How far a wall that stands at the end of a step has taken in it what was at a place.
Vec3 carried_way(const WallState& wall, Vec3 at, Real dt);
/// Whether what a wall carries stays where it is.
inline bool carries_at_rest(const WallState& wall) {
  return !(norm2(wall.v + wall.belt_v) > 0) && !(norm2(wall.w) > 0);
}
/// Whether what two walls carry moves as one.
bool move_alike(const WallState& a, const WallState& b);

/// Sums over the grains that a wall carries, as long as these are the same and their rows, too.
struct Burden {
  Index first = -1;      // row of one of them; -1: it carries none
  Real mass = 0;         // [kg]
  Vec3 moment{0, 0, 0};  // sum of m x [kg m]
};
/// By wall.
std::vector<Burden> burdens_of(const Scene& scene, const State& state);

/// Walls that carry and have changed their velocity by more than `most`, or can carry no more.
std::vector<char> walls_that_shake(const Scene& scene, const std::vector<Burden>& burdens,
                                   Real most, Real dt, const State& state);

/// A step of the grains that walls carried when it began (`active` moved by themselves): those of
/// walls that move go with them. What weight and acceleration ask for is force, and work, of their
/// walls.
void carry_bound(const Posing& active, Real dt, std::vector<Burden>& burdens, State& state);

}  // namespace scree
