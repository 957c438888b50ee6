#include "scree/law/friction_set.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "scree/base/pack.h"
#include "scree/base/random.h"

namespace scree {
namespace {

Vec3 chance(Random& random) {
  return {random.uniform(-2, 2), random.uniform(-2, 2), random.uniform(-2, 2)};
}
Vec3 unit(Random& random) {
  const Vec3 v = chance(random);
  return v / norm(v);
}
Real off(Vec3 a, Vec3 b) { return norm(a - b); }

/// p is the nearest point of a convex set to q if, for every other point s of it, (q - p).(s - p)
/// <= 0.
bool obtuse(Vec3 q, Vec3 p, Vec3 s) { return dot(q - p, s - p) <= 1e-12; }

}  // namespace

TEST_CASE("the point of a disc nearest to an impulse") {
  Random random{1};
  for (int n = 0; n < 300; ++n) {
    const Vec3 q = chance(random), other = chance(random);
    const Real radius = random.uniform(0, 2);
    const Vec3 p = into_disc(q, radius);
    CHECK(norm(p) <= radius * (1 + 1e-15));
    if (norm(q) <= radius) CHECK(off(p, q) == 0);
    CHECK(off(into_disc(p, radius), p) <= 1e-15);
    const Vec3 inside = std::min<Real>(1, radius / norm(other)) * other;
    CHECK(obtuse(q, p, inside));
  }
  CHECK(norm(into_disc(Vec3{0, 0, 0}, 1.0)) == 0);
  CHECK(norm(into_disc(Vec3{1, 2, 3}, 0.0)) == 0);
}

TEST_CASE("lanes are projected as single impulses are, bit by bit") {
  Random random{2};
  for (int n = 0; n < 50; ++n) {
    Vec3T<Pack> q, axis;
    Pack rolling, twisting;
    for (int l = 0; l < kLanes; ++l) {
      const Vec3 v = chance(random), a = unit(random);
      q.x.v[l] = v.x, q.y.v[l] = v.y, q.z.v[l] = v.z;
      axis.x.v[l] = a.x, axis.y.v[l] = a.y, axis.z.v[l] = a.z;
      rolling.v[l] = random.uniform(0, 2), twisting.v[l] = random.uniform(0, 2);
    }
    const Vec3T<Pack> disc = into_disc(q, rolling);
    const Vec3T<Pack> couple = into_couple_bounds(q, axis, rolling, twisting);
    for (int l = 0; l < kLanes; ++l) {
      const auto lane = [l](const Vec3T<Pack>& v) { return Vec3{v.x[l], v.y[l], v.z[l]}; };
      CHECK(off(lane(disc), into_disc(lane(q), rolling[l])) == 0);
      CHECK(off(lane(couple), into_couple_bounds(lane(q), lane(axis), rolling[l], twisting[l])) ==
            0);
    }
  }
}

TEST_CASE("a couple is bounded across the normal and about it, each by its own") {
  Random random{3};
  for (int n = 0; n < 300; ++n) {
    const Vec3 q = chance(random), axis = unit(random), s = chance(random);
    const Real rolling = random.uniform(0, 2), twisting = random.uniform(0, 2);
    const Vec3 p = into_couple_bounds(q, axis, rolling, twisting);
    CHECK(std::fabs(dot(p, axis)) <= twisting + 1e-14);
    CHECK(norm(p - dot(p, axis) * axis) <= rolling + 1e-14);
    CHECK(obtuse(q, p, into_couple_bounds(s, axis, rolling, twisting)));
  }
}

TEST_CASE("friction leaves the normal impulse, the cone does not") {
  Random random{4};
  for (int n = 0; n < 300; ++n) {
    const Vec3 q = chance(random), s = chance(random);
    const Real mu = random.uniform(0, 1.5);
    const Vec3 pressed{std::fabs(q.x), q.y, q.z}, bounded = into_friction(pressed, mu);
    CHECK(bounded.x == pressed.x);
    CHECK(std::hypot(bounded.y, bounded.z) <= mu * bounded.x + 1e-14);
    const Vec3 p = onto_cone(q, mu);
    CHECK(std::hypot(p.y, p.z) <= mu * p.x + 1e-14);
    CHECK(off(onto_cone(p, mu), p) <= 1e-14);
    CHECK(obtuse(q, p, onto_cone(s, mu)));
  }
  CHECK(norm(onto_cone({-1, 0.1, 0}, 0.5)) == 0);  // in the polar cone
}

}  // namespace scree
