#pragma once
/// From the id of a grain to its row, in constant time. Stands beside the State: rows move with
/// every sort, and the index notices by itself.
#include <algorithm>
#include <vector>

#include "scree/state/grains.h"

namespace scree {

class RowIndex {
 public:
  /// Row of the grain with this id; -1: there is none (any more).
  Index find(const Grains& g, Id id) {
    if (!holds(g, id)) list(g);
    return holds(g, id) ? rows_[static_cast<std::size_t>(id)] : -1;
  }

 private:
  bool holds(const Grains& g, Id id) const {
    if (id < 0 || static_cast<std::size_t>(id) >= rows_.size()) return false;
    const Index row = rows_[static_cast<std::size_t>(id)];
    return row >= 0 && row < g.size() && g.id[row] == id;
  }
  void list(const Grains& g) {
    std::fill(rows_.begin(), rows_.end(), -1);
    for (Index r = 0; r < g.size(); ++r) {
      const auto id = static_cast<std::size_t>(g.id[r]);
      if (id >= rows_.size()) rows_.resize(id + 1, -1);
      rows_[id] = r;
    }
  }

  std::vector<Index> rows_;  // by id
};

}  // namespace scree
