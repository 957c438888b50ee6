#pragma once
/// Which triangles come within reach of a point: a binary tree of boxes over the triangles.
#include <vector>

#include "scree/geometry/mesh.h"
#include "scree/geometry/triangle.h"

namespace scree {

/// Built once for a mesh in its own frame; queries are const, so threads may share a tree.
class TriangleTree {
 public:
  TriangleTree() = default;
  explicit TriangleTree(const TriangleMesh& mesh);

  /// Replaces `out` by the triangles whose distance to `centre` is at most `reach`, ascending.
  void query(Vec3 centre, Real reach, std::vector<Index>& out) const;
  /// Of all triangles; empty if there are none.
  Aabb bounds() const { return nodes_.empty() ? Aabb{} : nodes_[0].box; }

 private:
  struct Node {
    Aabb box;
    Index begin, end;  // leaf: its range of items_; inner: end = 0, children begin and begin + 1
  };
  struct Item {
    Triangle corners;
    Index triangle;
  };
  void split(std::size_t node, Index begin, Index end);
  Aabb box_of(Index begin, Index end) const;

  std::vector<Node> nodes_;
  std::vector<Item> items_;  // in leaf order
};

}  // namespace scree
