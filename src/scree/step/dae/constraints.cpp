#include "scree/step/dae/constraints.h"

namespace scree {

Real ConstraintSet::diagonal(const ConstraintRow& row) const {
  const Mobility &i = body[row.i], &j = body[row.j];
  return i.mass + j.mass + i.inertia * norm2(row.b_i) + j.inertia * norm2(row.b_j);
}

void ConstraintSet::add(std::span<const ConstraintRow> block, Real bound, Real arm_i, Real arm_j) {
  const Index count = static_cast<Index>(block.size());
  blocks.push_back({size(), count, bound, diagonal(block[0]), arm_i, arm_j, -1});
  rows.insert(rows.end(), block.begin(), block.end());
}

}  // namespace scree
