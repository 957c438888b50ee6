#include "scree/step/dae/preconditioner.h"

#include <Eigen/SparseCholesky>

namespace scree {
namespace {

/// Relative to the diagonal. Far above rounding, so that dependent rows do no harm; far below the
/// small eigenvalues of piles of some thousand grains.
constexpr Real kLift = 1e-9;

using Sparse = Eigen::SparseMatrix<Real, Eigen::ColMajor, int>;

/// Entry of A: what a unit multiplier of row b does along row a, by the bodies they share.
Real coupling(const ConstraintSet& set, Index a, Index b) {
  const ConstraintRow &p = set.rows[a], &q = set.rows[b];
  const Index wall = static_cast<Index>(set.body.size()) - 1;
  const auto side = [&](Index body, Real sign_p, Vec3 lever_p, Real sign_q, Vec3 lever_q) {
    const Mobility& m = set.body[body];
    return sign_p * sign_q * m.mass * dot(p.d, q.d) + m.inertia * dot(lever_p, lever_q);
  };
  Real sum = 0;
  if (p.i != wall && p.i == q.i) sum += side(p.i, 1, p.b_i, 1, q.b_i);
  if (p.i != wall && p.i == q.j) sum += side(p.i, 1, p.b_i, -1, q.b_j);
  if (p.j != wall && p.j == q.i) sum += side(p.j, -1, p.b_j, 1, q.b_i);
  if (p.j != wall && p.j == q.j) sum += side(p.j, -1, p.b_j, -1, q.b_j);
  return sum;
}

/// Lower triangle of A.
Sparse assemble(const ConstraintSet& set) {
  const Index n = set.size(), bodies = static_cast<Index>(set.body.size()) - 1;
  std::vector<Index> start(bodies + 1, 0), rows(2 * n);
  for (const ConstraintRow& r : set.rows) {
    if (r.i < bodies) ++start[r.i + 1];
    if (r.j < bodies) ++start[r.j + 1];
  }
  for (Index b = 0; b < bodies; ++b) start[b + 1] += start[b];
  std::vector<Index> fill(start.begin(), start.end() - 1);
  for (Index r = 0; r < n; ++r) {
    if (set.rows[r].i < bodies) rows[fill[set.rows[r].i]++] = r;
    if (set.rows[r].j < bodies) rows[fill[set.rows[r].j]++] = r;
  }
  std::vector<Eigen::Triplet<Real, int>> entries;
  std::vector<Index> partners;
  for (Index c = 0; c < n; ++c) {
    partners.clear();
    for (const Index body : {set.rows[c].i, set.rows[c].j})
      if (body < bodies)
        for (Index k = start[body]; k < start[body + 1]; ++k)
          if (rows[k] >= c) partners.push_back(rows[k]);
    std::sort(partners.begin(), partners.end());
    partners.erase(std::unique(partners.begin(), partners.end()), partners.end());
    for (const Index r : partners)
      entries.emplace_back(static_cast<int>(r), static_cast<int>(c), coupling(set, r, c));
  }
  Sparse a(n, n);
  a.setFromTriplets(entries.begin(), entries.end());
  return a;
}

}  // namespace

struct Preconditioner::Factor {
  Eigen::SimplicialLDLT<Sparse, Eigen::Lower> ldlt;
  Eigen::VectorXd in, out;
};

Preconditioner::Preconditioner() = default;
Preconditioner::Preconditioner(ConstraintSet set) : waiting_(std::move(set)) {}
Preconditioner::~Preconditioner() = default;
Preconditioner::Preconditioner(Preconditioner&&) noexcept = default;
Preconditioner& Preconditioner::operator=(Preconditioner&&) noexcept = default;

void Preconditioner::factorize(const ConstraintSet& set) {
  factor_ = std::make_unique<Factor>();
  Sparse a = assemble(set);
  for (Index r = 0; r < set.size(); ++r) a.coeffRef(r, r) *= 1 + kLift;
  factor_->ldlt.compute(a);
  factor_->in.setZero(set.size());
  if (factor_->ldlt.info() != Eigen::Success) factor_.reset();
}

bool Preconditioner::prepare() {
  if (waiting_) factorize(*waiting_);
  waiting_.reset();
  return factorized();
}

void Preconditioner::apply(const HeldBlocks& held, const std::vector<Real>& r,
                           std::vector<Real>& y) {
  const std::vector<Index>& row = held.factored_row();
  factor_->in.setZero();
  for (std::size_t k = 0; k < r.size(); ++k)
    if (row[k] >= 0) factor_->in[row[k]] = r[k];
  factor_->out = factor_->ldlt.solve(factor_->in);
  for (std::size_t k = 0; k < r.size(); ++k)
    if (row[k] >= 0) y[k] = factor_->out[row[k]];
}

}  // namespace scree
