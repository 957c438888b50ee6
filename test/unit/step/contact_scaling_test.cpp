/// How many sweeps of Gauss-Seidel a heap needs, by its size.
#include <doctest/doctest.h>

#include <cmath>

#include "contact_heaps.h"
#include "scree/step/common/tangents.h"

using namespace scree;

namespace {

struct Sweeps {
  Index residual = 0;  // until the natural map is below the tolerance, over the load
  Index support = 0;   // until the impulse of floor and walls carries the weight as well as that
};

/// Upward impulse of floor and walls [N s].
Real support(const Heap& h, const std::vector<Vec3>& reaction) {
  Real sum = 0;
  for (std::size_t k = 0; k < reaction.size(); ++k) {
    const ContactRows& c = h.problem.contacts[k];
    if (h.problem.bodies[c.j].inv_mass > 0) continue;
    Vec3 t[2];
    tangents(false, c.n, t);
    sum -= reaction[k].x * c.n.z + reaction[k].y * t[0].z + reaction[k].z * t[1].z;
  }
  return sum;
}

/// From a cold start, contacts in their order; looked at after every fiftieth of the sweeps so far.
Sweeps sweeps_to(Real tolerance, const Heap& h) {
  LocalProblem p = h.local();
  const Real weight = static_cast<Real>(h.x.size()) * kGravity * kStep;
  Sweeps out;
  for (Index done = 0; !out.residual || !out.support;) {
    const Index now = std::max<Index>(1, done / 50);
    const LocalSolution s = solve(p, LocalSolver::kPgs, {now, 1e-300, now});
    p.guess = s.reaction;
    done += now;
    REQUIRE(done < 100000);
    if (!out.residual && s.report.residual < tolerance) out.residual = done;
    if (!out.support && std::abs(support(h, s.reaction) / weight - 1) < tolerance)
      out.support = done;
  }
  return out;
}

/// Slope of log y over log x, least squares.
Real exponent(const std::vector<Real>& x, const std::vector<Real>& y) {
  const Real n = static_cast<Real>(x.size());
  Real a = 0, b = 0, aa = 0, ab = 0;
  for (std::size_t k = 0; k < x.size(); ++k) {
    const Real u = std::log(x[k]), v = std::log(y[k]);
    a += u, b += v, aa += u * u, ab += u * v;
  }
  return (n * ab - a * b) / (n * aa - a * a);
}

struct Exponents {
  Real residual, support;
};
template <class Make>
Exponents exponents(Real tolerance, const std::vector<int>& sizes, Make&& make) {
  std::vector<Real> balls, residual, support;
  for (const int n : sizes) {
    const Heap h = make(n);
    const Sweeps s = sweeps_to(tolerance, h);
    balls.push_back(static_cast<Real>(h.x.size()));
    residual.push_back(static_cast<Real>(s.residual));
    support.push_back(static_cast<Real>(s.support));
  }
  return {exponent(balls, residual), exponent(balls, support)};
}

}  // namespace

// Impulses diffuse through a heap: a sweep brings the load of a contact to its neighbours, a height
// of n balls takes n^2 of them, so sweeps ~ N^(2/d) for N balls in d dimensions. Measured to 1e-3,
// contacts from the bottom upwards (downwards and in random order: within 0.05 of it, up to a
// quarter more sweeps):
//              N             sweeps          residual  weight    2/d
//   column     8 .. 64       148 .. 7503     1.88      2.00      2
//   sheet      14 .. 1008    30 .. 1283      0.88      0.94      1
//   volume     50 .. 3848    24 .. 245       0.54      0.60      2/3, from below
// N^(1/d), the rule quoted for sweeps at a fixed error of the motion (Servin et al. 2014), is half
// of that; it is no statement on the impulses of one cold solve.
TEST_CASE("sweeps for a column grow with the square of its height") {
  const auto make = [](int n) { return column(std::vector<Real>(n, 1)); };
  const Exponents e = exponents(1e-3, {8, 16, 32, 64}, make);
  CHECK(e.support == doctest::Approx(2).epsilon(0.02));
  CHECK(e.residual > 1.75);
  CHECK(e.residual < 2.05);
  // A loose tolerance on the residual is met before the load has been anywhere: what the floor
  // gives spreads over more and more contacts, whatever is above them.
  const Exponents loose = exponents(0.1, {32, 64, 128}, make);
  CHECK(loose.residual < 0.2);
  CHECK(loose.support == doctest::Approx(2).epsilon(0.02));
}

TEST_CASE("sweeps for a sheet grow with the number of balls, for a volume with its 2/3 power") {
  const Exponents sheet =
      exponents(1e-3, {4, 8, 16, 32}, [](int n) { return box(n, n, true, 0.5); });
  CHECK(sheet.support > 0.85);
  CHECK(sheet.support < 1.02);
  CHECK(sheet.residual > 0.8);
  CHECK(sheet.residual < 1.02);
  const Exponents volume = exponents(1e-3, {6, 8, 12}, [](int n) { return box(n, n, false, 0.5); });
  CHECK(volume.support > 0.5);
  CHECK(volume.support < 0.7);
  CHECK(volume.residual > 0.45);
  CHECK(volume.residual < 0.7);
}
