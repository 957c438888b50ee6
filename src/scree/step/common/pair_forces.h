#pragma once
/// The force pass over grain-grain and grain-wall contacts: narrow phase and law in one sweep.
#include <functional>
#include <vector>

#include "scree/detect/neighbours.h"
#include "scree/law/pair_law.h"
#include "scree/state/scene.h"
#include "scree/state/state.h"
#include "scree/step/common/bridge_lanes.h"
#include "scree/step/common/force_sums.h"

namespace scree {

/// A contact out of bounds: the first one found, by table order.
struct ContactTrouble {
  bool found = false;
  Index i = -1, j = -1;  // rows; j = -1: a wall
  Index wall = -1;
  Real overlap = 0, radius = 0, speed = 0;
  Index part = -1;     // instead of i: a part of a machine
  Index surface = -1;  // of the wall
};

/// Sum over the pass.
struct ForcePass {
  ContactLoss<Real> loss{};
  Real prescribed_work = 0;  // of prescribed grains on the others [J]
  ContactTrouble trouble;
  Real deepest = 0;                  // overlap over the smaller radius
  std::vector<BridgeEvent> bridges;  // that form and rupture, in table order
};

/// Called with a range of rows that no contact will touch any more in this pass.
using FinishRows = std::function<void(Index begin, Index end)>;

/// Evaluates every pair at the present x and v, advances its memory by dt and adds the forces.
/// `out.rows` has a place for every grain and stand-in and holds what walls have added.
/// A row's sum is complete once the pairs of its own chunk are done: `finish` then reads it while
/// it is in the cache.
ForcePass pair_forces(const Scene& scene, State& state, const NeighbourWork& lists, Real dt,
                      ForceSums& out, const FinishRows& finish);

/// Evaluates the wall contacts; also sums force, torque, power and work of each wall.
ForcePass wall_forces(const Scene& scene, State& state, Real dt, ForceSums& out);

/// Energy left in the springs of wall contacts that are no more [J].
Real energy_left(const Scene& scene, const State& state, const WallTable& gone);

}  // namespace scree
