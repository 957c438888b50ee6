#include "scree/detect/neighbours.h"

#include <algorithm>
#include <cmath>

#include "scree/base/error.h"
#include "scree/base/parallel.h"
#include "scree/detect/wall_search.h"

namespace scree {
namespace {

/// Row lists of chunks, joined in order: the same for any number of threads.
struct ChunkLists {
  std::vector<std::vector<Index>> items;  // one list per chunk
  std::vector<Index>* start;              // per row count, then offsets

  ChunkLists(Index rows, std::vector<Index>& start_out)
      : items(chunk_count(rows)), start(&start_out) {
    start->assign(rows + 1, 0);
  }
  void join(std::vector<Index>& out) {
    const Index rows = static_cast<Index>(start->size()) - 1;
    for (Index r = 0; r < rows; ++r) (*start)[r + 1] += (*start)[r];
    out.resize((*start)[rows]);
    for_chunks(rows, [&](Index c, Index begin, Index) {
      std::copy(items[c].begin(), items[c].end(), out.begin() + (*start)[begin]);
    });
  }
};

bool same_clump(const Grains& g, Index i, Index j) {
  return !g.owner.empty() && g.owner[i] >= 0 && g.owner[i] == g.owner[j];
}

SCREE_FN Real distance2(const Domain& domain, const Vec3& inv, const Place& a, const Place& b) {
  Real dx = b.x - a.x, dy = b.y - a.y, dz = b.z - a.z;
  dx -= domain.period.x * std::nearbyint(dx * inv.x);
  dy -= domain.period.y * std::nearbyint(dy * inv.y);
  dz -= domain.period.z * std::nearbyint(dz * inv.z);
  return dx * dx + dy * dy + dz * dz;
}

void find_outer(const Scene& scene, const State& state, const std::vector<Place>& place,
                const std::vector<CellGrid>& grids, NeighbourWork& work) {
  const Grains& grains = state.grains;
  const Real margin = state.lists.reach + state.lists.skin;
  const Vec3 inv = scene.domain.inverse_period();
  ChunkLists lists(grains.free, work.outer_start);
  for_chunks(grains.free, [&](Index c, Index begin, Index end) {
    std::vector<Index>& found = lists.items[c];
    for (Index i = begin; i < end; ++i) {
      const std::size_t first = found.size();
      const Place p = place[i];
      for (const CellGrid& grid : grids) {
        if (grid.end <= i + 1) continue;
        for_rows_near(grid, scene.domain, position(p), p.r + grid.rmax + margin, i + 1,
                      [&](Index j) {
                        const Real reach = p.r + place[j].r + margin;
                        if (distance2(scene.domain, inv, p, place[j]) < reach * reach &&
                            !same_clump(grains, i, j))
                          found.push_back(j);
                      });
      }
      std::sort(found.begin() + first, found.end());
      work.outer_start[i + 1] = static_cast<Index>(found.size() - first);
    }
  });
  lists.join(work.outer_j);
}

/// Pairs in which a row is j, by counting; ascending because pairs are.
void index_partners(const State& state, NeighbourWork& work) {
  const PairTable& pairs = state.pairs;
  const Index n = state.grains.size(), free = state.grains.free;
  work.pair_start.assign(free + 1, 0);
  work.partner_start.assign(n + 1, 0);
  for (Index k = 0; k < pairs.count; ++k) {
    ++work.pair_start[pairs.i[k] + 1];
    ++work.partner_start[pairs.j[k] + 1];
  }
  for (Index r = 0; r < free; ++r) work.pair_start[r + 1] += work.pair_start[r];
  for (Index r = 0; r < n; ++r) work.partner_start[r + 1] += work.partner_start[r];
  work.partner.resize(pairs.count);
  std::vector<Index>& at = work.partner_start;
  for (Index k = 0; k < pairs.count; ++k) work.partner[at[pairs.j[k]]++] = k;
  for (Index r = n; r > 0; --r) at[r] = at[r - 1];
  at[0] = 0;
}

/// Memory of the old pairs, to be found again by (i, j) of the new rows.
struct Carry {
  std::vector<Index> start, j, source;  // by new row i
  std::vector<char> flipped;

  Carry(const PairTable& old, const std::vector<Index>* new_row, Index rows) : start(rows + 1, 0) {
    const auto row = [&](Index r) { return new_row ? (*new_row)[r] : r; };
    for (Index k = 0; k < old.count; ++k)
      if (old.spring[k].a > 0) ++start[std::min(row(old.i[k]), row(old.j[k])) + 1];
    for (Index r = 0; r < rows; ++r) start[r + 1] += start[r];
    j.resize(start[rows]);
    source.resize(start[rows]);
    flipped.resize(start[rows]);
    std::vector<Index> at(start);
    for (Index k = 0; k < old.count; ++k) {
      if (!(old.spring[k].a > 0)) continue;
      const Index a = row(old.i[k]), b = row(old.j[k]);
      const Index slot = at[std::min(a, b)]++;
      j[slot] = std::max(a, b);
      source[slot] = k;
      flipped[slot] = a > b;
    }
  }
  Index find(Index i, Index wanted) const {
    for (Index s = start[i]; s < start[i + 1]; ++s)
      if (j[s] == wanted) return s;
    return -1;
  }
};

/// Seen from the other side a relative tangential displacement changes sign; rolling displacement
/// and twist do not, because both the relative spin and the normal turn round.
void hand_over(const Carry& carry, const PairTable& old, PairTable& now, Index i, Index k) {
  const Index slot = carry.find(i, now.j[k]);
  if (slot < 0) return;
  const Index s = carry.source[slot];
  const Real sign = carry.flipped[slot] ? -1.0 : 1.0;
  now.spring[k] = {sign * old.spring[s].spring, old.spring[s].a};
  if (!now.roll.empty()) now.roll[k] = old.roll[s];
  if (now.slip.empty()) return;
  now.slip[k] = old.slip[s];
  for (Vec3& v : now.slip[k].spring) v = sign * v;
}

void make_pairs(const Scene& scene, State& state, NeighbourWork& work,
                const std::vector<Index>* new_row) {
  const Grains& grains = state.grains;
  const LawChoice& choice = scene.law.choice;
  const Real margin = state.lists.reach + state.lists.inner_skin;
  const Vec3 inv = scene.domain.inverse_period();
  const Carry carry(state.pairs, new_row, grains.size());
  PairTable now;
  ChunkLists lists(grains.free, work.pair_start);
  for_chunks(grains.free, [&](Index c, Index begin, Index end) {
    std::vector<Index>& found = lists.items[c];
    for (Index i = begin; i < end; ++i) {
      const std::size_t first = found.size();
      const Place p = grains.place[i];
      for (Index k = work.outer_start[i]; k < work.outer_start[i + 1]; ++k) {
        const Place q = grains.place[work.outer_j[k]];
        const Real reach = p.r + q.r + margin;
        if (distance2(scene.domain, inv, p, q) < reach * reach) found.push_back(work.outer_j[k]);
      }
      work.pair_start[i + 1] = static_cast<Index>(found.size() - first);
    }
  });
  lists.join(now.j);
  now.count = static_cast<Index>(now.j.size());
  const Index padded = (now.count + kLanes - 1) / kLanes * kLanes;
  now.j.resize(padded, 0);
  now.i.assign(padded, 0);
  now.spring.assign(padded, SpringMemory{});
  if (choice.has_moment()) now.roll.assign(padded, RollMemory{});
  if (choice.has_partial_slip()) now.slip.assign(padded, PartialSlipMemory{});
  for_chunks(grains.free, [&](Index, Index begin, Index end) {
    for (Index i = begin; i < end; ++i)
      for (Index k = work.pair_start[i]; k < work.pair_start[i + 1]; ++k) {
        now.i[k] = i;
        hand_over(carry, state.pairs, now, i, k);
      }
  });
  state.pairs = std::move(now);
  index_partners(state, work);
}

void remember(std::vector<Vec3>& where, const std::vector<Place>& place) {
  where.resize(place.size());
  for (std::size_t r = 0; r < place.size(); ++r) where[r] = position(place[r]);
}

/// Largest squared displacement since `since`; NaN counts as infinite.
Real farthest2(const std::vector<Place>& place, const std::vector<Vec3>& since) {
  struct Max {
    Real v = 0;
    Max& operator+=(const Max& o) {
      v = std::max(v, o.v);
      return *this;
    }
  };
  return reduce_chunks<Max>(static_cast<Index>(place.size()),
                            [&](Index begin, Index end) {
                              Max m;
                              for (Index r = begin; r < end; ++r) {
                                const Real d2 = norm2(position(place[r]) - since[r]);
                                m.v = d2 <= m.v ? m.v : d2 > m.v ? d2 : INFINITY;
                              }
                              return m;
                            })
      .v;
}

}  // namespace

void rebuild_lists(const Scene& scene, State& state, NeighbourWork& work) {
  wrap(scene.domain, state.grains);
  std::vector<Index> order;
  const std::vector<CellGrid> grids = make_grids(scene.domain, state.grains, state.grains.place,
                                                 state.lists.reach + state.lists.skin, order);
  state.grains.permute(order);
  std::vector<Index> new_row(order.size());
  for (std::size_t r = 0; r < order.size(); ++r) new_row[order[r]] = static_cast<Index>(r);
  move_rows(state.wall_contacts, new_row);
  find_outer(scene, state, state.grains.place, grids, work);
  remember(state.lists.outer, state.grains.place);
  remember(state.lists.inner, state.grains.place);
  make_pairs(scene, state, work, &new_row);
  for (WallState& w : state.walls) w.listed_x = w.x, w.listed_q = w.q;
  find_near_walls(scene, state, state.grains.place, work);
  ++state.lists.builds;
  work.ready = true;
}

void refresh_pairs(const Scene& scene, State& state, NeighbourWork& work) {
  remember(state.lists.inner, state.grains.place);
  make_pairs(scene, state, work, nullptr);
  ++state.lists.refreshes;
}

void restore_lists(const Scene& scene, const State& state, NeighbourWork& work) {
  std::vector<Place> then = state.grains.place;
  for (std::size_t r = 0; r < then.size(); ++r)
    then[r] = {state.lists.outer[r].x, state.lists.outer[r].y, state.lists.outer[r].z, then[r].r};
  std::vector<Index> order;
  const std::vector<CellGrid> grids =
      make_grids(scene.domain, state.grains, then, state.lists.reach + state.lists.skin, order);
  for (std::size_t r = 0; r < order.size(); ++r) SCREE_EXPECT(order[r] == static_cast<Index>(r));
  find_outer(scene, state, then, grids, work);
  index_partners(state, work);
  find_near_walls(scene, state, then, work);
  work.ready = true;
}

ListUpdate update_lists(const Scene& scene, State& state, NeighbourWork& work) {
  if (!work.ready) restore_lists(scene, state, work);
  const Real inner = state.lists.inner_skin, outer = state.lists.skin;
  bool wall_moved = false;
  for (std::size_t w = 0; w < state.walls.size() && !wall_moved; ++w)
    wall_moved = wall_shift(scene.walls[w], state.walls[w]) > outer / 2;
  const Real moved2 = farthest2(state.grains.place, state.lists.inner);
  if (!std::isfinite(moved2)) return ListUpdate::kNotFinite;
  if (!wall_moved && moved2 <= inner * inner / 4) return ListUpdate::kKept;
  const Real room = (outer - inner) / 2;
  if (wall_moved || farthest2(state.grains.place, state.lists.outer) > room * room) {
    rebuild_lists(scene, state, work);
    return ListUpdate::kRebuilt;
  }
  refresh_pairs(scene, state, work);
  return ListUpdate::kRefreshed;
}

}  // namespace scree
