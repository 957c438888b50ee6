#pragma once
/// Where a contact of the tables is and how its partners move there, one at a time.
#include "scree/law/kinematics.h"
#include "scree/state/scene.h"
#include "scree/state/state.h"

namespace scree {

/// Pair k, which is no filling.
inline SpherePair<Real> pair_geometry(const Scene& scene, const State& state, Index k) {
  const Grains& g = state.grains;
  const Index i = state.pairs.i[k], j = state.pairs.j[k];
  const Place &p = g.place[i], &o = g.place[j];
  const Vec3 d = scene.domain.cell.nearest(position(o) - position(p));
  return sphere_pair(d, p.r, o.r, motion_of(g.motion[i]), motion_of(g.motion[j]), true);
}

/// Contact k with a wall.
inline SphereWall<Real> wall_geometry(const State& state, Index k) {
  const WallTable& t = state.wall_contacts;
  const Place& p = state.grains.place[t.row[k]];
  return sphere_wall(t.normal[k], t.gap[k], position(p), p.r,
                     motion_of(state.grains.motion[t.row[k]]), state.walls[t.wall[k]].motion());
}

/// The laws of their materials.
inline const PairLaw& pair_law(const Scene& scene, const State& state, Index k) {
  const auto& material = state.grains.material;
  return scene.law.of(material[state.pairs.i[k]], material[state.pairs.j[k]]);
}
inline const PairLaw& wall_law(const Scene& scene, const State& state, Index k) {
  const WallTable& t = state.wall_contacts;
  return scene.law.of(state.grains.material[t.row[k]],
                      scene.walls[t.wall[k]].surfaces[t.surface[k]].material);
}

}  // namespace scree
