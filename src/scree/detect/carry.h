#pragma once
/// What pairs remember, handed from an old list to a new one.
#include <algorithm>

#include "scree/detect/neighbours.h"

namespace scree {

/// The old pairs, to be found again by the rows of now.
struct Carry {
  const PairTable& old;
  const std::vector<Index>* old_row;  // of each row; null: rows have stayed
  std::vector<Index> kept;            // pairs that remember something, in their order
  std::vector<Index> begin, end;      // those of each old row i: a list may be much longer
  std::vector<char> taken;            // which pairs with a bridge were found again

  /// `chunk_start`: the row chunks of the old table; each is handled on its own.
  Carry(const PairTable& old_pairs, const std::vector<Index>* old_rows, Index rows,
        const std::vector<Index>& chunk_start);

  Index row_then(Index r) const { return old_row ? (*old_row)[r] : r; }

  /// The old pair of rows i and j if it remembers something; -1: it does not, or there was none.
  Index find(Index i, Index j) const {
    const Index a = row_then(i), b = row_then(j), first = std::min(a, b), second = std::max(a, b);
    for (Index n = begin[first]; n < end[first]; ++n)
      if (old.j[kept[n]] == second) return kept[n];
    return -1;
  }
};

/// Gives pair k of row i in the new table what it remembers.
void hand_over(Carry& carry, PairTable& now, Index i, Index k);

/// Bridges whose pair is on no list any more.
void find_torn(const Carry& carry, std::vector<TornBridge>& torn);

}  // namespace scree
