#pragma once
/// Liquid bridges of eight contacts: the pull of those that are there, and a note of what forms and
/// what ruptures. The notes are worked off after the force loop, in table order, because liquid is
/// shared between contacts (step/common/bridges.h).
#include <vector>

#include "scree/law/bridge.h"
#include "scree/state/scene.h"
#include "scree/step/common/law_lanes.h"

namespace scree {

/// A bridge that forms or ruptures at this step.
struct BridgeEvent {
  Index k;             // row of its table
  bool formed;         // else: ruptured
  Real gap;            // [m]
  Real closing_speed;  // [m/s]
};

struct BridgeLanes {
  Pack pull, reference;  // see BridgeLaw
};

SCREE_FN BridgeLanes broadcast(const BridgeLaw& law) { return {Pack(law.pull), Pack(law.radius)}; }

/// `pair(l)` is the law of lane l.
template <class Pair>
SCREE_FN BridgeLanes gather_bridges(Pair pair) {
  BridgeLanes out;
  for (int l = 0; l < kLanes; ++l) {
    const BridgeLaw& law = pair(l);
    out.pull.v[l] = law.pull;
    out.reference.v[l] = law.radius;
  }
  return out;
}

/// Notes the lanes where something happens; returns the pull of bridges that form now. They form
/// in overlap, where the pull does not depend on the volume yet to be found.
template <class HasLiquid>
__attribute__((noinline)) Pack note_bridges(Index k, Mask formed, Mask ruptured, Pack touch_pull,
                                            const ContactIn<Pack>& in, const HasLiquid& has_liquid,
                                            std::vector<BridgeEvent>& events) {
  Pack force(0.0);
  for (int l = 0; l < kLanes; ++l) {
    if (!formed.v[l] && !ruptured.v[l]) continue;
    if (formed.v[l] && !has_liquid(l)) continue;
    if (formed.v[l]) force.v[l] = touch_pull[l];
    const ContactIn<Real> one = lane_of(in, l);
    events.push_back({k + l, formed.v[l] != 0, -one.overlap, dot(one.v, one.n)});
  }
  return force;
}

/// Pull of the bridges of contacts [k, k + 8), positive pulls together [N]. `volume` and `rupture`
/// are the columns of the table; `has_liquid(l)`: is there anything to form a bridge from?
template <class HasLiquid>
SCREE_FN Pack bridge_lanes(const Real* volume, const Real* rupture, Index k, const BridgeLanes& law,
                           const ContactIn<Pack>& in, const HasLiquid& has_liquid,
                           std::vector<BridgeEvent>& events) {
  const Pack held = Pack::load(volume + k), gap = -in.overlap;
  const Mask there = held > Pack(0.0), holds = there & (gap <= Pack::load(rupture + k));
  const Mask ruptured = there & !holds;
  const Mask formed = (!there) & (in.overlap > Pack(0.0)) & (law.pull > Pack(0.0));
  const Pack radius = bridge_radius(law.reference, in.radius);
  const Pack some = select(holds, held, Pack(1.0));
  Pack force = select(holds, bridge_force(law.pull, radius, some, gap), Pack(0.0));
  if (any(formed | ruptured))
    force += note_bridges(k, formed, ruptured, law.pull * radius, in, has_liquid, events);
  return force;
}

}  // namespace scree
