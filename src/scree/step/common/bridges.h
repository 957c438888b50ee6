#pragma once
/// What happens to bridges besides pulling: they form and rupture, liquid moves, and the ledger
/// hears of it. Serial and in table order: the same bits for any number of threads.
#include "scree/detect/neighbours.h"
#include "scree/step/common/bridge_lanes.h"

namespace scree {

/// Works off the notes of the force loop over pairs (wall contacts).
void apply_pair_bridges(const Scene& scene, State& state, const std::vector<BridgeEvent>& events,
                        Real dt);
void apply_wall_bridges(const Scene& scene, State& state, const std::vector<BridgeEvent>& events,
                        Real dt);

/// Bridges whose pair left all lists within the step.
void apply_torn(const Scene& scene, State& state, const std::vector<TornBridge>& torn, Real dt);
/// Bridges of wall contacts that are no more.
void apply_gone(const Scene& scene, State& state, const WallTable& gone);

}  // namespace scree
