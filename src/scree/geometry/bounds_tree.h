#pragma once
/// Which of many boxes meet a given one: a binary tree of boxes over them.
#include <vector>

#include "scree/geometry/aabb.h"

namespace scree {

/// Made anew whenever the boxes have moved, in the time of sorting them; queries are const, so
/// threads may share a tree.
class BoundsTree {
 public:
  BoundsTree() = default;
  /// All of them must be finite.
  explicit BoundsTree(const std::vector<Aabb>& boxes);

  /// Calls visit(number) for every box that meets this one, in an order that follows from the boxes
  /// alone.
  template <class Visit>
  void meeting(const Aabb& box, Visit&& visit) const {
    if (nodes_.empty()) return;
    Index stack[kMaxDepth];
    int top = 0;
    stack[top++] = 0;
    while (top > 0) {
      const Node& node = nodes_[static_cast<std::size_t>(stack[--top])];
      if (!meet(node.box, box)) continue;
      if (node.end == 0) {
        stack[top++] = node.begin + 1;
        stack[top++] = node.begin;
        continue;
      }
      for (Index i = node.begin; i < node.end; ++i) {
        const Item& item = items_[static_cast<std::size_t>(i)];
        if (meet(item.box, box)) visit(item.number);
      }
    }
  }

 private:
  static constexpr int kMaxDepth = 64;  // halving 2^31 boxes needs 30

  struct Node {
    Aabb box;
    Index begin, end;  // leaf: its range of items_; inner: end = 0, children begin and begin + 1
  };
  struct Item {
    Aabb box;
    Index number;
  };
  void split(std::size_t node, Index begin, Index end);

  std::vector<Node> nodes_;
  std::vector<Item> items_;  // in leaf order
};

}  // namespace scree
