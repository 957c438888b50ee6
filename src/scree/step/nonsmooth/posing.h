#pragma once
/// Which grains a contact problem is posed for, and how it sees the others. Without one it is posed
/// for all that move freely.
#include <algorithm>

#include "scree/state/state.h"

namespace scree {

struct Posing {
  /// What a single grain that is no body of the problem is to it: a partner that moves as what
  /// carries it, or one whose impulses are those of the last step.
  static constexpr Index kHeld = -1, kGiven = -2;

  std::vector<Index> rows;    // of the single grains that are its bodies, in order
  std::vector<Index> body;    // by row of a single grain: its body, or kHeld, or kGiven
  std::vector<Index> pairs;   // the rows of State::pairs with such a body at one end at least
  std::vector<Index> around;  // the other rows in these pairs, and members of clumps, in order
  bool others = true;         // clumps and parts are bodies, too; false: they are given

  /// To be called when `rows`, `body` and `pairs` are known.
  void find_around(const Grains& g, const PairTable& p) {
    std::vector<char> in(g.size(), 0);
    if (others) std::fill(in.begin() + g.singles, in.begin() + g.free, 1);
    for (const Index k : pairs)
      for (const Index r : {p.i[k], p.j[k]})
        if (r >= g.singles || body[r] < 0) in[r] = 1;
    around.clear();
    for (Index r = 0; r < g.size(); ++r)
      if (in[r]) around.push_back(r);
  }
  bool moves(const Grains& g, Index row) const {
    return row < g.singles ? body[row] >= 0 : row < g.free && others;
  }
};

}  // namespace scree
