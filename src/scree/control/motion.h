#pragma once
/// Where the motions of a case have brought a wall, and how fast it moves.
#include <span>

#include "scree/case/case.h"
#include "scree/state/control_memory.h"

namespace scree {

/// Where the motions of each wall and of each entry of [[bodies]] stand in ControlMemory::motions.
struct MotionRows {
  std::vector<SectionRows> walls, bodies;
};
/// Adds a row for every motion of the case.
MotionRows add_motions(const Case& c, std::vector<MotionMemory>& motions);

struct Pose {
  Vec3 x{0, 0, 0};  // image of the frame's origin
  Quat q;
  Vec3 v{0, 0, 0}, w{0, 0, 0};
  Vec3 belt_v{0, 0, 0}, belt_w{0, 0, 0}, belt_x{0, 0, 0};
};

/// Rotations are applied first, each about its centre, then all translations: so an axis moves
/// with its wall. `on[k]` tells whether motion k runs now; one that is off keeps its displacement.
Pose pose_of(const std::vector<Motion>& motions, std::span<const MotionMemory> memory,
             const std::vector<char>& on);

/// Advances the clocks of motions that are on, and servos by the force the wall exerts.
void advance_motions(const std::vector<Motion>& motions, const std::vector<char>& on,
                     Vec3 wall_force, Real dt, std::span<MotionMemory> memory);

/// Gravity at time t of the run.
Vec3 gravity_at(const GravityOptions& g, Real t);
bool gravity_changes(const GravityOptions& g);

}  // namespace scree
