#include "scree/step/nonsmooth/anderson.h"

#include <Eigen/QR>

namespace scree {
namespace {

std::vector<Real> difference(const std::vector<Real>& a, const std::vector<Real>& b) {
  std::vector<Real> out(a.size());
  for (std::size_t k = 0; k < a.size(); ++k) out[k] = a[k] - b[k];
  return out;
}

using Column = Eigen::Map<const Eigen::VectorXd>;
Column column(const std::vector<Real>& v) {
  return {v.data(), static_cast<Eigen::Index>(v.size())};
}

}  // namespace

std::vector<Real> AndersonMixer::next(const std::vector<Real>& x, const std::vector<Real>& fx) {
  const std::vector<Real> g = difference(fx, x);
  if (!last_x_.empty()) {
    moves_.push_back(difference(x, last_x_));
    changes_.push_back(difference(g, last_g_));
    if (static_cast<int>(moves_.size()) > depth_) {
      moves_.erase(moves_.begin());
      changes_.erase(changes_.begin());
    }
  }
  last_x_ = x, last_g_ = g;
  std::vector<Real> out = fx;
  if (moves_.empty()) return out;
  const int m = static_cast<int>(moves_.size());
  Eigen::MatrixXd change(static_cast<Eigen::Index>(g.size()), m);
  for (int k = 0; k < m; ++k) change.col(k) = column(changes_[k]);
  // Rank-revealing: changes become parallel as the iteration converges.
  Eigen::ColPivHouseholderQR<Eigen::MatrixXd> qr;
  qr.setThreshold(1e-10);
  qr.compute(change);
  const Eigen::VectorXd weight = qr.solve(column(g));
  for (int k = 0; k < m; ++k)
    for (std::size_t n = 0; n < out.size(); ++n)
      out[n] -= weight[k] * (moves_[k][n] + changes_[k][n]);
  return out;
}

}  // namespace scree
