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

}  // namespace scree
