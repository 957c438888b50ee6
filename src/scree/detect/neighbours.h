#pragma once
/// Who may touch whom. Two lists: the outer one holds pairs closer than `skin` at its build, the
/// inner one (State::pairs, which carries the memory) those closer than a much smaller margin, so
/// that nearly every lane of the force loop is a real contact. Both are pure functions of the
/// positions at their builds, kept in State::lists.
#include "scree/detect/cells.h"

namespace scree {

/// Scratch of detection: may be dropped between two steps and made again from the State.
struct NeighbourWork {
  std::vector<Index> outer_start, outer_j;    // pairs (i, j), i < j, by row i
  std::vector<Index> pair_start;              // first pair of row i in State::pairs
  std::vector<Index> partner_start, partner;  // pairs in which a row is j, ascending
  // Grains near walls, sorted by (row, wall, surface); for meshes their triangles.
  std::vector<Index> wall_row, wall_wall, wall_surface, triangle_start, triangle;
  bool ready = false;
};

/// Sorts the rows in space and makes both lists anew. Contact memory follows its pairs.
void rebuild_lists(const Scene& scene, State& state, NeighbourWork& work);

/// Makes the inner list anew from the outer one; rows stay.
void refresh_pairs(const Scene& scene, State& state, NeighbourWork& work);

/// Makes the scratch from a State whose lists were made earlier, changing nothing in it.
void restore_lists(const Scene& scene, const State& state, NeighbourWork& work);

enum class ListUpdate { kKept, kRefreshed, kRebuilt, kNotFinite };

/// Checks how far grains and walls have moved since the lists were made, and makes again what no
/// longer covers all contacts. kRebuilt: the rows were sorted anew.
ListUpdate update_lists(const Scene& scene, State& state, NeighbourWork& work);

}  // namespace scree
