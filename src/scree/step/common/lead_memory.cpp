#include "scree/step/common/lead_memory.h"

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
  const Grains& g = state.grains;
  PairTable& pairs = state.pairs;
  for (Index k = 0; k < pairs.count; ++k) {
    const Index i = pairs.i[k], j = pairs.j[k];
    if (i == j || !(pairs.spring[k].a > 0)) continue;
    const Place &p = g.place[i], &o = g.place[j];
    const Vec3 d = scene.domain.cell.nearest(position(o) - position(p));
    lead(pairs, k,
         sphere_pair(d, p.r, o.r, motion_of(g.motion[i]), motion_of(g.motion[j]), true).in, time);
  }
  WallTable& walls = state.wall_contacts;
  for (Index k = 0; k < walls.size(); ++k) {
    if (!(walls.spring[k].a > 0)) continue;
    const Index i = walls.row[k];
    const Place& p = g.place[i];
    const SphereWall<Real> c =
        sphere_wall(walls.normal[k], walls.gap[k], position(p), p.r, motion_of(g.motion[i]),
                    state.walls[walls.wall[k]].motion());
    lead(walls, k, c.in, time);
  }
}

}  // namespace scree
