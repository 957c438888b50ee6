#include "scree/base/pack.h"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <cstring>

#include "scree/base/random.h"

using namespace scree;

namespace {

using Lanes = std::array<double, kLanes>;

Lanes random_lanes(Random& random) {
  Lanes lanes;
  for (double& lane : lanes) lane = random.uniform(-3, 3);
  return lanes;
}

/// The same bits, so that 0 and -0 differ.
bool same_bits(double a, double b) { return std::memcmp(&a, &b, sizeof(a)) == 0; }

/// Something with every operation a law uses.
template <class N>
N formula(N a, N b) {
  const N s = sqrt(abs(a)) / (b * b + 1);
  return select((a > b) & (s <= N(1)), max(s, a) - b, min(a, -b) + s * 2);
}

}  // namespace

TEST_CASE("every lane computes exactly what a plain double would") {
  Random random{7};
  for (int trial = 0; trial < 200; ++trial) {
    const Lanes a = random_lanes(random), b = random_lanes(random);
    const Pack result = formula(Pack::load(a.data()), Pack::load(b.data()));
    for (int i = 0; i < kLanes; ++i) {
      const double x = a[static_cast<std::size_t>(i)], y = b[static_cast<std::size_t>(i)];
      const double s = std::sqrt(std::fabs(x)) / (y * y + 1);
      const double plain = x > y && s <= 1 ? (s > x ? s : x) - y : (x < -y ? x : -y) + s * 2;
      CHECK(same_bits(result[i], plain));
    }
  }
}

TEST_CASE("the sum over lanes is a fixed tree") {
  const Lanes a{1e16, 1, -1e16, 1, 3, 1, 5, 1};
  const double tree = ((a[0] + a[4]) + (a[2] + a[6])) + ((a[1] + a[5]) + (a[3] + a[7]));
  CHECK(same_bits(sum(Pack::load(a.data())), tree));
}

TEST_CASE("any() sees a single lane") {
  for (int i = 0; i < kLanes; ++i) {
    Lanes a{};
    a[static_cast<std::size_t>(i)] = 1;
    CHECK(any(Pack::load(a.data()) > Pack(0)));
    CHECK_FALSE(any(Pack::load(a.data()) > Pack(1)));
    CHECK(any(!(Pack::load(a.data()) < Pack(1))));
  }
}

TEST_CASE("reciprocals and roots by series are good to two units in the last place") {
  Random random{11};
  const double two_ulp = 2 * 2.2204460492503131e-16;
  for (int trial = 0; trial < 20000; ++trial) {
    const double a = std::pow(10.0, random.uniform(-290, 290));
    CHECK(std::fabs(reciprocal(a) * a - 1) <= two_ulp);
    CHECK(reciprocal(-a) == -reciprocal(a));
    CHECK(std::fabs(inverse_root(a) * std::sqrt(a) - 1) <= two_ulp);
    CHECK(std::fabs(root(a) - std::sqrt(a)) <= two_ulp * std::sqrt(a));
    CHECK(same_bits(root(Pack(a))[3], root(a)));
  }
  CHECK(root(0.0) == 0);
  CHECK(root(4.0) == 2);
}

TEST_CASE("reciprocal and inverse root of a double have the bits of those of a lane") {
  Random random{11};
  for (int trial = 0; trial < 100000; ++trial) {
    const double a = std::exp(random.uniform(-300, 300));
    REQUIRE(same_bits(reciprocal(a), reciprocal(Pack(a))[3]));
    REQUIRE(same_bits(inverse_root(a), inverse_root(Pack(a))[5]));
    REQUIRE(std::fabs(reciprocal(a) * a - 1) < 1e-15);
    REQUIRE(std::fabs(inverse_root(a) * inverse_root(a) * a - 1) < 2e-15);
  }
}
