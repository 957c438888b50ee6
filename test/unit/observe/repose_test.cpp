#include "scree/observe/repose.h"

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

namespace scree {
namespace {

struct Heap {
  std::vector<Vec3> x;
  std::vector<Real> r;

  /// Grains at random under the surface z = height(x, y), as dense as a heap.
  template <class Height>
  Heap(Vec3 lo, Vec3 hi, Real radius, Real spread, Height height) {
    Random random{11};
    const Vec3 size = hi - lo;
    const int tries =
        static_cast<int>(0.6 * size.x * size.y * size.z / (4.0 / 3.0 * kPi * std::pow(radius, 3)));
    for (int k = 0; k < tries; ++k) {
      const Vec3 p{random.uniform(lo.x, hi.x), random.uniform(lo.y, hi.y),
                   random.uniform(lo.z, hi.z)};
      if (p.z > height(p.x, p.y)) continue;
      x.push_back(p);
      r.push_back(radius * random.uniform(1 - spread, 1 + spread));
    }
  }
};

Real degrees(Real a) { return a * 180 / kPi; }

}  // namespace

TEST_CASE("the angle of a cone of grains is found within a degree") {
  for (const Real angle : {18.0, 25.0, 34.0}) {
    const Real slope = std::tan(angle * kPi / 180), h = 0.4, foot = h / slope;
    const Heap heap({-foot, -foot, 0}, {foot, foot, h}, 0.02, 0.2, [&](Real x, Real y) {
      return h - slope * std::hypot(x - 0.05, y + 0.03);  // not on the axis of the domain
    });
    const Repose fit = fit_repose(heap.x, heap.r, {});
    CHECK(degrees(fit.angle) == doctest::Approx(angle).epsilon(1 / angle));
    CHECK(fit.bins >= 3);
    CHECK(fit.height == doctest::Approx(h).epsilon(0.15));
  }
}

TEST_CASE("a rounded crest and grains scattered around the toe do not spoil the angle") {
  const Real slope = std::tan(28 * kPi / 180), h = 0.4;
  Heap heap({-1, -1, 0}, {1, 1, h}, 0.02, 0.2,
            [&](Real x, Real y) { return std::fmin(0.9 * h, h - slope * std::hypot(x, y)); });
  Random random{5};
  for (int k = 0; k < 300; ++k) {
    heap.x.push_back({random.uniform(-1, 1), random.uniform(-1, 1), 0.02});
    heap.r.push_back(0.02);
  }
  CHECK(degrees(fit_repose(heap.x, heap.r, {}).angle) == doctest::Approx(28).epsilon(1.0 / 28));
}

TEST_CASE("a ridge is measured on both flanks, or on the one it has") {
  const Real slope = std::tan(22 * kPi / 180), h = 0.4, foot = h / slope;
  const ReposeOptions across{.round = false, .along = {1, 0, 0}};
  const Heap ridge({-foot, 0, 0}, {foot, 0.3, h}, 0.015, 0.2,
                   [&](Real x, Real) { return h - slope * std::fabs(x); });
  CHECK(degrees(fit_repose(ridge.x, ridge.r, across).angle) ==
        doctest::Approx(22).epsilon(1.0 / 22));
  const Heap leaning({0, 0, 0}, {foot, 0.3, h}, 0.015, 0.2,
                     [&](Real x, Real) { return h - slope * x; });
  CHECK(degrees(fit_repose(leaning.x, leaning.r, across).angle) ==
        doctest::Approx(22).epsilon(1.0 / 22));
}

TEST_CASE("up may be any direction") {
  const Real slope = std::tan(25 * kPi / 180), h = 0.4, foot = h / slope;
  Heap heap({-foot, -foot, 0}, {foot, foot, h}, 0.02, 0.2,
            [&](Real x, Real y) { return h - slope * std::hypot(x, y); });
  const Quat q = rotation({0.3, -0.8, 0.2});
  for (Vec3& x : heap.x) x = rotate(q, x) + Vec3{3, 4, 5};
  const Repose fit = fit_repose(heap.x, heap.r, {.up = rotate(q, Vec3{0, 0, 1})});
  CHECK(degrees(fit.angle) == doctest::Approx(25).epsilon(1.0 / 25));
}

TEST_CASE("a flat bed has no flank to measure") {
  const Heap bed({-1, -1, 0}, {1, 1, 0.1}, 0.02, 0, [](Real, Real) { return 1.0; });
  CHECK(std::isnan(fit_repose(bed.x, bed.r, {}).angle));
  CHECK(std::isnan(fit_repose({}, {}, {}).angle));
}

}  // namespace scree
