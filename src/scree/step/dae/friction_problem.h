#pragma once
/// Problem (P) of one instant: who touches, who may stick, and all that is known before it is
/// solved (docs/theory/dae.md, section 3).
#include "scree/step/common/force_sums.h"
#include "scree/step/dae/dae_options.h"
#include "scree/step/dae/friction_contacts.h"
#include "scree/step/dae/joints.h"

namespace scree {

/// Is the instant one that the step ends with, or one in between, at which no contact changes its
/// state?
enum class Instant { kFinal, kStage };

/// An instant, and the step that led to it.
struct Moment {
  Instant instant;
  Real dt;  // zero at the start of a run, and in between [s]
};

struct FrictionProblem {
  std::vector<FrictionContact> contacts;
  std::vector<JointNow> joints;

  // Contacts that may stick, and rods: their rows and bounds.
  ConstraintSet set;
  std::vector<Index> block_contact;   // the contact of each block; rods follow without one
  std::vector<char> block_held;       // of those: did it stick a step ago?
  std::vector<Real> driven_velocity;  // what each row should come to [m/s]
  std::vector<Real> driven_rate;      // and how fast its velocity should change [m/s^2]
  std::vector<Real> guess;            // of the multipliers [N]

  // What the others do.
  std::vector<Vec3> sliding;  // friction of the contacts that slide, on i; zero for others [N]
  std::vector<Twist> free;    // accelerations without the forces that are sought [m/s^2]

  // What rounding is measured by.
  Real scale = 0;       // largest acceleration without friction [m/s^2]
  Real fall_speed = 0;  // of a fall through the height of all bodies that move [m/s]

  Constraints rates() const { return {set, driven_rate}; }
  Constraints velocities() const { return {set, driven_velocity}; }
};

/// Contacts, joints, rows, bounds and first guess; friction of the contacts that slide.
void pose_friction(const Scene& scene, const State& state, const DaeOptions& options, Moment at,
                   FrictionProblem& problem);

/// Accelerations by `sums`, which hold all forces that are known, and the scales of rounding.
void pose_accelerations(const Scene& scene, const State& state, const ForceSums& sums,
                        FrictionProblem& problem);

}  // namespace scree
