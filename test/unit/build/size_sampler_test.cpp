#include "scree/build/size_sampler.h"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

using namespace scree;

namespace {

constexpr int kDraws = 200000;

std::vector<Real> draws(const Sizes& sizes, bool planar = false) {
  const SizeSampler sampler(sizes, planar);
  Random random{.seed = 42};
  std::vector<Real> radii(kDraws);
  for (Real& r : radii) r = sampler.draw(random);
  return radii;
}

/// Share of the sum of r^power that lies in [lo, hi): by number (0), area (2), mass (3).
Real share(const std::vector<Real>& radii, Real lo, Real hi, int power) {
  Real inside = 0, all = 0;
  for (const Real r : radii) {
    const Real weight = std::pow(r, power);
    all += weight;
    if (r >= lo && r < hi) inside += weight;
  }
  return inside / all;
}

Real mean(const std::vector<Real>& radii) {
  Real sum = 0;
  for (const Real r : radii) sum += r;
  return sum / static_cast<Real>(radii.size());
}

Real deviation(const std::vector<Real>& radii) {
  const Real m = mean(radii);
  Real sum = 0;
  for (const Real r : radii) sum += (r - m) * (r - m);
  return std::sqrt(sum / static_cast<Real>(radii.size()));
}

Sizes uniform(SizeBy by) {
  return {.kind = SizeKind::kUniform, .by = by, .min = 0.001, .max = 0.003};
}

/// A share estimated from n draws scatters by sqrt(p(1-p)/n); five of these never happen.
Real five_sigma(Real p) { return 5 * std::sqrt(p * (1 - p) / kDraws); }

}  // namespace

TEST_CASE("a uniform distribution by number has equal numbers in equal intervals") {
  const auto radii = draws(uniform(SizeBy::kNumber));
  for (int bin = 0; bin < 10; ++bin) {
    const Real lo = 0.001 + 0.0002 * bin;
    CHECK(std::abs(share(radii, lo, lo + 0.0002, 0) - 0.1) < five_sigma(0.1));
  }
}

TEST_CASE("a uniform distribution by mass has equal masses in equal intervals") {
  const auto radii = draws(uniform(SizeBy::kMass));
  // Number density falls as r^-3: the mean is that of r^-3 on [a, b], (1/a - 1/b) / (1/2a^2 -
  // 1/2b^2).
  CHECK(mean(radii) == doctest::Approx(0.0015).epsilon(0.003));
  for (int bin = 0; bin < 10; ++bin) {
    const Real lo = 0.001 + 0.0002 * bin;
    CHECK(share(radii, lo, lo + 0.0002, 3) == doctest::Approx(0.1).epsilon(0.05));
  }
}

TEST_CASE("mass of discs goes with the square of the radius") {
  const auto radii = draws(uniform(SizeBy::kMass), true);
  CHECK(share(radii, 0.001, 0.002, 2) == doctest::Approx(0.5).epsilon(0.02));
}

TEST_CASE("a sieve curve is met by mass at every opening") {
  const Sizes sizes{.kind = SizeKind::kSieve,
                    .passing = {{0.002, 0}, {0.004, 0.3}, {0.006, 0.3}, {0.008, 0.8}, {0.01, 1}}};
  const auto radii = draws(sizes);
  CHECK(share(radii, 0.001, 0.002, 3) == doctest::Approx(0.3).epsilon(0.02));
  CHECK(share(radii, 0.002, 0.003, 3) == 0);
  CHECK(share(radii, 0.001, 0.004, 3) == doctest::Approx(0.8).epsilon(0.02));
}

TEST_CASE("normal and lognormal sizes have the mean and deviation asked for") {
  for (const SizeKind kind : {SizeKind::kNormal, SizeKind::kLognormal}) {
    const Sizes sizes{.kind = kind,
                      .mean = 0.01,
                      .deviation = 0.001,
                      .min = 0.002,
                      .max = 0.02};  // tails far out, so that cutting them changes nothing
    const auto radii = draws(sizes);
    CHECK(mean(radii) == doctest::Approx(0.01).epsilon(0.001));
    CHECK(deviation(radii) == doctest::Approx(0.001).epsilon(0.02));
  }
}

TEST_CASE("tails are cut at min and max") {
  const Sizes sizes{
      .kind = SizeKind::kNormal, .mean = 0.01, .deviation = 0.005, .min = 0.006, .max = 0.012};
  for (const Real r : draws(sizes)) {
    REQUIRE(r >= 0.006);
    REQUIRE(r <= 0.012);
  }
}

TEST_CASE("all grains of a fixed size are equal") {
  const Sizes sizes{.kind = SizeKind::kFixed, .radius = 0.01};
  for (const Real r : draws(sizes)) REQUIRE(r == 0.01);
  CHECK(SizeSampler(sizes, false).largest() == 0.01);
}
