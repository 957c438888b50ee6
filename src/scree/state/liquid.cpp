#include "scree/state/liquid.h"

#include <algorithm>

namespace scree {
namespace {

Real share(const BridgeLaw& law, Real r_i, Real r_j) {
  return law.share > 0 ? law.share : facing_share(r_i, r_j);
}

}  // namespace

Portions portions(const BridgeLaw& law, const Grains& grains, Index i, Index j) {
  const Real r_i = grains.place[i].r, r_j = j >= 0 ? grains.place[j].r : r_i;
  Portions p;
  p.i = share(law, r_i, r_j) * grains.film[i];
  if (j >= 0) p.j = share(law, r_j, r_i) * grains.film[j];
  return p;
}

Real take_from_films(Grains& grains, Index i, Index j, Portions wanted) {
  const auto take = [&](Index row, Real portion) {
    const Real given = std::min(portion, 0.5 * grains.film[row]);
    grains.film[row] -= given;
    return given;
  };
  return take(i, wanted.i) + (j >= 0 ? take(j, wanted.j) : 0);
}

void give_to_films(Grains& grains, Index i, Index j, Real volume) {
  if (!grains.has(kFilms)) return;
  const Real half = 0.5 * volume;
  grains.film[i] += j >= 0 ? half : volume;
  if (j >= 0) grains.film[j] += volume - half;
}

Real end_wall_bridges(const Scene& scene, State& state, Index wall) {
  WallTable& t = state.wall_contacts;
  Real energy = 0;
  for (std::size_t k = 0; k < t.bridge.size(); ++k) {
    if (t.wall[k] != wall || !(t.bridge[k] > 0)) continue;
    const Index material = scene.walls[wall].surfaces[t.surface[k]].material;
    const BridgeLaw& law = scene.law.bridge_of(state.grains.material[t.row[k]], material);
    const Real radius = bridge_radius(law.radius, state.grains.place[t.row[k]].r);
    energy += bridge_energy(law.pull, radius, t.bridge[k], t.gap[k]);
    give_to_films(state.grains, t.row[k], -1, t.bridge[k]);
    t.bridge[k] = 0;
  }
  return energy;
}

}  // namespace scree
