#pragma once
/// Who may touch whom. Two lists: the outer one holds pairs closer than `skin` at its build, the
/// inner one (State::pairs, which carries the memory) those that may touch within the next twenty
/// steps or so, so that nearly every lane of the force loop is a real contact. Both are pure
/// functions of what State::lists keeps.
#include <algorithm>

#include "scree/detect/cells.h"

namespace scree {

/// Row chunks: the unit of parallel work in the force loop, the same for any number of threads.
/// Large, so that few pairs cross from one to another.
inline Index row_chunk_size(Index free) {
  return std::max<Index>(1024, (free / 256 + 1023) / 1024 * 1024);
}
inline Index row_chunks(Index free) {
  return (free + row_chunk_size(free) - 1) / row_chunk_size(free);
}

/// Consecutive stand-ins, written by one chunk, of rows of another.
struct StandInPiece {
  Index begin, end;
};

/// A liquid bridge whose grains were carried out of reach within one step; rows of now.
struct TornBridge {
  Index i, j;
  Real volume, rupture;
};

/// Scratch of detection: may be dropped between two steps and made again from the State.
struct NeighbourWork {
  std::vector<Index> outer_start;  // pairs (i, j), i < j, by row i
  RawVector<Index> outer_j;
  std::vector<Index> chunk_start;   // first pair of each row chunk in State::pairs
  std::vector<Index> slot;          // where pair k adds to its j: a row, or a stand-in of it
  std::vector<Index> stand_in_row;  // row of each stand-in, by chunk, then by row
  // Stand-ins of the rows of chunk c: pieces [fold_start[c], fold_start[c + 1]), by the chunk that
  // wrote them; last those of prescribed rows.
  std::vector<StandInPiece> fold;
  std::vector<Index> fold_start;
  // Grains near walls, sorted by (row, wall, surface); for meshes their triangles.
  std::vector<Index> wall_row, wall_wall, wall_surface, triangle_start, triangle;
  // Wall contacts as the chunks find them, and the joined table of the step before last: kept for
  // their memory.
  std::vector<WallTable> wall_pieces, wall_lost;
  WallTable wall_next;
  std::vector<TornBridge> torn;  // found by the last rebuild; for the stepper to book
  bool ready = false;
};

/// Sorts the rows in space and makes both lists anew. Contact memory follows its pairs.
void rebuild_lists(const Scene& scene, State& state, NeighbourWork& work);

/// Makes the scratch from a State whose lists were made earlier, changing nothing in it.
void restore_lists(const Scene& scene, const State& state, NeighbourWork& work);

enum class ListUpdate { kKept, kRefreshed, kRebuilt, kNotFinite };

/// Positive if a grain that is now at p has left the room it had [m^2].
SCREE_FN Real beyond_room(const Place& p, const Tether& tether) {
  return norm2(position(p) - tether.x) - tether.room * tether.room;
}

/// The largest beyond_room() of rows [begin, end), at least zero; infinite if a position is not
/// finite.
Real farthest_beyond_room(const State& state, Index begin, Index end);

/// Makes again what no longer covers all contacts. `beyond` > 0: some grain has left its room;
/// walls have moved as they have. kRebuilt: rows were sorted anew.
ListUpdate update_lists(const Scene& scene, State& state, NeighbourWork& work, Real beyond);

}  // namespace scree
