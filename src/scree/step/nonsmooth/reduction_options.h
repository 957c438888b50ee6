#pragma once
#include <optional>
#include <string>
#include <vector>

#include "scree/base/vec3.h"

namespace scree {

/// What lets bound grains go again.
enum class SplitBy { kBoth, kContacts, kTrial };

/// Where nothing may be bound: a body without substance, in the coordinates of the case.
enum class SensorKind { kPlane, kBox, kSphere };
struct Sensor {
  SensorKind kind = SensorKind::kBox;
  Vec3 point{0, 0, 0}, normal{0, 0, 1};  // plane [m]
  Vec3 lo{0, 0, 0}, hi{0, 0, 0};         // box [m]
  Vec3 center{0, 0, 0};                  // sphere [m]
  Real radius = 0;                       // sphere [m]
  std::string wall;                      // that it moves with; empty: it stays
};

/// When grains that move as one become one, and come apart again. Every speed and share has a
/// default that follows from gravity and the time step.
struct ReductionOptions {
  std::optional<Real> merge_speed;  // at a contact, below which it may become a bond [m/s]
  long merge_steps = 5;             // for how many steps in a row
  SplitBy split = SplitBy::kBoth;
  std::optional<Real>
      split_speed;  // at a contact with a bound grain, above which it is let go [m/s]
  std::optional<long> split_depth;  // layers of contacts around it that are let go with it
  long trial_depth = 2;             // layers of bound grains that the trial solve moves
  long trial_iterations = 15;
  Real trial_force = 0.2;  // net force over weight and contact force together
  std::vector<Sensor> sensors;
};

/// Their defaults: a grain that nothing holds gains g dt in a step.
constexpr Real kMergeFall = 0.3;     // merge_speed over g dt
constexpr Real kSplitOverMerge = 3;  // split_speed over merge_speed
constexpr Real kLeanOverMerge = 10;  // of the lean that lets a grain go

}  // namespace scree
