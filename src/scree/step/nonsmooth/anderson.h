#pragma once
/// Anderson's acceleration of a fixed-point iteration x <- F(x): the next x is the combination of
/// the last few whose residuals cancel best (Anderson 1965; Walker & Ni, SIAM J. Numer. Anal. 49
/// (2011) 1715). Where Gauss-Seidel loses a fixed share of its error in a sweep, this is to it what
/// a Krylov method is to Jacobi's.
#include <vector>

#include "scree/base/real.h"

namespace scree {

class AndersonMixer {
 public:
  explicit AndersonMixer(int depth) : depth_(depth) {}

  /// The next point to try, from x and F(x).
  std::vector<Real> next(const std::vector<Real>& x, const std::vector<Real>& fx);

  /// Forgets the past: the next step is a plain one.
  void restart() { moves_.clear(), changes_.clear(), last_x_.clear(); }

 private:
  int depth_;
  std::vector<Real> last_x_, last_g_;
  std::vector<std::vector<Real>> moves_, changes_;  // of x, and of g = F(x) - x
};

}  // namespace scree
