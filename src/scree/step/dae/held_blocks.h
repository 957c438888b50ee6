#pragma once
/// The blocks that a projection holds, eight at a time: conjugate gradients spend their time in
/// products with A = G M^-1 G^T.
#include "scree/step/common/force_sums.h"
#include "scree/step/dae/constraints.h"

namespace scree {

class HeldBlocks {
 public:
  void choose(const Constraints& all, const std::vector<char>& block_on);

  /// Vectors have two entries per block, first all first rows, then all second ones, each part
  /// filled up to whole lanes. This is the row of the set that entry k stands for; -1: filling, or
  /// the second row of a block of one, where vectors are zero.
  const std::vector<Index>& row() const { return row_; }
  /// The same in a factorization; -1: in none.
  const std::vector<Index>& factored_row() const { return factored_row_; }
  /// Calls f(k, row) for all entries that stand for a row, in the order of the set.
  template <class F>
  void for_rows(F&& f) const {
    for (const Index k : entry_)
      for (const Index e : {k, blocks_ + k})
        if (row_[e] >= 0) f(e, row_[e]);
  }
  /// Of the diagonal of A; zero where vectors are.
  const std::vector<Real>& inverse_diagonal() const { return inverse_diagonal_; }
  const std::vector<Real>& driven() const { return driven_; }

  /// q = A p; returns p.q.
  Real product(const std::vector<Real>& p, std::vector<Real>& q);
  /// q = G z.
  void along(const std::vector<Twist>& z, std::vector<Real>& q);
  /// z += M^-1 G^T p.
  void push(const std::vector<Real>& p, std::vector<Twist>& z);

 private:
  struct Frame;
  /// body_ = M^-1 G^T p.
  void spread(const std::vector<Real>& p);
  /// q = G body_; returns p.q.
  Real gather(const std::vector<Real>& p, std::vector<Real>& q) const;

  Index blocks_ = 0;  // with the filling
  std::vector<Index> row_, factored_row_;
  std::vector<Index> entry_;  // of the first row of each block held, in the order of the set
  // By block. The rows of a block are u_1 = t_1.dv + t_2.dw and u_2 = t_2.dv - t_1.dw with
  // dv = v_i - v_j, dw = arm_i w_i + arm_j w_j: for the tangents of a contact t_2 = n x t_1 and
  // n x t_2 = -t_1. A rod has no arms.
  std::vector<Index> i_, j_;
  std::vector<Real> inverse_diagonal_, driven_;
  std::vector<Real> t1x_, t1y_, t1z_, t2x_, t2y_, t2z_, arm_i_, arm_j_;
  std::vector<Real> second_;  // 1: has a second row, else 0
  const ConstraintSet* set_ = nullptr;
  std::vector<ForceSum> body_;  // forces, then what they do to velocities
};

}  // namespace scree
