#include "scree/base/random.h"

#include <doctest/doctest.h>

#include <algorithm>

using namespace scree;

TEST_CASE("a copied stream continues with the same numbers") {
  Random random{42};
  for (int i = 0; i < 10; ++i) random.normal();
  Random copy = random;
  for (int i = 0; i < 10; ++i) CHECK(copy.bits() == random.bits());
}

TEST_CASE("neighbouring seeds give unrelated streams") {
  constexpr int kDraws = 20000;
  for (std::uint64_t seed = 1; seed < 6; ++seed) {
    Random a{seed}, b{seed + 1};
    Real correlation = 0;
    for (int i = 0; i < kDraws; ++i) correlation += (a.uniform() - 0.5) * (b.uniform() - 0.5);
    // Standard deviation of the mean product is 1 / (12 sqrt(n)); five of them.
    CHECK(std::abs(correlation / kDraws) < 5.0 / (12 * std::sqrt(kDraws)));
  }
}

TEST_CASE("uniform numbers fill [0, 1) evenly, normal ones have mean 0 and variance 1") {
  constexpr int kDraws = 100000;
  Random random{5};
  Real sum = 0, squares = 0, lowest = 1, highest = 0;
  for (int i = 0; i < kDraws; ++i) {
    const Real u = random.uniform();
    lowest = std::min(lowest, u);
    highest = std::max(highest, u);
    sum += u;
    squares += u * u;
  }
  CHECK(lowest >= 0);
  CHECK(highest < 1);
  CHECK(lowest < 1e-3);
  CHECK(highest > 1 - 1e-3);
  CHECK(sum / kDraws == doctest::Approx(0.5).epsilon(0.01));
  CHECK(squares / kDraws == doctest::Approx(1.0 / 3).epsilon(0.01));
  sum = squares = 0;
  for (int i = 0; i < kDraws; ++i) {
    const Real z = random.normal();
    sum += z;
    squares += z * z;
  }
  CHECK(std::abs(sum / kDraws) < 5 / std::sqrt(kDraws));
  CHECK(squares / kDraws == doctest::Approx(1).epsilon(0.03));
}
