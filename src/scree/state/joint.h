#pragma once
/// What connects bodies: rods and springs between grains, joints between parts of machines.
#include <optional>
#include <string>
#include <vector>

#include "scree/base/vec3.h"

namespace scree {

enum class JointKind { kRod, kSpring, kLock, kHinge, kSlider, kBall, kDistance };

/// Between a body and another one, or a fixed point.
struct Joint {
  JointKind kind = JointKind::kRod;
  Id body = 0, to = -1;  // ids; -1: the anchor
  Vec3 anchor{0, 0, 0};  // [m]
  Real length = 0;       // of the rod; rest length of the spring [m]
  Real stiffness = 0;    // [N/m]
  Real damping = 0;      // [N s/m]
};

/// What a motor does in phases in which it does not run.
enum class MotorOff { kLoose, kHolds };

/// Between a part and another wall or the world; made where the two stand at the start.
struct MachineJoint {
  JointKind kind = JointKind::kLock;
  std::string name;
  Index part = 0, to = -1;           // rows of Scene::walls; -1: the world
  Vec3 at{0, 0, 0};                  // where it is at the start, in the coordinates of the case [m]
  Vec3 to_at{0, 0, 0};               // distance: its other end [m]
  Vec3 axis{0, 0, 1};                // hinge, slider
  std::optional<Real> length;        // distance; absent: that of the start [m]
  std::optional<Real> lower, upper;  // limits of the angle [rad] or shift [m]
  std::optional<Real> motor_speed;   // [rad/s] or [m/s]
  std::optional<Real> motor_force;   // at most; absent: any [N m] or [N]
  std::vector<char> motor_on;        // by phase
  MotorOff motor_off = MotorOff::kLoose;
  Real compliance = 0, turn_compliance = 0;  // of what it holds [m/N], [rad/(N m)]
  Real damping_time = 0;                     // of a compliant joint [s]

  bool turns() const { return kind == JointKind::kHinge; }
  bool slides() const { return kind == JointKind::kSlider; }
};

}  // namespace scree
