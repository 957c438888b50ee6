#include "scree/state/edit.h"

#include <algorithm>

#include "scree/base/error.h"
#include "scree/state/validate.h"

namespace scree {
namespace {

void follow_rows(State& state, const std::vector<Index>& new_row) {
  PairTable& p = state.pairs;
  PairTable kept;
  kept.present = p.present;
  for (Index k = 0; k < p.count; ++k) {
    const Index a = new_row[p.i[k]], b = new_row[p.j[k]];
    if ((a < 0) != (b < 0) && p.has(kBridges) && state.grains.has(kFilms))
      state.grains.film[std::max(a, b)] += 0.5 * p.bridge[k];
    // Who has lost a neighbour must find out whether it still stands.
    if ((a < 0) != (b < 0) && state.grains.has(kBonds) && touched(p, k))
      state.grains.bond[std::max(a, b)] = -1;
    if (a < 0 || b < 0 || a == b) continue;  // gone, or filling, which the next list makes anew
    SCREE_EXPECT(a < b);                     // edits keep the order of rows within a status
    append_row(kept, p, k);
    kept.i.back() = a, kept.j.back() = b;
  }
  kept.count = static_cast<Index>(kept.i.size());
  p = std::move(kept);
  const WallTable old = std::move(state.wall_contacts);
  WallTable& t = state.wall_contacts;
  t = WallTable{};
  t.present = old.present;
  for (Index k = 0; k < old.size(); ++k) {
    if (new_row[old.row[k]] < 0) continue;
    append_row(t, old, k);
    t.row.back() = new_row[old.row[k]];
  }
}

void reorder(State& state, const std::vector<Index>& order) {
  std::vector<Index> new_row(state.grains.size(), -1);
  for (std::size_t r = 0; r < order.size(); ++r) new_row[order[r]] = static_cast<Index>(r);
  gather_rows(state.grains, order);
  follow_rows(state, new_row);
}

Real smallest(Vec3 v) { return std::min({v.x, v.y, v.z}); }

void append_sphere(State& state, const NewBody& b, std::size_t s, Vec3 x, Index clump, Vec3 local) {
  Grains& g = state.grains;
  append_row(g);
  g.place.back() = {x.x, x.y, x.z, b.radii[s]};
  if (g.has(kFilms)) g.film.back() = b.films[s];
  Motion8 m{b.v, b.w, 1 / b.mass, b.inertia.x > 0 ? 1 / smallest(b.inertia) : 0};
  if (clump >= 0) m.v += cross(b.w, rotate(b.q, local));
  g.motion.back() = m;
  if (clump < 0 && b.prescribed < 0) g.accel.back().a = state.gravity;
  g.id.back() = static_cast<Id>(state.next_id++);
  g.material.back() = b.material;
  g.label.back() = b.label;
  if (g.has(kMembers)) g.body.back() = clump, g.local.back() = local;
  if (g.has(kPrescribed)) g.group.back() = b.prescribed, g.origin.back() = x;
  if (g.has(kBonds)) g.bond.back() = -1;
}

Index append_clump(State& state, const NewBody& b) {
  RigidBodies& c = state.bodies;
  const Index k = c.size();
  append_row(c);
  c.x[k] = b.x, c.v[k] = b.v, c.w[k] = b.w, c.q[k] = b.q;
  c.a[k] = state.gravity;
  c.momentum[k] = momentum_of(b.q, b.inertia, b.w);
  c.inv_mass[k] = 1 / b.mass;
  c.inertia[k] = b.inertia;
  c.id[k] = static_cast<Id>(state.next_id);
  c.active[k] = 1;
  return k;
}

/// The columns that these bodies are the first to need.
void begin_columns(const std::vector<NewBody>& bodies, Grains& g) {
  const Index before = g.size();
  const std::int64_t had = g.present;
  for (const NewBody& b : bodies) {
    if (!b.films.empty()) g.present |= kFilms;
    if (b.prescribed >= 0) g.present |= kPrescribed;
    if (!b.centres.empty() && b.prescribed < 0) g.present |= kMembers;
  }
  set_rows(g, before);
  if (g.has(kMembers) && !(had & kMembers)) std::fill(g.body.begin(), g.body.end(), -1);
  if (g.has(kPrescribed) && !(had & kPrescribed)) std::fill(g.group.begin(), g.group.end(), -1);
}

}  // namespace

void add_bodies(State& state, const std::vector<NewBody>& bodies) {
  Grains& g = state.grains;
  const Index before = g.size();
  begin_columns(bodies, g);
  std::vector<char> status(before, 0);
  for (Index r = 0; r < before; ++r) status[r] = r < g.singles ? 0 : r < g.free ? 1 : 2;
  for (const NewBody& b : bodies) {
    const bool clump = !b.centres.empty() && b.prescribed < 0;
    const Index row = clump ? append_clump(state, b) : -1;
    for (std::size_t s = 0; s < b.radii.size(); ++s) {
      const Vec3 local = b.centres.empty() ? Vec3{0, 0, 0} : b.centres[s];
      const Vec3 x = b.x + rotate(b.q, local);
      append_sphere(state, b, s, x, row, local);
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
  validate(state);
}

void set_loads(State& state, bool there) {
  Grains& g = state.grains;
  RigidBodies& c = state.bodies;
  if (there == g.has(kLoads) && there == c.has(kLoads)) return;
  for (Index r = 0; r < g.singles && g.has(kLoads); ++r) {
    g.accel[r].a -= g.motion[r].inv_mass * (g.pushed[r].force + g.dragged[r].force);
    g.accel[r].alpha -= g.motion[r].inv_inertia * (g.pushed[r].torque + g.dragged[r].torque);
  }
  for (Index k = 0; k < c.size() && c.has(kLoads); ++k) {
    c.a[k] -= c.inv_mass[k] * (c.pushed[k].force + c.dragged[k].force);
    c.torque[k] -= c.pushed[k].torque + c.dragged[k].torque;
  }
  g.present = there ? g.present | kLoads : g.present & ~kLoads;
  c.present = there ? c.present | kLoads : c.present & ~kLoads;
  set_rows(g, g.size());
  set_rows(c, c.size());
  validate(state);
}

void set_bonds(State& state, bool there) {
  Grains& g = state.grains;
  if (there == g.has(kBonds)) return;
  g.present = there ? g.present | kBonds : g.present & ~kBonds;
  set_rows(g, g.size());
  if (there) free_all(state);
  validate(state);
}

void free_all(State& state) {
  std::fill(state.grains.bond.begin(), state.grains.bond.end(), -1);
  std::fill(state.grains.still.begin(), state.grains.still.end(), 0);
}

Index remove_bodies(State& state, std::vector<char> marked) {
  Grains& g = state.grains;
  RigidBodies& c = state.bodies;
  std::vector<char> clump_goes(c.size(), 0);
  for (Index r = g.singles; r < g.free; ++r) clump_goes[g.body[r]] |= marked[r];
  for (Index r = g.singles; r < g.free; ++r) marked[r] = clump_goes[g.body[r]];
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
  std::vector<Index> clumps;  // that stay
  for (Index k = 0; k < c.size(); ++k) {
    if (clump_goes[k]) {
      ++gone;
      continue;
    }
    new_clump[k] = static_cast<Index>(clumps.size());
    clumps.push_back(k);
  }
  gather_rows(c, clumps);
  for (Index r = g.singles; r < g.free; ++r) g.body[r] = new_clump[g.body[r]];
  validate(state);
  return gone;
}

}  // namespace scree
