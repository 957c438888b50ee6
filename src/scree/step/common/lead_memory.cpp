#include "scree/step/common/lead_memory.h"

#include "scree/state/contact_geometry.h"

namespace scree {
namespace {

/// Springs go `back` to this instant [s], rolling ones are stretched there, and all go `ahead` [s].
struct Lead {
  Real back, ahead, stretch;
};

template <class Table>
void lead(Table& table, Index k, const ContactIn<Real>& in, const Lead& by) {
  const Vec3 slip = in.v - dot(in.v, in.n) * in.n;
  const Real time = by.ahead - by.back;
  table.spring[k].spring += time * slip;
  if (table.has(kRolls)) {
    const Vec3 rolling = in.radius * cross(in.spin, in.n);
    Vec3& roll = table.roll[k].roll;
    roll = by.stretch * (roll - by.back * rolling) + by.ahead * rolling;
    table.roll[k].twist += time * dot(in.spin, in.n);
  }
  if (!table.has(kPartialSlip)) return;
  PartialSlipMemory& cells = table.slip[k];
  for (int c = 0; c < kSlipSprings; ++c)
    if (engaged_width(cells.a, cells.width, c) > 0) cells.spring[c] += time * slip;
}

template <class Table>
void scale_impulses(Table& table, Real ratio) {
  for (ImpulseMemory& m : table.impulse) m = {ratio * m.p_t, ratio * m.p_n};
  for (CoupleMemory& m : table.couple) m = {ratio * m.roll, ratio * m.twist};
}

void lead_all(const Scene& scene, State& state, const Lead& by) {
  PairTable& pairs = state.pairs;
  for (Index k = 0; k < pairs.count; ++k)
    if (pairs.i[k] != pairs.j[k] && pairs.spring[k].a > 0)
      lead(pairs, k, pair_geometry(scene, state, k).in, by);
  WallTable& walls = state.wall_contacts;
  for (Index k = 0; k < walls.size(); ++k)
    if (walls.spring[k].a > 0) lead(walls, k, wall_geometry(state, k).in, by);
}

}  // namespace

void lead_memory(const Scene& scene, State& state, Real time) {
  lead_all(scene, state, {0, time, 1});
}

void convert_memory(const Scene& scene, State& state, Real dt) {
  state.multistep.clear();
  const Real ratio = dt / state.clock.dt;
  if (!scene.rigid_contacts()) {
    // The bristle of constant rolling friction is as stiff as the step allows, k ~ 1/dt^2: it
    // carries the same couple stretched so.
    const bool bristle = scene.law.choice.rolling == RollingLaw::kConstant;
    return lead_all(scene, state, {0.5 * state.clock.dt, 0.5 * dt, bristle ? ratio * ratio : 1});
  }
  // The same forces.
  scale_impulses(state.pairs, ratio);
  scale_impulses(state.wall_contacts, ratio);
  for (PointContact& c : state.point_contacts) c.p_n *= ratio, c.p_t = ratio * c.p_t;
  for (JointState& joint : state.machine)
    for (Real& impulse : joint.impulse) impulse *= ratio;
}

}  // namespace scree
