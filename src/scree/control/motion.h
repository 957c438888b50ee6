#pragma once
/// Where the motions of a case have brought a wall, and how fast it moves.
#include "scree/case/case.h"

namespace scree {

/// Evolving numbers of one motion; kept in State::controls.
struct MotionMemory {
  Real clock = 0;     // time it has been on [s]
  Real servo = 0;     // displacement of a servo along its direction [m]
  Real speed = 0;     // of the servo now [m/s]
  Real measured = 0;  // smoothed force of the servo [N]
};
constexpr int kMotionNumbers = sizeof(MotionMemory) / sizeof(Real);

struct Pose {
  Vec3 x{0, 0, 0};  // image of the frame's origin
  Quat q;
  Vec3 v{0, 0, 0}, w{0, 0, 0};
  Vec3 belt_v{0, 0, 0}, belt_w{0, 0, 0}, belt_x{0, 0, 0};
};

/// Rotations are applied first, each about its centre, then all translations: so an axis moves
/// with its wall. `on[k]` tells whether motion k runs now; one that is off keeps its displacement.
Pose pose_of(const std::vector<Motion>& motions, const std::vector<MotionMemory>& memory,
             const std::vector<char>& on);

/// Advances the clocks of motions that are on, and servos by the force the wall exerts.
void advance_motions(const std::vector<Motion>& motions, const std::vector<char>& on,
                     Vec3 wall_force, Real dt, std::vector<MotionMemory>& memory);

/// Gravity at time t of the run.
Vec3 gravity_at(const GravityOptions& g, Real t);
bool gravity_changes(const GravityOptions& g);

}  // namespace scree
