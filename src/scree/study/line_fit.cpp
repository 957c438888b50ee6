#include "scree/study/line_fit.h"

#include <cmath>
#include <limits>
#include <vector>

#include "scree/base/error.h"

namespace scree {

LineFit fit_line(std::span<const Real> all_x, std::span<const Real> all_y) {
  SCREE_EXPECT(all_x.size() == all_y.size());
  std::vector<Real> x, y;
  Real mx = 0, my = 0;
  for (std::size_t k = 0; k < all_x.size(); ++k) {
    if (!std::isfinite(all_x[k]) || !std::isfinite(all_y[k])) continue;
    x.push_back(all_x[k]), y.push_back(all_y[k]);
    mx += x.back(), my += y.back();
  }
  const Real n = static_cast<Real>(x.size());
  mx /= n, my /= n;
  Real xx = 0, xy = 0, rest = 0;
  for (std::size_t k = 0; k < x.size(); ++k) {
    xx += (x[k] - mx) * (x[k] - mx);
    xy += (x[k] - mx) * (y[k] - my);
  }
  LineFit fit;
  fit.points = static_cast<int>(x.size());
  constexpr Real kNan = std::numeric_limits<Real>::quiet_NaN();
  fit.slope = xx > 0 ? xy / xx : kNan;
  fit.intercept = my - fit.slope * mx;
  for (std::size_t k = 0; k < x.size(); ++k) {
    const Real d = y[k] - fit.intercept - fit.slope * x[k];
    rest += d * d;
  }
  fit.scatter = n > 2 ? std::sqrt(rest / (n - 2)) : kNan;
  fit.slope_error = fit.scatter / std::sqrt(xx);
  fit.intercept_error = fit.scatter * std::sqrt(1 / n + mx * mx / xx);
  return fit;
}

}  // namespace scree
