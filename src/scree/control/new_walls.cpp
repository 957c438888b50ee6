#include "scree/control/new_walls.h"

#include <cmath>

#include "scree/detect/wall_search.h"
#include "scree/law/normal.h"

namespace scree {
namespace {

/// With the contacts of this instant at walls, those that overlap with springs at zero.
State with_wall_contacts(const Scene& scene, const State& state) {
  State then = state;
  NeighbourWork lists;
  WallTable gone;
  rebuild_lists(scene, then, lists);
  find_wall_contacts(scene, then, lists, gone);
  WallTable& t = then.wall_contacts;
  for (Index k = 0; k < t.size(); ++k)
    if (t.gap[k] < 0 && !touched(t, k))
      t.spring[k].a = std::sqrt(-t.gap[k] * then.grains.place[t.row[k]].r);
  return then;
}

}  // namespace

Real wall_spring_energy(const Scene& scene, const State& state, Index wall) {
  const WallTable& t = state.wall_contacts;
  Real e = 0;
  for (Index k = 0; k < t.size(); ++k) {
    if (t.wall[k] != wall || !touched(t, k)) continue;
    // An impulse may be of a contact that has opened since; a neck that is stretched holds energy.
    if (t.has(kImpulses) && t.gap[k] >= 0) continue;
    const PairLaw& law = scene.law.of(state.grains.material[t.row[k]],
                                      scene.walls[wall].surfaces[t.surface[k]].material);
    e += normal_energy(scene.law.choice.normal, law, -t.gap[k], state.grains.place[t.row[k]].r);
  }
  return e;
}

Real met_spring_energy(const Scene& scene, const State& state, Index wall) {
  if (state.wall_contacts.has(kImpulses)) return 0;
  return wall_spring_energy(scene, with_wall_contacts(scene, state), wall);
}

void meet_walls(const Scene& scene, State& state) {
  if (state.wall_contacts.has(kImpulses)) return;
  state.wall_contacts = with_wall_contacts(scene, state).wall_contacts;
}

}  // namespace scree
