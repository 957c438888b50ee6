#include "scree/study/line_fit.h"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

using namespace scree;

TEST_CASE("points on a line give that line without error") {
  const std::vector<Real> x{0, 1, 2, 5}, y{3, 5, 7, 13};
  const LineFit fit = fit_line(x, y);
  CHECK(fit.slope == doctest::Approx(2));
  CHECK(fit.intercept == doctest::Approx(3));
  CHECK(fit.slope_error == doctest::Approx(0));
  CHECK(fit.points == 4);
}

TEST_CASE("errors are those of the textbook") {
  // Sums by hand: x mean 2, Sxx 2, Sxy 3; residuals 1/6, -1/3, 1/6, so s^2 = 1/6.
  const LineFit fit = fit_line(std::vector<Real>{1, 2, 3}, std::vector<Real>{1, 2, 4});
  CHECK(fit.slope == doctest::Approx(1.5));
  CHECK(fit.intercept == doctest::Approx(-2.0 / 3));
  CHECK(fit.scatter == doctest::Approx(std::sqrt(1.0 / 6)));
  CHECK(fit.slope_error == doctest::Approx(std::sqrt(1.0 / 12)));
  CHECK(fit.intercept_error == doctest::Approx(std::sqrt(1.0 / 6 * (1.0 / 3 + 2))));
}

TEST_CASE("what is not finite does not count, and one x makes no line") {
  const std::vector<Real> x{1, NAN, 2}, y{1, 5, 3};
  const LineFit fit = fit_line(x, y);
  CHECK(fit.points == 2);
  CHECK(fit.slope == doctest::Approx(2));
  CHECK(std::isnan(fit.slope_error));
  CHECK(std::isnan(fit_line(std::vector<Real>{1, 1}, std::vector<Real>{1, 2}).slope));
  CHECK(std::isnan(fit_line(std::vector<Real>{}, std::vector<Real>{}).slope));
}
