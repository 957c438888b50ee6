#pragma once
/// The straight line through points, by least squares.
#include <span>

#include "scree/base/real.h"

namespace scree {

/// y = intercept + slope x. Errors are standard errors from the scatter of the points about the
/// line, all points weighing the same; not a number for two points, which leave no scatter.
struct LineFit {
  int points = 0;
  Real slope = 0, intercept = 0;
  Real slope_error = 0, intercept_error = 0;
  Real scatter = 0;  // standard deviation of y about the line, n - 2 degrees of freedom
};

/// Points with a coordinate that is not finite do not count. Fewer than two different x make a fit
/// of not-a-numbers.
LineFit fit_line(std::span<const Real> x, std::span<const Real> y);

}  // namespace scree
