#include "scree/step/common/lead_memory.h"

#include "scree/state/contact_geometry.h"

namespace scree {
namespace {

template <class Table>
void lead(Table& table, Index k, const ContactIn<Real>& in, Real time) {
  const Vec3 slip = in.v - dot(in.v, in.n) * in.n;
  table.spring[k].spring += time * slip;
  if (table.has(kRolls)) {
    table.roll[k].roll += time * in.radius * cross(in.spin, in.n);
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

}  // namespace

void lead_memory(const Scene& scene, State& state, Real time) {
  PairTable& pairs = state.pairs;
  for (Index k = 0; k < pairs.count; ++k)
    if (pairs.i[k] != pairs.j[k] && pairs.spring[k].a > 0)
      lead(pairs, k, pair_geometry(scene, state, k).in, time);
  WallTable& walls = state.wall_contacts;
  for (Index k = 0; k < walls.size(); ++k)
    if (walls.spring[k].a > 0) lead(walls, k, wall_geometry(state, k).in, time);
}

void convert_memory(const Scene& scene, State& state, Real dt) {
  state.multistep.clear();
  if (!scene.rigid_contacts()) return lead_memory(scene, state, 0.5 * (dt - state.clock.dt));
  // The same forces.
  const Real ratio = dt / state.clock.dt;
  scale_impulses(state.pairs, ratio);
  scale_impulses(state.wall_contacts, ratio);
  for (PointContact& c : state.point_contacts) c.p_n *= ratio, c.p_t = ratio * c.p_t;
  for (JointState& joint : state.machine)
    for (Real& impulse : joint.impulse) impulse *= ratio;
}

}  // namespace scree
