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

/// Pieces of ghosts by the chunk they belong to, in the order of the chunks that write them.
void sort_ghosts(Index free, Index chunk, const std::vector<Index>& written, NeighbourWork& work) {
  const Index chunks = row_chunks(free);
  const auto home = [&](Index ghost) {
    return work.ghost_row[ghost] < free ? work.ghost_row[ghost] / chunk : chunks;
  };
  std::vector<GhostPiece> pieces;
  std::vector<Index> homes;
  work.fold_start.assign(chunks + 2, 0);
  for (std::size_t c = 0; c + 1 < written.size(); ++c)
    for (Index s = written[c]; s < written[c + 1];) {
      Index end = s + 1;
      while (end < written[c + 1] && home(end) == home(s)) ++end;
      pieces.push_back({s, end});
      homes.push_back(home(s));
      ++work.fold_start[home(s) + 1];
      s = end;
    }
  for (Index c = 0; c <= chunks; ++c) work.fold_start[c + 1] += work.fold_start[c];
  work.fold.resize(pieces.size());
  std::vector<Index> at(work.fold_start);
  for (std::size_t p = 0; p < pieces.size(); ++p) work.fold[at[homes[p]]++] = pieces[p];
}

/// Rows beyond its own that a chunk adds to, in order, each once. `last` says for every row which
/// chunk was the last to name it.
std::vector<Index> rows_beyond(const PairTable& pairs, Index begin, Index end, Index row_end,
                               Index chunk, std::vector<Index>& last) {
  std::vector<Index> beyond;
  for (Index k = begin; k < end; ++k) {
    const Index j = pairs.j[k];
    if (j < row_end || last[j] == chunk) continue;
    last[j] = chunk;
    beyond.push_back(j);
  }
  std::sort(beyond.begin(), beyond.end());
  return beyond;
}

/// Where each pair adds to its j: within the chunk to the row itself, beyond it to a ghost.
void assign_slots(const State& state, NeighbourWork& work) {
  const PairTable& pairs = state.pairs;
  const Index rows = state.grains.size(), size = row_chunk_size(state.grains.free);
  const Index chunks = static_cast<Index>(work.chunk_start.size()) - 1;
  const bool worth = chunks >= kWorthThreads;
  std::vector<std::vector<Index>> beyond(chunks);
  work.slot.resize(pairs.count);
#pragma omp parallel if (worth)
  {
    std::vector<Index> last(rows, -1), ghost(rows);
#pragma omp for schedule(dynamic)
    for (Index c = 0; c < chunks; ++c) {
      const Index begin = work.chunk_start[c], end = work.chunk_start[c + 1];
      const Index row_end = (c + 1) * size;
      beyond[c] = rows_beyond(pairs, begin, end, row_end, c, last);
      for (std::size_t s = 0; s < beyond[c].size(); ++s)
        ghost[beyond[c][s]] = static_cast<Index>(s);
      for (Index k = begin; k < end; ++k)  // ghosts count from the first of the chunk so far
        work.slot[k] = pairs.j[k] < row_end ? pairs.j[k] : rows + ghost[pairs.j[k]];
    }
  }
  std::vector<Index> written{0};  // first ghost of each chunk
  for (const std::vector<Index>& b : beyond)
    written.push_back(written.back() + static_cast<Index>(b.size()));
  work.ghost_row.resize(written.back());
#pragma omp parallel for schedule(static) if (worth)
  for (Index c = 0; c < chunks; ++c) {
    std::copy(beyond[c].begin(), beyond[c].end(), work.ghost_row.begin() + written[c]);
    for (Index k = work.chunk_start[c]; k < work.chunk_start[c + 1]; ++k)
      if (work.slot[k] >= rows) work.slot[k] += written[c];
  }
  sort_ghosts(state.grains.free, size, written, work);
}

/// Row chunks of a table as it stands: chunk c holds the pairs whose i lies in it.
void find_chunks(const State& state, NeighbourWork& work) {
  const Index size = row_chunk_size(state.grains.free), chunks = row_chunks(state.grains.free);
  work.chunk_start.assign(chunks + 1, 0);
  for (const Index i : state.pairs.i) ++work.chunk_start[i / size + 1];
  for (Index c = 0; c < chunks; ++c) work.chunk_start[c + 1] += work.chunk_start[c];
}

/// Memory of the old pairs, to be found again by (i, j) of the new rows.
struct Carry {
  std::vector<Index> start, j, source;  // by new row i
  std::vector<char> flipped, taken;

  /// `chunk_start`: the row chunks of the old table, where the order of the rows is kept: then
  /// every chunk can be handled on its own.
  Carry(const PairTable& old, const std::vector<Index>* new_row, Index rows,
        const std::vector<Index>& chunk_start)
      : start(rows + 1, 0) {
    const bool apart = !new_row && !chunk_start.empty() && chunk_start.back() == old.count;
    const std::vector<Index> whole{0, old.count};
    const std::vector<Index>& parts = apart ? chunk_start : whole;
    const Index count = static_cast<Index>(parts.size()) - 1;
    const auto row = [&](Index r) { return new_row ? (*new_row)[r] : r; };
#pragma omp parallel for schedule(static) if (count >= kWorthThreads)
    for (Index c = 0; c < count; ++c)
      for (Index k = parts[c]; k < parts[c + 1]; ++k)
        if (old.remembers(k)) ++start[std::min(row(old.i[k]), row(old.j[k])) + 1];
    for (Index r = 0; r < rows; ++r) start[r + 1] += start[r];
    j.resize(start[rows]);
    source.resize(start[rows]);
    flipped.resize(start[rows]);
    taken.resize(start[rows], 0);
    std::vector<Index> at(start);
#pragma omp parallel for schedule(static) if (count >= kWorthThreads)
    for (Index c = 0; c < count; ++c)
      for (Index k = parts[c]; k < parts[c + 1]; ++k) {
        if (!old.remembers(k)) continue;
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
void hand_over(Carry& carry, const PairTable& old, PairTable& now, Index i, Index k) {
  const Index slot = carry.find(i, now.j[k]);
  if (slot < 0) return;
  carry.taken[slot] = 1;
  const Index s = carry.source[slot];
  const Real sign = carry.flipped[slot] ? -1.0 : 1.0;
  now.spring[k] = {sign * old.spring[s].spring, old.spring[s].a};
  if (!now.bridge.empty() && !old.bridge.empty())  // a dry state may go on wet
    now.bridge[k] = old.bridge[s], now.rupture[k] = old.rupture[s];
  if (!now.roll.empty()) now.roll[k] = old.roll[s];
  if (now.slip.empty()) return;
  now.slip[k] = old.slip[s];
  for (Vec3& v : now.slip[k].spring) v = sign * v;
}

/// Bridges whose pair is on no list any more.
void find_torn(const Carry& carry, const PairTable& old, std::vector<TornBridge>& torn) {
  torn.clear();
  if (old.bridge.empty()) return;
  const Index rows = static_cast<Index>(carry.start.size()) - 1;
  for (Index i = 0; i < rows; ++i)
    for (Index s = carry.start[i]; s < carry.start[i + 1]; ++s) {
      const Index k = carry.source[s];
      if (!carry.taken[s] && old.bridge[k] > 0)
        torn.push_back({i, carry.j[s], old.bridge[k], old.rupture[k]});
    }
}

/// Pairs of the outer list that are close now, by row. Bridges form at touch: in a wet scene a
/// pair beyond that margin is only listed if it remembers something.
void find_inner(const Scene& scene, const State& state, const NeighbourWork& work,
                const Carry& carry, std::vector<Index>& start, std::vector<Index>& out) {
  const Grains& grains = state.grains;
  const bool wet = scene.law.wet();
  const Real margin = (wet ? 0 : state.lists.reach) + state.lists.inner_skin;
  const Vec3 inv = scene.domain.inverse_period();
  ChunkLists lists(grains.free, start);
  for_chunks(grains.free, [&](Index c, Index begin, Index end) {
    std::vector<Index>& found = lists.items[c];
    for (Index i = begin; i < end; ++i) {
      const std::size_t first = found.size();
      const Place p = grains.place[i];
      for (Index k = work.outer_start[i]; k < work.outer_start[i + 1]; ++k) {
        const Index j = work.outer_j[k];
        const Place q = grains.place[j];
        const Real reach = p.r + q.r + margin;
        if (distance2(scene.domain, inv, p, q) < reach * reach || (wet && carry.find(i, j) >= 0))
          found.push_back(j);
      }
      start[i + 1] = static_cast<Index>(found.size() - first);
    }
  });
  lists.join(out);
}

void make_pairs(const Scene& scene, State& state, NeighbourWork& work,
                const std::vector<Index>* new_row) {
  const Grains& grains = state.grains;
  const LawChoice& choice = scene.law.choice;
  Carry carry(state.pairs, new_row, grains.size(), work.chunk_start);
  std::vector<Index> start, near;
  find_inner(scene, state, work, carry, start, near);
  // Each row chunk is padded to whole lanes with pairs of its first row with itself.
  const Index size = row_chunk_size(grains.free), chunks = row_chunks(grains.free);
  work.chunk_start.assign(chunks + 1, 0);
  for (Index c = 0; c < chunks; ++c) {
    const Index count = start[std::min(grains.free, (c + 1) * size)] - start[c * size];
    work.chunk_start[c + 1] = work.chunk_start[c] + (count + kLanes - 1) / kLanes * kLanes;
  }
  PairTable now;
  now.count = work.chunk_start[chunks];
  now.i.resize(now.count);
  now.j.resize(now.count);
  now.spring.resize(now.count);
  if (choice.has_moment()) now.roll.resize(now.count);
  if (choice.has_partial_slip()) now.slip.resize(now.count);
  if (scene.law.wet()) now.bridge.resize(now.count, 0), now.rupture.resize(now.count, 0);
#pragma omp parallel for schedule(static) if (chunk_count(grains.free) >= kWorthThreads)
  for (Index c = 0; c < chunks; ++c) {
    Index k = work.chunk_start[c];
    for (Index i = c * size; i < std::min(grains.free, (c + 1) * size); ++i)
      for (Index s = start[i]; s < start[i + 1]; ++s, ++k) {
        now.i[k] = i;
        now.j[k] = near[s];
        hand_over(carry, state.pairs, now, i, k);
      }
    for (; k < work.chunk_start[c + 1]; ++k) now.i[k] = now.j[k] = c * size;
  }
  find_torn(carry, state.pairs, work.torn);
  state.pairs = std::move(now);
  assign_slots(state, work);
}

void remember(std::vector<Vec3>& where, const std::vector<Place>& place) {
  where.resize(place.size());
  for (std::size_t r = 0; r < place.size(); ++r) where[r] = position(place[r]);
}

/// Largest squared displacement of rows [begin, end); infinite if a position is not finite.
Real farthest2(const std::vector<Place>& place, const std::vector<Vec3>& since, Index first,
               Index last) {
  struct Max {
    Real v = 0;
    Max& operator+=(const Max& o) {
      v = std::max(v, o.v);
      return *this;
    }
  };
  const auto look = [&](Index begin, Index end) {
    Max m;
    for (Index r = first + begin; r < first + end; ++r) {
      const Real d2 = norm2(position(place[r]) - since[r]);
      m.v = d2 <= m.v ? m.v : d2 > m.v ? d2 : INFINITY;
    }
    return m;
  };
  return reduce_chunks<Max>(last - first, look).v;
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
  find_chunks(state, work);
  assign_slots(state, work);
  find_near_walls(scene, state, then, work);
  work.ready = true;
}

namespace {

/// A wide margin wastes lanes on pairs that do not touch, a narrow one wastes time on refreshing:
/// both cost about the same when a refresh comes every twenty steps.
void adapt_margin(ListMemory& lists, std::int64_t step) {
  const std::int64_t steps = step - lists.refreshed_at;
  if (steps < 14) lists.inner_skin = std::min(1.1 * lists.inner_skin, 0.35 * lists.skin);
  if (steps > 28) lists.inner_skin = std::max(0.95 * lists.inner_skin, 0.05 * lists.skin);
  lists.refreshed_at = step;
}

}  // namespace

Real moved_since_refresh(const State& state, Index begin, Index end) {
  return farthest2(state.grains.place, state.lists.inner, begin, end);
}

ListUpdate update_lists(const Scene& scene, State& state, NeighbourWork& work, Real moved2) {
  if (!std::isfinite(moved2)) return ListUpdate::kNotFinite;
  if (!work.ready) restore_lists(scene, state, work);
  const Real inner = state.lists.inner_skin, outer = state.lists.skin;
  bool wall_moved = false;
  for (std::size_t w = 0; w < state.walls.size() && !wall_moved; ++w)
    wall_moved = wall_shift(scene.walls[w], state.walls[w]) > outer / 2;
  if (!wall_moved && moved2 <= inner * inner / 4) return ListUpdate::kKept;
  adapt_margin(state.lists, state.step);
  const Real room = (outer - state.lists.inner_skin) / 2;
  const Index n = state.grains.size();
  if (wall_moved || farthest2(state.grains.place, state.lists.outer, 0, n) > room * room) {
    rebuild_lists(scene, state, work);
    return ListUpdate::kRebuilt;
  }
  refresh_pairs(scene, state, work);
  return ListUpdate::kRefreshed;
}

}  // namespace scree
