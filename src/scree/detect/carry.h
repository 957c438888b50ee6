#pragma once
/// What pairs remember, handed from an old list to a new one.
#include "scree/detect/neighbours.h"

namespace scree {

/// Memory of the old pairs, to be found again by (i, j) of the new rows.
struct Carry {
  std::vector<Index> start, j, source;  // by new row i
  std::vector<char> flipped, taken;

  /// `new_row`: where each row went, null if rows stay. `chunk_start`: the row chunks of the old
  /// table: where rows stay, every chunk can be handled on its own.
  Carry(const PairTable& old, const std::vector<Index>* new_row, Index rows,
        const std::vector<Index>& chunk_start);

  /// Where row i remembers row `wanted`; -1: nowhere.
  Index find(Index i, Index wanted) const {
    for (Index s = start[i]; s < start[i + 1]; ++s)
      if (j[s] == wanted) return s;
    return -1;
  }
};

/// Gives pair k of row i in the new table what it remembers.
void hand_over(Carry& carry, const PairTable& old, PairTable& now, Index i, Index k);

/// Bridges whose pair is on no list any more.
void find_torn(const Carry& carry, const PairTable& old, std::vector<TornBridge>& torn);

}  // namespace scree
