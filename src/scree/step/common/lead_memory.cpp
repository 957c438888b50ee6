#include "scree/step/common/lead_memory.h"

namespace scree {
namespace {

/// Motion of one body relative to its partner at their contact.
struct Slip {
  Vec3 n;
  Vec3 v;       // tangential [m/s]
  Vec3 spin;    // [rad/s]
  Real radius;  // R* [m]
};

Slip slip_of(Vec3 n, Vec3 v, Vec3 spin, Real radius) {
  return {n, v - dot(v, n) * n, spin, radius};
}

template <class Table>
void lead(Table& table, Index k, const Slip& slip, Real time) {
  table.spring[k].spring += time * slip.v;
  if (!table.roll.empty()) {
    table.roll[k].roll += time * slip.radius * cross(slip.spin, slip.n);
    table.roll[k].twist += time * dot(slip.spin, slip.n);
  }
  if (table.slip.empty()) return;
  PartialSlipMemory& cells = table.slip[k];
  for (int c = 0; c < kSlipSprings; ++c)
    if (engaged_width(cells.a, cells.width, c) > 0) cells.spring[c] += time * slip.v;
}

}  // namespace

void lead_memory(const Scene& scene, State& state, Real time) {
  const Grains& g = state.grains;
  PairTable& pairs = state.pairs;
  for (Index k = 0; k < pairs.count; ++k) {
    const Index i = pairs.i[k], j = pairs.j[k];
    if (i == j || !(pairs.spring[k].a > 0)) continue;
    const Place &p = g.place[i], &o = g.place[j];
    const Vec3 d = scene.domain.nearest(position(o) - position(p));
    const Real distance = norm(d), overlap = p.r + o.r - distance;
    const Vec3 n = d / distance;
    const Vec3 turning =
        (p.r - 0.5 * overlap) * g.motion[i].w + (o.r - 0.5 * overlap) * g.motion[j].w;
    lead(pairs, k,
         slip_of(n, g.motion[i].v - g.motion[j].v + cross(turning, n),
                 g.motion[i].w - g.motion[j].w, p.r * o.r / (p.r + o.r)),
         time);
  }
  WallTable& walls = state.wall_contacts;
  for (Index k = 0; k < walls.size(); ++k) {
    if (!(walls.spring[k].a > 0)) continue;
    const Index i = walls.row[k];
    const WallState& wall = state.walls[walls.wall[k]];
    const Vec3 n = walls.normal[k];
    const Real arm = g.place[i].r + 0.5 * walls.gap[k];
    const Vec3 at = position(g.place[i]) + arm * n;
    const Vec3 v = g.motion[i].v + cross(arm * g.motion[i].w, n) - wall.surface_velocity(at);
    lead(walls, k, slip_of(n, v, g.motion[i].w - wall.w, g.place[i].r), time);
  }
}

}  // namespace scree
