#pragma once
/// All contacts of one instant: who touches, with what force, and what that books.
#include "scree/detect/fast_bodies.h"
#include "scree/step/common/loads.h"
#include "scree/step/common/pair_forces.h"
#include "scree/step/stepper.h"

namespace scree {

/// Scratch of the pass, kept from step to step.
struct ContactWork {
  explicit ContactWork(StageTimes& t) : times(&t) {}

  StageTimes* times;
  NeighbourWork lists;
  ForceSums sums;
  LoadWork loads;
  WallTable gone;  // wall contacts that touched a step ago
  std::vector<BridgeEvent> pair_bridges, wall_bridges;
  ContactTrouble trouble;
  Real deepest = 0;  // overlap over the smaller radius
};

/// Wall contacts, forces with walls and between grains, ledger; what loads do at this instant
/// (common/loads.h) is in the sums from the beginning. Leaves sums of the rows to
/// `finish`, which gets each range of rows once no contact will add to it.
void contact_forces(const Scene& scene, State& state, Real dt, ContactWork& work,
                    const FinishRows& finish);

/// Names the contact.
StepReport overlap_trouble(const Scene& scene, const State& state, Real dt,
                           const ContactTrouble& trouble);

/// What the last pass found: how deep, and what is wrong.
StepReport contact_trouble(const Scene& scene, const State& state, Real dt,
                           const ContactWork& work);

/// Films and ledger after bridges formed or ruptured in the pass.
void settle_bridges(const Scene& scene, State& state, Real dt, ContactWork& work);

/// Names a body that meets another one, or a wall, too fast for the step: trouble that comes before
/// what the pass has found.
void set_too_fast(const Scene& scene, const State& state, Real dt, const FastBody& body,
                  StepReport& report);

/// Says which body is not at a finite place.
StepReport not_finite(const State& state);

}  // namespace scree
