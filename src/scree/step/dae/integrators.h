#pragma once
/// Integrators for systems y' = f(t, y) of a few numbers, written as their textbooks write them.
/// Systems of many grains take velocity Verlet (step/common/integrate.h).
#include <functional>
#include <vector>

#include "scree/base/real.h"

namespace scree {

using Vector = std::vector<Real>;
/// dy = f(t, y); y and dy have the same length. Any function: the bodies of a scene (few_bodies.h),
/// or an equation whose solution is known, with which the integrators are tested. A closure,
/// because what f needs beside t and y is no business of theirs.
using Derivative = std::function<void(Real t, const Vector& y, Vector& dy)>;

/// Classical Runge-Kutta, order 4.
void runge_kutta_4(const Derivative& f, Real t, Real dt, Vector& y);

/// Dormand-Prince 5(4): y at t + dt, and an estimate of the error of each number. The stages stay
/// for dense output.
struct DormandPrince {
  Vector k[7], y0, y1, error;
  Real dt = 0;

  void step(const Derivative& f, Real t, Real length, const Vector& y);
  /// y at t + part dt, 0 <= part <= 1, order 4 (Hairer, Norsett & Wanner I, II.6).
  void dense(Real part, Vector& y) const;
};

/// Gear's predictor-corrector of order 5 in Nordsieck form: `history` holds y, h y', h^2/2 y'',
/// ..., six vectors one after the other (coefficients: Gear 1971, table 9.1).
void gear_5(const Derivative& f, Real t, Real dt, Vector& history);
/// The same from six values of h y' at t, t - dt, ... with y at t.
Vector nordsieck_from_past(const Vector& y, const std::vector<Vector>& rates, Real dt);

/// Backward differentiation of order 5 from the values at t, t - dt, ..., t - 4 dt, one after the
/// other; solved by functional iteration, which converges for steps well below the contact time.
/// Returns the number of iterations, negative if it did not converge.
int bdf_5(const Derivative& f, Real t, Real dt, Vector& history);

}  // namespace scree
