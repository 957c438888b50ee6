#include "scree/step/dae/constraints.h"

namespace scree {

Real ConstraintSet::diagonal(const ConstraintRow& row) const {
  const Mobility &i = body[row.i], &j = body[row.j];
  return i.mass + j.mass + i.inertia * norm2(row.b_i) + j.inertia * norm2(row.b_j);
}

void ConstraintSet::add(const ConstraintRow* row, Index count, Real bound, Real arm_i, Real arm_j) {
  blocks.push_back({size(), count, bound, diagonal(*row), arm_i, arm_j});
  rows.insert(rows.end(), row, row + count);
}

}  // namespace scree
