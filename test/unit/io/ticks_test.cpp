#include "scree/io/ticks.h"

#include <doctest/doctest.h>

#include <cmath>

using namespace scree;
using Labels = std::vector<std::string>;

TEST_CASE("axis ticks are round numbers inside the range") {
  CHECK(linear_ticks(0, 1, 5).label == Labels{"0.0", "0.2", "0.4", "0.6", "0.8", "1.0"});
  CHECK(linear_ticks(-3, 7, 5).label == Labels{"-2", "0", "2", "4", "6"});
  CHECK(linear_ticks(0.93, 1.03, 5).label == Labels{"0.94", "0.96", "0.98", "1.00", "1.02"});
}

TEST_CASE("large and small numbers share one power of a thousand") {
  const Ticks small = linear_ticks(0, 5e-6, 5);
  CHECK(small.exponent == -6);
  CHECK(small.label == Labels{"0", "1", "2", "3", "4", "5"});
  const Ticks large = linear_ticks(0, 2.5e7, 5);
  CHECK(large.exponent == 6);
  CHECK(large.label == Labels{"0", "5", "10", "15", "20", "25"});
}

TEST_CASE("any range gets a sensible number of ticks, evenly spaced") {
  for (Real lo : {-1e9, -1.0, 0.0, 1e-12, 3.3})
    for (Real size : {1e-3, 0.7, 1.0, 42.0, 1e10}) {
      const Real hi = lo + size * std::max(1.0, std::abs(lo));
      const Ticks t = linear_ticks(lo, hi, 6);
      REQUIRE(t.value.size() >= 2);
      CHECK(t.value.size() <= 8);
      for (std::size_t i = 2; i < t.value.size(); ++i)
        CHECK(t.value[i] - t.value[i - 1] ==
              doctest::Approx(t.value[1] - t.value[0]).epsilon(1e-6));
      CHECK(t.value.front() >= lo - 1e-8 * (hi - lo));
      CHECK(t.value.back() <= hi + 1e-8 * (hi - lo));
    }
}

TEST_CASE("log ticks are decades, or 1-2-5 within a decade or two") {
  CHECK(log_ticks(1e-6, 1, 10).value.size() == 7);
  CHECK(log_ticks(1, 100, 6).label == Labels{"1", "2", "5", "10", "20", "50", "100"});
  CHECK(log_ticks(1e-6, 1, 3).label == Labels{"1e-6", "1e-4", "1e-2", "1e0"});
}
