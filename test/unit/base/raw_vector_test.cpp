#include "scree/base/raw_vector.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>

using namespace scree;

namespace {

constexpr std::size_t kMany = 2 * kWorthPages / sizeof(double);

RawVector<double> filled(std::size_t n, double with) {
  RawVector<double> v(n);
  std::fill(v.begin(), v.end(), with);
  return v;
}
bool all(const RawVector<double>& v, double value) {
  return std::all_of(v.begin(), v.end(), [=](double x) { return x == value; });
}

}  // namespace

TEST_CASE("large tables begin at a large page, and each has its own") {
  const RawVector<double> a = filled(kMany, 1), b = filled(kMany, 2);
  for (const RawVector<double>* v : {&a, &b})
    CHECK(reinterpret_cast<std::uintptr_t>(v->data()) % (2 << 20) == 0);
  CHECK(all(a, 1));
  CHECK(all(b, 2));
}

TEST_CASE("pages of a table that is gone serve the next one of its size, and only one") {
  const double* before = nullptr;
  {
    const RawVector<double> gone = filled(kMany, 3);
    before = gone.data();
  }
  const RawVector<double> a = filled(kMany, 4), b = filled(kMany, 5);
  CHECK(a.data() == before);
  CHECK(all(a, 4));
  CHECK(all(b, 5));
}

TEST_CASE("tables of changing size keep what they hold") {
  RawVector<double> now = filled(kMany, 0);
  for (int round = 1; round < 12; ++round) {
    RawVector<double> next = filled(kMany * (1 + round % 4), round);
    CHECK(all(now, round - 1));
    now = std::move(next);
  }
  now.resize(5 * kMany, 7);
  CHECK(now[0] == 11);
  CHECK(now.back() == 7);
}
