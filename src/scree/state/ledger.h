#pragma once
/// The books of energy: what was brought in, taken out and lost since the start, each entry from
/// its own formula. A channel is described once, in ledger_channels(): series, cycles, the sum of
/// losses and the checkpoint follow.
#include <array>

#include "scree/law/pair_law.h"

namespace scree {

/// Numbers [J], and counts. Losses of contacts by channel come first: see ContactLoss.
struct Ledger : ContactLoss<Real> {
  Ledger() : ContactLoss<Real>{} {}  // all of it begins at zero
  Real gravity = 0;                  // energy brought in by a changing gravity
  Real emitted = 0;                  // energy of bodies put in
  Real removed = 0;                  // energy of bodies taken out
  Real prescribed = 0;               // work of prescribed grains on the others
  Real rupture = 0;                  // what bridges held when they ruptured
  Real bridge_timing = 0;            // of forming and rupturing at a step, not between: either sign
  Real joints = 0;                   // lost in joints: dashpots, stabilisation, limits
  Real motors = 0;                   // work of motors
  Real applied = 0;                  // work of loads from outside, without what drags
  Real drag = 0;                     // what drags took
  Real merging = 0;                  // motion that grains lost when they were bound
  Real formations = 0;               // of bridges
  Real ruptures = 0;                 // of bridges
};

/// What a channel does to the energy of the bodies.
enum class Flow { kLost, kBroughtIn, kTakenOut, kNone };
/// Where its column stands: in every series, or with others that only some scenes have.
enum class ShownWith { kEverything, kAudit, kJoints, kMotors, kLoads, kReduction, kBridges };

struct LedgerChannel {
  const char* column;
  const char* unit;
  Real Ledger::*value;
  Flow flow;
  ShownWith shown = ShownWith::kEverything;
};

/// In the order of the columns.
constexpr std::array<LedgerChannel, 20> ledger_channels() {
  using L = Ledger;
  return {{{"contact_work", "J", &L::work, Flow::kNone, ShownWith::kAudit},
           {"lost_normal_dashpot", "J", &L::normal_dashpot, Flow::kLost},
           {"lost_tangential_dashpot", "J", &L::tangential_dashpot, Flow::kLost},
           {"lost_sliding", "J", &L::sliding, Flow::kLost},
           {"lost_rolling", "J", &L::rolling, Flow::kLost},
           {"lost_released", "J", &L::released, Flow::kLost},
           {"lost_adhesion", "J", &L::adhesion, Flow::kLost},
           {"lost_rupture", "J", &L::rupture, Flow::kLost},
           {"lost_bridge_timing", "J", &L::bridge_timing, Flow::kLost},
           {"lost_joints", "J", &L::joints, Flow::kLost, ShownWith::kJoints},
           {"emitted", "J", &L::emitted, Flow::kBroughtIn},
           {"removed", "J", &L::removed, Flow::kTakenOut},
           {"gravity_work", "J", &L::gravity, Flow::kBroughtIn},
           {"prescribed_work", "J", &L::prescribed, Flow::kBroughtIn},
           {"motor_work", "J", &L::motors, Flow::kBroughtIn, ShownWith::kMotors},
           {"work_applied", "J", &L::applied, Flow::kBroughtIn, ShownWith::kLoads},
           {"lost_drag", "J", &L::drag, Flow::kLost, ShownWith::kLoads},
           {"lost_merging", "J", &L::merging, Flow::kLost, ShownWith::kReduction},
           {"bridge_formations", "", &L::formations, Flow::kNone, ShownWith::kBridges},
           {"bridge_ruptures", "", &L::ruptures, Flow::kNone, ShownWith::kBridges}}};
}
static_assert(sizeof(Ledger) == ledger_channels().size() * sizeof(Real), "a channel is missing");

}  // namespace scree
