#include "scree/geometry/bounds_tree.h"

#include <algorithm>

namespace scree {
namespace {

constexpr Index kLeaf = 4;  // boxes per leaf; below that nodes cost more than they save

}  // namespace

BoundsTree::BoundsTree(const std::vector<Aabb>& boxes) {
  const Index n = static_cast<Index>(boxes.size());
  if (n == 0) return;
  items_.reserve(boxes.size());
  for (Index i = 0; i < n; ++i) items_.push_back({boxes[static_cast<std::size_t>(i)], i});
  nodes_.reserve(boxes.size());
  nodes_.emplace_back();
  split(0, 0, n);
}

/// Halves the boxes at the median of their centres along the longest side of what they fill.
void BoundsTree::split(std::size_t node, Index begin, Index end) {
  Aabb box;
  for (Index i = begin; i < end; ++i) box.include(items_[static_cast<std::size_t>(i)].box);
  if (end - begin <= kLeaf) {
    nodes_[node] = {box, begin, end};
    return;
  }
  const Vec3 size = box.hi - box.lo;
  const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
  const Index middle = begin + (end - begin) / 2;
  std::nth_element(items_.begin() + begin, items_.begin() + middle, items_.begin() + end,
                   [axis](const Item& a, const Item& b) {
                     const Real ca = at(a.box.lo, axis) + at(a.box.hi, axis);
                     const Real cb = at(b.box.lo, axis) + at(b.box.hi, axis);
                     return ca != cb ? ca < cb : a.number < b.number;
                   });
  const auto left = static_cast<Index>(nodes_.size());
  nodes_.resize(nodes_.size() + 2);
  nodes_[node] = {box, left, 0};
  split(static_cast<std::size_t>(left), begin, middle);
  split(static_cast<std::size_t>(left) + 1, middle, end);
}

}  // namespace scree
