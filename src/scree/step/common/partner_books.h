#pragma once
/// Who did work on whom: what bodies that move as they are told feel of the grains, and the power
/// they give them. One text for forces and impulses, lanes and single contacts.
#include "scree/state/state.h"

namespace scree {

/// What a partner feels at a contact, and its power on the grains. Of impulses: their work.
template <class N>
struct PartnerLoad {
  Vec3T<N> force, torque;  // on it [N], [N m]
  N power;                 // of it on the others [W]
};

/// Force and couple on a wall at a point that moves with `velocity`; the torque is about the origin
/// of its frame.
template <class N>
SCREE_FN PartnerLoad<N> load_on_wall(const Vec3T<N>& force, const Vec3T<N>& couple,
                                     const Vec3T<N>& point, const Vec3T<N>& velocity,
                                     const Vec3T<N>& origin, const Vec3T<N>& spin) {
  return {force, cross(point - origin, force) + couple,
          -(dot(force, velocity) + dot(couple, spin))};
}

/// Force and torque about its centre on a prescribed grain.
SCREE_FN PartnerLoad<Real> load_on_grain(Vec3 force, Vec3 torque, const Motion8& m) {
  return {force, torque, -dot(force, m.v) - dot(torque, m.w)};
}

/// Puts a force that acts for a step, or an impulse, into the books of a wall.
inline void book_force(const PartnerLoad<Real>& load, Real dt, WallState& wall) {
  wall.force += load.force;
  wall.torque += load.torque;
  wall.power += load.power;
  wall.work += load.power * dt;
}
/// A part has its own energy: its work on others is no work from outside.
inline void book_impulse(const PartnerLoad<Real>& load, Real dt, bool part, WallState& wall) {
  wall.force += load.force / dt;
  wall.torque += load.torque / dt;
  wall.power += load.power / dt;
  if (!part) wall.work += load.power;
}

/// The group of prescribed grains that a row belongs to; null if it keeps no books.
inline GroupState* group_of(State& state, Index row) {
  const Grains& g = state.grains;
  const Index group = g.has(kPrescribed) ? g.group[row] : -1;
  return group >= 0 && group < static_cast<Index>(state.groups.size()) ? &state.groups[group]
                                                                       : nullptr;
}
/// The same for a prescribed grain: its group, and the ledger.
inline void book_force(const PartnerLoad<Real>& load, Real dt, Index row, State& state) {
  state.ledger.prescribed += load.power * dt;
  GroupState* group = group_of(state, row);
  if (!group) return;
  group->force += load.force;
  group->power += load.power;
  group->work += load.power * dt;
}
/// Work alone; row -1: of nobody.
inline void book_work(Real work, Index row, State& state) {
  if (row < 0) return;
  state.ledger.prescribed += work;
  if (GroupState* group = group_of(state, row)) group->work += work;
}
inline void book_impulse(const PartnerLoad<Real>& load, Real dt, Index row, State& state) {
  state.ledger.prescribed += load.power;
  GroupState* group = group_of(state, row);
  if (!group) return;
  group->force += load.force / dt;
  group->power += load.power / dt;
  group->work += load.power;
}

}  // namespace scree
