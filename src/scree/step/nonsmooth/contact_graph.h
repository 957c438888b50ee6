#pragma once
/// Which pairs a row has a part in: State::pairs knows only those of its first.
#include <algorithm>

#include "scree/state/state.h"

namespace scree {

struct ContactGraph {
  std::vector<Index> start, pair;  // pairs of row r: pair[start[r]] ... pair[start[r + 1] - 1]

  void build(const PairTable& p, Index rows) {
    start.assign(rows + 1, 0);
    const auto each = [&](auto&& body) {
      for (Index k = 0; k < p.count; ++k)
        if (p.i[k] != p.j[k]) body(p.i[k], k), body(p.j[k], k);
    };
    each([&](Index r, Index) { ++start[r + 1]; });
    for (Index r = 0; r < rows; ++r) start[r + 1] += start[r];
    pair.resize(start[rows]);
    std::vector<Index> next(start.begin(), start.end() - 1);
    each([&](Index r, Index k) { pair[next[r]++] = k; });
  }
  /// Calls body(pair, other row) for the pairs of a row.
  template <class Body>
  void for_each(const PairTable& p, Index row, Body&& body) const {
    for (Index n = start[row]; n < start[row + 1]; ++n)
      body(pair[n], p.i[pair[n]] == row ? p.j[pair[n]] : p.i[pair[n]]);
  }
};

}  // namespace scree
