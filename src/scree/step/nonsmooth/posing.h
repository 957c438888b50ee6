#pragma once
/// Which grains a contact problem is posed for, and how it sees the others. Without one it is posed
/// for all that move freely.
#include "scree/base/raw_vector.h"
#include "scree/state/state.h"

namespace scree {

struct Posing {
  /// What a single grain that is no body of the problem is to it: a partner that moves as what
  /// carries it, or one whose impulses are those of the last step.
  static constexpr Index kHeld = -1, kGiven = -2;

  std::vector<Index> rows;   // of the single grains that are its bodies, in order
  std::vector<Index> body;   // by row of a single grain: its body, or kHeld, or kGiven
  std::vector<Index> pairs;  // the rows of State::pairs with such a body at one end at least
  bool others = true;        // clumps and parts are bodies, too; false: they are given

  bool moves(const Grains& g, Index row) const {
    return row < g.singles ? body[row] >= 0 : row < g.free && others;
  }
};

/// Whether a grain hangs on a wall (docs/theory/reduction.md).
inline bool is_bound(const Grains& g, Index row) {
  return g.has(kBonds) && row < g.singles && g.bond[row] >= 0;
}

}  // namespace scree
