#include "scree/state/edit.h"

#include <algorithm>

#include "scree/base/error.h"

namespace scree {
namespace {

void follow_rows(State& state, const std::vector<Index>& new_row) {
  PairTable& p = state.pairs;
  PairTable kept;
  for (Index k = 0; k < p.count; ++k) {
    const Index a = new_row[p.i[k]], b = new_row[p.j[k]];
    if ((a < 0) != (b < 0) && !p.bridge.empty() && !state.grains.film.empty())
      state.grains.film[std::max(a, b)] += 0.5 * p.bridge[k];
    if (a < 0 || b < 0 || a == b) continue;  // gone, or filling, which the next list makes anew
    SCREE_EXPECT(a < b);                     // edits keep the order of rows within a status
    kept.i.push_back(a);
    kept.j.push_back(b);
    kept.spring.push_back(p.spring[k]);
    if (!p.roll.empty()) kept.roll.push_back(p.roll[k]);
    if (!p.slip.empty()) kept.slip.push_back(p.slip[k]);
    if (!p.friction.empty()) kept.friction.push_back(p.friction[k]);
    if (p.bridge.empty()) continue;
    kept.bridge.push_back(p.bridge[k]);
    kept.rupture.push_back(p.rupture[k]);
  }
  kept.count = static_cast<Index>(kept.i.size());
  p = std::move(kept);
  const WallTable old = std::move(state.wall_contacts);
  WallTable& t = state.wall_contacts;
  t = WallTable{};
  for (Index k = 0; k < old.size(); ++k) {
    if (new_row[old.row[k]] < 0) continue;
    append(t, old, k);
    t.row.back() = new_row[old.row[k]];
  }
}

void reorder(State& state, const std::vector<Index>& order) {
  std::vector<Index> new_row(state.grains.size(), -1);
  for (std::size_t r = 0; r < order.size(); ++r) new_row[order[r]] = static_cast<Index>(r);
  state.grains.permute(order);
  follow_rows(state, new_row);
}

Real smallest(Vec3 v) { return std::min({v.x, v.y, v.z}); }

void append_sphere(State& state, const NewBody& b, std::size_t s, Vec3 x, Index owner, Vec3 local) {
  Grains& g = state.grains;
  g.place.push_back({x.x, x.y, x.z, b.radii[s]});
  if (!b.films.empty()) g.film.push_back(b.films[s]);
  Motion8 m{b.v, b.w, 1 / b.mass, b.inertia.x > 0 ? 1 / smallest(b.inertia) : 0};
  if (owner >= 0) m.v += cross(b.w, rotate(b.q, local));
  g.motion.push_back(m);
  Accel8 a{};
  if (owner == -1) a.a = state.gravity;
  g.accel.push_back(a);
  g.id.push_back(static_cast<Id>(state.next_id++));
  g.material.push_back(b.material);
  g.label.push_back(b.label);
  g.image.push_back({0, 0, 0});
  g.owner.push_back(owner);
  g.local.push_back(local);
}

Vec3 momentum_of(const NewBody& b) {
  const Vec3 w = rotate_back(b.q, b.w);
  return rotate(b.q, Vec3{b.inertia.x * w.x, b.inertia.y * w.y, b.inertia.z * w.z});
}

Index append_clump(State& state, const NewBody& b) {
  Clumps& c = state.clumps;
  const Index k = c.size();
  c.resize(k + 1);
  c.x[k] = b.x, c.v[k] = b.v, c.w[k] = b.w, c.q[k] = b.q;
  c.a[k] = state.gravity;
  c.momentum[k] = momentum_of(b);
  c.inv_mass[k] = 1 / b.mass;
  c.inertia[k] = b.inertia;
  c.id[k] = static_cast<Id>(state.next_id);
  return k;
}

}  // namespace

void add_bodies(State& state, const std::vector<NewBody>& bodies) {
  Grains& g = state.grains;
  const Index before = g.size();
  g.owner.resize(before, -1);
  g.local.resize(before);
  std::vector<char> status(before, 0);
  for (Index r = 0; r < before; ++r) status[r] = r < g.singles ? 0 : r < g.free ? 1 : 2;
  for (const NewBody& b : bodies) {
    const bool clump = !b.centres.empty() && b.prescribed < 0;
    const Index owner = b.prescribed >= 0 ? prescribed_owner(b.prescribed)
                        : clump           ? append_clump(state, b)
                                          : -1;
    for (std::size_t s = 0; s < b.radii.size(); ++s) {
      const Vec3 local = b.centres.empty() ? Vec3{0, 0, 0} : b.centres[s];
      const Vec3 x = b.x + rotate(b.q, local);
      append_sphere(state, b, s, x, owner, b.prescribed >= 0 ? x : local);
      status.push_back(b.prescribed >= 0 ? 2 : clump ? 1 : 0);
    }
  }
  std::vector<Index> order;
  for (char wanted : {0, 1, 2}) {
    for (Index r = 0; r < g.size(); ++r)
      if (status[r] == wanted) order.push_back(r);
    if (wanted == 0) g.singles = static_cast<Index>(order.size());
    if (wanted == 1) g.free = static_cast<Index>(order.size());
  }
  const Index singles = g.singles, free = g.free;
  reorder(state, order);
  g.singles = singles;
  g.free = free;
  if (g.singles == g.size()) g.owner.clear(), g.local.clear();
}

Index remove_bodies(State& state, std::vector<char> marked) {
  Grains& g = state.grains;
  Clumps& c = state.clumps;
  std::vector<char> clump_goes(c.size(), 0);
  for (Index r = g.singles; r < g.free; ++r) clump_goes[g.owner[r]] |= marked[r];
  for (Index r = g.singles; r < g.free; ++r) marked[r] = clump_goes[g.owner[r]];
  std::vector<Index> order;
  Index singles = 0, free = 0;
  for (Index r = 0; r < g.size(); ++r) {
    if (marked[r] && r < g.free) continue;
    order.push_back(r);
    singles += r < g.singles;
    free += r < g.free;
  }
  Index gone = g.singles - singles;
  reorder(state, order);
  g.singles = singles;
  g.free = free;
  std::vector<Index> new_clump(c.size(), -1);
  Index kept = 0;
  for (Index k = 0; k < c.size(); ++k) {
    if (clump_goes[k]) {
      ++gone;
      continue;
    }
    new_clump[k] = kept;
    c.x[kept] = c.x[k], c.v[kept] = c.v[k], c.w[kept] = c.w[k], c.a[kept] = c.a[k];
    c.momentum[kept] = c.momentum[k], c.torque[kept] = c.torque[k], c.q[kept] = c.q[k];
    c.inv_mass[kept] = c.inv_mass[k], c.inertia[kept] = c.inertia[k];
    c.id[kept] = c.id[k], c.image[kept] = c.image[k];
    ++kept;
  }
  c.resize(kept);
  for (Index r = g.singles; r < g.free; ++r) g.owner[r] = new_clump[g.owner[r]];
  return gone;
}

}  // namespace scree
