#pragma once
/// Friction of one instant: which contacts stick, which slip, and with what force
/// (docs/theory/dae.md, section 3).
#include "scree/step/common/force_sums.h"
#include "scree/step/dae/dae_options.h"
#include "scree/step/dae/friction_contacts.h"
#include "scree/step/dae/friction_solve.h"
#include "scree/step/dae/joints.h"

namespace scree {

/// Is the instant one that the step ends with, or one in between, at which no contact changes its
/// state?
enum class Instant { kFinal, kStage };

class FrictionPass {
 public:
  explicit FrictionPass(const DaeOptions& options) : options_(options) {}

  /// Adds friction and the forces of joints to `sums`, which hold all other forces. `dt`: of the
  /// step that led here. At the final instant contacts change their state and are booked.
  SolveReport forces(const Scene& scene, State& state, Real dt, Instant instant,
                     const PreconditionerSource& preconditioner, ForceSums& sums);

  /// Forces that hold a body cancel but for rounding: over a million steps that would move it.
  void drop_rounding(State& state) const;

  /// Takes from the velocities what sticking contacts and rods do not allow.
  /// Exact to the rounding of the largest speed, or of what a step of the largest acceleration
  /// adds.
  SolveReport project_velocities(State& state, Real dt, const PreconditionerSource& preconditioner);

  /// What each contact does, after the last forces(): to see whether one has changed.
  struct ContactState {
    Index i, j, surface;  // j = -1 - wall at walls
    bool sticks;
    bool turned;  // a slipping contact moves against the direction it slipped in
    bool operator==(const ContactState&) const = default;
  };
  using Signature = std::vector<ContactState>;
  Signature signature() const;

  /// Did a contact begin to stick at the last final instant? Its velocity is then taken from it in
  /// any case: without projection it drifts from zero, not from where it was caught.
  bool caught() const { return caught_; }

  const ConstraintSet& set() const { return set_; }
  const std::vector<FrictionContact>& contacts() const { return contacts_; }
  /// The contact of each block of set(), in order; rods follow without one.
  const std::vector<Index>& block_contact() const { return block_contact_; }

 private:
  /// Relative velocity of contacts that hold which counts as none [m/s].
  Real velocity_tolerance(const State& state, Real largest_speed) const;
  void gather(const Scene& scene, State& state, Real dt, Instant instant);
  void add_force(State& state, Index contact, Vec3 force, Real dt, ForceSums& sums);

  DaeOptions options_;
  std::vector<FrictionContact> contacts_;
  std::vector<JointNow> joints_;
  ConstraintSet set_;
  std::vector<Index> block_contact_;
  std::vector<Real> lambda_, driven_v_, u_before_;
  std::vector<Vec3> slip_;    // force of contacts that slip; zero for others
  std::vector<char> sticks_;  // by block
  bool caught_ = false;
  std::vector<Twist> z_;
  Real scale_ = 0;   // largest acceleration without friction [m/s^2]
  Real height_ = 0;  // of all bodies that move [m]
  SolveWork work_;
};

}  // namespace scree
