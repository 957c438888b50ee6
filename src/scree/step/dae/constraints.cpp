#include "scree/step/dae/constraints.h"

namespace scree {

void ConstraintSet::add(const ConstraintRow* row, Index count, Real bound) {
  const Mobility &i = body[row->i], &j = body[row->j];
  const Real diagonal =
      i.mass + j.mass + i.inertia * norm2(row->b_i) + j.inertia * norm2(row->b_j);
  blocks.push_back({size(), count, bound, diagonal});
  rows.insert(rows.end(), row, row + count);
}

}  // namespace scree
