#include "scree/step/common/bridges.h"

#include <algorithm>

#include "scree/state/liquid.h"

namespace scree {
namespace {

/// What a bridge joins, and the numbers of its law. j = -1: a wall.
struct Ends {
  Index i, j;
  const BridgeLaw& law;
  Real radius;  // R

  Real energy(Real volume, Real gap) const { return bridge_energy(law.pull, radius, volume, gap); }
};

Ends pair_ends(const Scene& scene, const Grains& g, Index i, Index j) {
  const BridgeLaw& law = scene.law.bridge_of(g.material[i], g.material[j]);
  const Real r_i = g.place[i].r, r_j = g.place[j].r;
  return {i, j, law, bridge_radius(law.radius, r_i * r_j / (r_i + r_j))};
}
Ends wall_ends(const Scene& scene, const Grains& g, const WallTable& t, Index k) {
  const Index material = scene.walls[t.wall[k]].surfaces[t.surface[k]].material;
  const BridgeLaw& law = scene.law.bridge_of(g.material[t.row[k]], material);
  return {t.row[k], -1, law, bridge_radius(law.radius, g.place[t.row[k]].r)};
}

/// The integrator does the trapezoidal work of a force. A bridge that is found formed at overlap x
/// pulls with F over half of this step, so the bodies got F v dt/2, while the bridge now holds -F
/// x: the difference, of either sign and zero in the mean, is booked. At the start of a run (dt =
/// 0) there is nothing to book.
void book_formation(Ledger& ledger, const Ends& ends, const BridgeEvent& e, Real dt) {
  ++ledger.formations;
  if (dt > 0)
    ledger.bridge_timing += ends.law.pull * ends.radius * (-e.gap - 0.5 * e.closing_speed * dt);
}

/// The same at rupture: the bridge held E at the last step and pulled over half of this one. What
/// it would have held at its rupture distance is the loss proper, the rest is timing.
void book_rupture(Ledger& ledger, const Ends& ends, Real volume, Real rupture, Real gap,
                  Real closing_speed, Real dt) {
  ++ledger.ruptures;
  const Real loss = ends.energy(volume, rupture);
  const Real before = gap + closing_speed * dt;
  const Real pull = bridge_force(ends.law.pull, ends.radius, volume, before);
  ledger.rupture += loss;
  ledger.bridge_timing += ends.energy(volume, before) - 0.5 * pull * closing_speed * dt - loss;
}

template <class Table, class JointOf>
void apply(State& state, Table& t, const std::vector<BridgeEvent>& events, Real dt,
           const JointOf& ends_of) {
  if (events.empty()) return;
  Grains& g = state.grains;
  const bool films = g.has(kFilms);
  // Bridges that form at one step all see the films as they were before it: no order among them.
  std::vector<Portions> wanted(films ? events.size() : 0);
  for (std::size_t n = 0; n < wanted.size(); ++n) {
    if (!events[n].formed) continue;
    const Ends ends = ends_of(events[n].k);
    wanted[n] = portions(ends.law, g, ends.i, ends.j);
  }
  for (std::size_t n = 0; n < events.size(); ++n) {
    const BridgeEvent& e = events[n];
    const Ends ends = ends_of(e.k);
    Real &volume = t.bridge[e.k], &rupture = t.rupture[e.k];
    if (e.formed) {
      volume = films ? take_from_films(g, ends.i, ends.j, wanted[n]) : ends.law.volume;
      rupture = std::min(rupture_distance(ends.law, ends.radius, volume), state.lists.reach);
      book_formation(state.ledger, ends, e, dt);
    } else {
      book_rupture(state.ledger, ends, volume, rupture, e.gap, e.closing_speed, dt);
      give_to_films(g, ends.i, ends.j, volume);
      volume = rupture = 0;
    }
  }
}

}  // namespace

void apply_pair_bridges(const Scene& scene, State& state, const std::vector<BridgeEvent>& events,
                        Real dt) {
  PairTable& t = state.pairs;
  apply(state, t, events, dt,
        [&](Index k) { return pair_ends(scene, state.grains, t.i[k], t.j[k]); });
}

void apply_wall_bridges(const Scene& scene, State& state, const std::vector<BridgeEvent>& events,
                        Real dt) {
  WallTable& t = state.wall_contacts;
  apply(state, t, events, dt, [&](Index k) { return wall_ends(scene, state.grains, t, k); });
}

void apply_torn(const Scene& scene, State& state, const std::vector<TornBridge>& torn, Real dt) {
  Grains& g = state.grains;
  for (const TornBridge& b : torn) {
    const Vec3 d = scene.domain.cell.nearest(position(g.place[b.j]) - position(g.place[b.i]));
    const Real distance = norm(d), gap = distance - g.place[b.i].r - g.place[b.j].r;
    const Real closing_speed = dot(g.motion[b.i].v - g.motion[b.j].v, d) / distance;
    book_rupture(state.ledger, pair_ends(scene, g, b.i, b.j), b.volume, b.rupture, gap,
                 closing_speed, dt);
    give_to_films(g, b.i, b.j, b.volume);
  }
}

void apply_gone(const Scene& scene, State& state, const WallTable& gone) {
  for (std::size_t k = 0; k < gone.bridge.size(); ++k) {
    if (!(gone.bridge[k] > 0)) continue;
    const Ends ends = wall_ends(scene, state.grains, gone, static_cast<Index>(k));
    // Its gap of now is not known: what it held at the last step is gone.
    book_rupture(state.ledger, ends, gone.bridge[k], gone.rupture[k], gone.gap[k], 0, 0);
    give_to_films(state.grains, gone.row[k], -1, gone.bridge[k]);
  }
}

}  // namespace scree
