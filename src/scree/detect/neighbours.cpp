#include "scree/detect/neighbours.h"

#include <algorithm>
#include <cmath>

#include "scree/base/error.h"
#include "scree/base/pack.h"
#include "scree/base/parallel.h"
#include "scree/detect/carry.h"
#include "scree/detect/close_rows.h"
#include "scree/detect/fast_bodies.h"
#include "scree/detect/wall_search.h"
#include "scree/state/validate.h"

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
  /// `out` is readable up to whole lanes.
  void join(RawVector<Index>& out) {
    const Index rows = static_cast<Index>(start->size()) - 1;
    for (Index r = 0; r < rows; ++r) (*start)[r + 1] += (*start)[r];
    out.resize((*start)[rows] + kLanes);
    std::fill(out.end() - kLanes, out.end(), 0);
    for_chunks(rows, [&](Index c, Index begin, Index) {
      std::copy(items[c].begin(), items[c].end(), out.begin() + (*start)[begin]);
    });
  }
};

bool same_clump(const Grains& g, Index i, Index j) {
  return g.has(kMembers) && g.body[i] >= 0 && g.body[i] == g.body[j];
}

void find_outer(const Scene& scene, const State& state, const std::vector<Place>& place,
                const std::vector<CellGrid>& grids, NeighbourWork& work) {
  const Grains& grains = state.grains;
  const Real margin = state.lists.reach + state.lists.skin;
  const CloseRows close(scene.domain, place, margin);
  ChunkLists lists(grains.free, work.outer_start);
  for_chunks(grains.free, [&](Index c, Index begin, Index end) {
    std::vector<Index>& found = lists.items[c];
    for (Index i = begin; i < end; ++i) {
      const std::size_t first = found.size();
      const Place p = place[i];
      for (const CellGrid& grid : grids) {
        if (grid.end <= i + 1) continue;
        for_runs_near(grid, scene.domain, position(p), p.r + grid.rmax + margin, i + 1,
                      [&](Index from, Index to) {
                        close.in_range(p, from, to, [&](Index j) {
                          if (!same_clump(grains, i, j)) found.push_back(j);
                        });
                      });
      }
      std::sort(found.begin() + first, found.end());
      work.outer_start[i + 1] = static_cast<Index>(found.size() - first);
    }
  });
  lists.join(work.outer_j);
}

/// Pieces of stand-ins by the chunk they belong to, in the order of the chunks that write them.
void sort_stand_ins(Index free, Index chunk, const std::vector<Index>& written,
                    NeighbourWork& work) {
  const Index chunks = row_chunks(free);
  const auto home = [&](Index stand_in) {
    return work.stand_in_row[stand_in] < free ? work.stand_in_row[stand_in] / chunk : chunks;
  };
  std::vector<StandInPiece> pieces;
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

/// Where each pair adds to its j: within the chunk to the row itself, beyond it to a stand-in.
void assign_slots(const State& state, NeighbourWork& work) {
  const PairTable& pairs = state.pairs;
  const Index rows = state.grains.size(), size = row_chunk_size(state.grains.free);
  const Index chunks = static_cast<Index>(work.chunk_start.size()) - 1;
  const bool worth = chunks >= kWorthThreads;
  std::vector<std::vector<Index>> beyond(chunks);
  work.slot.resize(pairs.count);
  struct ByRow {
    std::vector<Index> last, stand_in;
  };
  for_parts_with(
      chunks, worth,
      [&] {
        return ByRow{std::vector<Index>(rows, -1), std::vector<Index>(rows)};
      },
      [&](Index c, ByRow& of) {
        const Index begin = work.chunk_start[c], end = work.chunk_start[c + 1];
        const Index row_end = (c + 1) * size;
        beyond[c] = rows_beyond(pairs, begin, end, row_end, c, of.last);
        for (std::size_t s = 0; s < beyond[c].size(); ++s)
          of.stand_in[beyond[c][s]] = static_cast<Index>(s);
        for (Index k = begin; k < end; ++k)  // stand-ins count from the first of the chunk so far
          work.slot[k] = pairs.j[k] < row_end ? pairs.j[k] : rows + of.stand_in[pairs.j[k]];
      });
  std::vector<Index> written{0};  // first stand-in of each chunk
  for (const std::vector<Index>& b : beyond)
    written.push_back(written.back() + static_cast<Index>(b.size()));
  work.stand_in_row.resize(written.back());
  for_parts(chunks, worth, [&](Index c) {
    std::copy(beyond[c].begin(), beyond[c].end(), work.stand_in_row.begin() + written[c]);
    for (Index k = work.chunk_start[c]; k < work.chunk_start[c + 1]; ++k)
      if (work.slot[k] >= rows) work.slot[k] += written[c];
  });
  sort_stand_ins(state.grains.free, size, written, work);
}

/// Row chunks of a table as it stands: chunk c holds the pairs whose i lies in it.
void find_chunks(const State& state, NeighbourWork& work) {
  const Index size = row_chunk_size(state.grains.free), chunks = row_chunks(state.grains.free);
  work.chunk_start.assign(chunks + 1, 0);
  for (const Index i : state.pairs.i) ++work.chunk_start[i / size + 1];
  for (Index c = 0; c < chunks; ++c) work.chunk_start[c + 1] += work.chunk_start[c];
}

/// Adds the partners of row i on its outer list that it remembers to those found, in order.
void add_remembered(const Carry& carry, Index i, const Index* list, Index count,
                    std::vector<Index>& found, std::size_t first) {
  const std::size_t close = found.size();
  for (Index n = 0; n < count; ++n)
    if (carry.find(i, list[n]) >= 0 &&
        !std::binary_search(found.begin() + first, found.begin() + close, list[n]))
      found.push_back(list[n]);
  std::sort(found.begin() + first, found.end());
}

/// Pairs of the outer list whose grains may touch before one of them leaves its room, by row.
/// Bridges form at touch: in a wet scene a pair farther apart is only listed if it remembers
/// something.
void find_inner(const Scene& scene, const State& state, const NeighbourWork& work,
                const Carry& carry, std::vector<Index>& start, RawVector<Index>& out) {
  const Index rows = state.grains.size(), free = state.grains.free;
  RawVector<Place> roomy(rows);  // as large as they may seem until the next refresh
  for_chunks(rows, [&](Index, Index begin, Index end) {
    for (Index r = begin; r < end; ++r) {
      roomy[r] = state.grains.place[r];
      roomy[r].r += state.lists.inner[r].room;
    }
  });
  const bool wet = scene.law.wet();
  const CloseRows close(scene.domain, roomy, wet ? 0 : state.lists.reach);
  ChunkLists lists(free, start);
  for_chunks(free, [&](Index c, Index begin, Index end) {
    std::vector<Index>& found = lists.items[c];
    for (Index i = begin; i < end; ++i) {
      const std::size_t first = found.size();
      const Index* list = work.outer_j.data() + work.outer_start[i];
      const Index count = work.outer_start[i + 1] - work.outer_start[i];
      close.in_list(roomy[i], list, count, [&](Index j) { found.push_back(j); });
      if (wet) add_remembered(carry, i, list, count, found, first);
      start[i + 1] = static_cast<Index>(found.size() - first);
    }
  });
  lists.join(out);
}

void make_pairs(const Scene& scene, State& state, NeighbourWork& work,
                const std::vector<Index>* old_row) {
  const Grains& grains = state.grains;
  Carry carry(state.pairs, old_row, grains.size(), work.chunk_start);
  std::vector<Index> start;
  RawVector<Index> near;
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
  now.present = scene.contact_memory();
  set_rows(now, now.count);
  for_parts(chunks, chunk_count(grains.free) >= kWorthThreads, [&](Index c) {
    Index k = work.chunk_start[c];
    for (Index i = c * size; i < std::min(grains.free, (c + 1) * size); ++i)
      for (Index s = start[i]; s < start[i + 1]; ++s, ++k) {
        now.i[k] = i;
        now.j[k] = near[s];
        hand_over(carry, now, i, k);
      }
    for (; k < work.chunk_start[c + 1]; ++k) now.i[k] = now.j[k] = c * size, now.begin(k);
  });
  find_torn(carry, work.torn);
  state.pairs = std::move(now);
  assign_slots(state, work);
  validate(state);
}

/// About how many steps an inner list should last: a wide margin wastes lanes on pairs that do not
/// touch, a narrow one wastes time on refreshing.
constexpr Real kStepsPerRefresh = 20;
/// The most room a grain gets, over the outer skin.
constexpr Real kMostRoom = 0.175;
/// The share of the wanted room below which a new outer list is the better choice.
constexpr Real kLeastRoom = 0.3;

/// Gives every grain room to go on as it goes now for some steps, and a little more. The outer list
/// holds every pair that may touch then as long as what a grain has moved since its build and its
/// room fit into half the skin. False if that leaves one too little.
bool give_room(const Scene& scene, State& state) {
  const Grains& g = state.grains;
  ListMemory& lists = state.lists;
  const Real ahead = kStepsPerRefresh * state.clock.dt, most = kMostRoom * lists.skin;
  lists.inner.resize(g.place.size());
  const auto give = [&](Index begin, Index end) {
    Largest lack;
    for (Index r = begin; r < end; ++r) {
      const Vec3 x = position(g.place[r]);
      const Real speed = norm(g.motion[r].v);
      Real wanted = std::min(most, 0.5 * lists.inner_skin + ahead * speed);
      // A soft grain that is about to be too fast for the step (fast_bodies.h) is looked at in
      // every step. Only with a skin given far above the radius can it move that far in its room.
      if (!scene.rigid_contacts() && 4 * state.clock.dt * speed > g.place[r].r)
        wanted = std::min(wanted, 0.25 * kFarthestPerStep * g.place[r].r);
      const Real left = 0.5 * lists.skin - norm(x - lists.outer[r]);
      lists.inner[r] = {x, std::min(wanted, left)};
      lack.take(kLeastRoom * wanted - left);
    }
    return lack;
  };
  return reduce_chunks<Largest>(g.size(), give).v <= 0;
}

}  // namespace

void rebuild_lists(const Scene& scene, State& state, NeighbourWork& work) {
  wrap(scene.domain, state.grains);
  std::vector<Index> order;
  const std::vector<CellGrid> grids = make_grids(scene.domain, state.grains, state.grains.place,
                                                 state.lists.reach + state.lists.skin, order);
  gather_rows(state.grains, order);
  std::vector<Index> new_row(order.size());
  for (std::size_t r = 0; r < order.size(); ++r) new_row[order[r]] = static_cast<Index>(r);
  move_rows(state.wall_contacts, new_row);
  find_outer(scene, state, state.grains.place, grids, work);
  state.lists.outer.resize(state.grains.place.size());
  for_chunks(state.grains.size(), [&](Index, Index begin, Index end) {
    for (Index r = begin; r < end; ++r) state.lists.outer[r] = position(state.grains.place[r]);
  });
  give_room(scene, state);
  make_pairs(scene, state, work, &order);
  for (WallState& w : state.walls) w.listed_x = w.x, w.listed_q = w.q;
  find_near_walls(scene, state, state.grains.place, work);
  ++state.lists.builds;
  state.lists.refreshed_at = state.clock.step;
  work.ready = true;
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

/// The room that grains at rest get follows from how long the last list lasted.
void adapt_margin(ListMemory& lists, std::int64_t step) {
  const Real steps = static_cast<Real>(step - lists.refreshed_at);
  if (steps < 0.7 * kStepsPerRefresh)
    lists.inner_skin = std::min(1.1 * lists.inner_skin, 2 * kMostRoom * lists.skin);
  if (steps > 1.4 * kStepsPerRefresh)
    lists.inner_skin = std::max(0.95 * lists.inner_skin, 0.05 * lists.skin);
  lists.refreshed_at = step;
}

}  // namespace

Real farthest_beyond_room(const State& state, Index first, Index last) {
  const auto look = [&](Index begin, Index end) {
    Largest far;
    for (Index r = first + begin; r < first + end; ++r)
      far.take(beyond_room(state.grains.place[r], state.lists.inner[r]));
    return far;
  };
  return reduce_chunks<Largest>(last - first, look).v;
}

ListUpdate update_lists(const Scene& scene, State& state, NeighbourWork& work, Real beyond) {
  if (!std::isfinite(beyond)) return ListUpdate::kNotFinite;
  if (!work.ready) restore_lists(scene, state, work);
  bool wall_moved = false;
  for (std::size_t w = 0; w < state.walls.size() && !wall_moved; ++w)
    wall_moved = wall_shift(scene.walls[w], state.walls[w]) > 0.5 * state.lists.skin;
  if (!wall_moved && beyond <= 0) return ListUpdate::kKept;
  adapt_margin(state.lists, state.clock.step);
  if (wall_moved || !give_room(scene, state)) {
    rebuild_lists(scene, state, work);
    return ListUpdate::kRebuilt;
  }
  make_pairs(scene, state, work, nullptr);
  ++state.lists.refreshes;
  return ListUpdate::kRefreshed;
}

}  // namespace scree
