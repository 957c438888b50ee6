#include "scree/step/dae/held_blocks.h"

#include <algorithm>

#include "scree/step/common/force_lanes.h"

namespace scree {
namespace {

constexpr Index kWindow = 8 * kLanes;

/// The direction a lever points to; zero where there is none.
Vec3 lever_direction(const ConstraintRow& row, Real arm_i, Real arm_j) {
  if (arm_i > 0) return row.b_i / arm_i;
  if (arm_j > 0) return row.b_j / arm_j;
  return {0, 0, 0};
}

}  // namespace

void HeldBlocks::choose(const Constraints& all, const std::vector<char>& block_on) {
  const ConstraintSet& set = all.set;
  set_ = &set;
  Index count = 0;
  for (const char on : block_on) count += on != 0;
  blocks_ = (count + kLanes - 1) / kLanes * kLanes;
  const Index immobile = static_cast<Index>(set.body.size()) - 1;
  row_.assign(2 * blocks_, -1);
  factored_row_.assign(2 * blocks_, -1);
  i_.assign(blocks_, immobile);
  j_.assign(blocks_, immobile);
  second_.assign(blocks_, 0);
  inverse_diagonal_.assign(2 * blocks_, 0);
  driven_.assign(2 * blocks_, 0);
  for (std::vector<Real>* column : {&t1x_, &t1y_, &t1z_, &t2x_, &t2y_, &t2z_, &arm_i_, &arm_j_}) {
    column->assign(blocks_, 0.0);
  }
  // Neighbours in the set share a body: eight of them at once would wait for each other's sums. So
  // of some 64 blocks each lane takes its own stretch.
  entry_.clear();
  for (std::size_t c = 0; c < set.blocks.size(); ++c) {
    if (!block_on[c]) continue;
    const Index m = static_cast<Index>(entry_.size()), window = m / kWindow * kWindow;
    const Index packs = std::min(kWindow, blocks_ - window) / kLanes;
    const Index k = window + (m - window) % packs * kLanes + (m - window) / packs;
    entry_.push_back(k);
    const ConstraintBlock& block = set.blocks[c];
    const ConstraintRow& first = set.rows[block.first];
    i_[k] = first.i, j_[k] = first.j;
    arm_i_[k] = block.arm_i, arm_j_[k] = block.arm_j;
    const bool two = block.rows == 2;
    const Vec3 t1 = first.d, t2 = two ? set.rows[block.first + 1].d
                                      : lever_direction(first, arm_i_[k], arm_j_[k]);
    t1x_[k] = t1.x, t1y_[k] = t1.y, t1z_[k] = t1.z;
    t2x_[k] = t2.x, t2y_[k] = t2.y, t2z_[k] = t2.z;
    row_[k] = block.first;
    factored_row_[k] = block.factored;
    inverse_diagonal_[k] = 1 / block.diagonal;
    driven_[k] = all.driven[block.first];
    if (two) {
      row_[blocks_ + k] = block.first + 1;
      factored_row_[blocks_ + k] = block.factored < 0 ? -1 : block.factored + 1;
      inverse_diagonal_[blocks_ + k] = inverse_diagonal_[k];
      driven_[blocks_ + k] = all.driven[block.first + 1];
      second_[k] = 1;
    }
  }
  body_.resize(set.body.size());
}

/// Directions and arms of eight blocks.
struct HeldBlocks::Frame {
  Vec3T<Pack> t1, t2;
  Pack arm_i, arm_j;

  SCREE_FN Frame(const HeldBlocks& b, Index k)
      : t1{Pack::load(&b.t1x_[k]), Pack::load(&b.t1y_[k]), Pack::load(&b.t1z_[k])},
        t2{Pack::load(&b.t2x_[k]), Pack::load(&b.t2y_[k]), Pack::load(&b.t2z_[k])},
        arm_i(Pack::load(&b.arm_i_[k])),
        arm_j(Pack::load(&b.arm_j_[k])) {}
};

void HeldBlocks::spread(const std::vector<Real>& p) {
  std::fill(body_.begin(), body_.end(), ForceSum{});
  for (Index k = 0; k < blocks_; k += kLanes) {
    const Frame b(*this, k);
    const Pack p1 = Pack::load(&p[k]), p2 = Pack::load(&p[blocks_ + k]);
    const Vec3T<Pack> f = p1 * b.t1 + p2 * b.t2, turn = p1 * b.t2 - p2 * b.t1;
    const Pack record[8] = {f.x, f.y, f.z, turn.x, turn.y, turn.z, b.arm_i, b.arm_j};
    add_to_rows(record, body_.data(), &i_[k], &j_[k]);
  }
  const Mask of_force = Pack(Pack::V{0, 1, 2, 3, 4, 5, 6, 7}) < Pack(3.0);
  for (std::size_t r = 0; r < body_.size(); ++r) {
    const Mobility& m = set_->body[r];
    Real* sums = &body_[r].force.x;
    (select(of_force, Pack(m.mass), Pack(m.inertia)) * Pack::load(sums)).store(sums);
  }
}

Real HeldBlocks::gather(const std::vector<Real>& p, std::vector<Real>& q) const {
  Pack pq(0.0);
  for (Index k = 0; k < blocks_; k += kLanes) {
    const Frame b(*this, k);
    Pack zi[8], zj[8];
    load8([&](int l) { return &body_[i_[k + l]].force.x; }, zi);
    load8([&](int l) { return &body_[j_[k + l]].force.x; }, zj);
    const Vec3T<Pack> dv{zi[0] - zj[0], zi[1] - zj[1], zi[2] - zj[2]};
    const Vec3T<Pack> dw{b.arm_i * zi[3] + b.arm_j * zj[3], b.arm_i * zi[4] + b.arm_j * zj[4],
                         b.arm_i * zi[5] + b.arm_j * zj[5]};
    const Pack q1 = dot(b.t1, dv) + dot(b.t2, dw);
    const Pack q2 = Pack::load(&second_[k]) * (dot(b.t2, dv) - dot(b.t1, dw));
    pq += Pack::load(&p[k]) * q1 + Pack::load(&p[blocks_ + k]) * q2;
    q1.store(&q[k]);
    q2.store(&q[blocks_ + k]);
  }
  return sum(pq);
}

Real HeldBlocks::product(const std::vector<Real>& p, std::vector<Real>& q) {
  spread(p);
  return gather(p, q);
}

void HeldBlocks::along(const std::vector<Twist>& z, std::vector<Real>& q) {
  for (std::size_t r = 0; r < body_.size(); ++r) body_[r] = {z[r].v, z[r].w, {}};
  gather(driven_, q);
}

void HeldBlocks::push(const std::vector<Real>& p, std::vector<Twist>& z) {
  spread(p);
  for (std::size_t r = 0; r < body_.size(); ++r)
    z[r].v += body_[r].force, z[r].w += body_[r].torque;
}

}  // namespace scree
