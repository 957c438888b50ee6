#include "scree/geometry/triangle_tree.h"

#include <algorithm>

namespace scree {
namespace {

constexpr Index kLeaf = 4;     // triangles per leaf; below that boxes cost more than they save
constexpr int kMaxDepth = 64;  // halving 2^31 triangles needs 30

}  // namespace

TriangleTree::TriangleTree(const TriangleMesh& mesh) {
  const Index n = mesh.triangle_count();
  if (n == 0) return;
  items_.reserve(static_cast<std::size_t>(n));
  for (Index i = 0; i < n; ++i)
    items_.push_back({{mesh.corner(i, 0), mesh.corner(i, 1), mesh.corner(i, 2)}, i});
  nodes_.emplace_back();
  split(0, 0, n);
}

Aabb TriangleTree::box_of(Index begin, Index end) const {
  Aabb box;
  for (Index i = begin; i < end; ++i)
    for (const Vec3 p : items_[static_cast<std::size_t>(i)].corners) box.include(p);
  return box;
}

/// Halves the triangles at the median of their centres along the longest side of the box.
void TriangleTree::split(std::size_t node, Index begin, Index end) {
  const Aabb box = box_of(begin, end);
  if (end - begin <= kLeaf) {
    nodes_[node] = {box, begin, end};
    return;
  }
  const Vec3 size = box.hi - box.lo;
  const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
  const auto centre = [axis](const Item& t) {
    return at(t.corners[0], axis) + at(t.corners[1], axis) + at(t.corners[2], axis);
  };
  const Index middle = begin + (end - begin) / 2;
  std::nth_element(items_.begin() + begin, items_.begin() + middle, items_.begin() + end,
                   [&](const Item& a, const Item& b) {
                     const Real ca = centre(a), cb = centre(b);
                     return ca != cb ? ca < cb : a.triangle < b.triangle;
                   });
  const auto left = static_cast<Index>(nodes_.size());
  nodes_.resize(nodes_.size() + 2);
  nodes_[node] = {box, left, 0};
  split(static_cast<std::size_t>(left), begin, middle);
  split(static_cast<std::size_t>(left) + 1, middle, end);
}

void TriangleTree::query(Vec3 centre, Real reach, std::vector<Index>& out) const {
  out.clear();
  if (nodes_.empty()) return;
  // Boxes are compared a little generously: rounding must not hide a triangle exactly at reach.
  const Real box_reach2 = reach * reach * (1 + 1e-12);
  Index stack[kMaxDepth];
  int top = 0;
  stack[top++] = 0;
  while (top > 0) {
    const Node& node = nodes_[static_cast<std::size_t>(stack[--top])];
    if (distance2(node.box, centre) > box_reach2) continue;
    if (node.end == 0) {
      stack[top++] = node.begin + 1;
      stack[top++] = node.begin;
      continue;
    }
    for (Index i = node.begin; i < node.end; ++i) {
      const Item& item = items_[static_cast<std::size_t>(i)];
      if (closest_on_triangle(item.corners, centre).distance <= reach) out.push_back(item.triangle);
    }
  }
  std::sort(out.begin(), out.end());
}

}  // namespace scree
