#include "scree/geometry/clump.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "scree/base/random.h"

using namespace scree;

namespace {

doctest::Approx near(Real value, Real relative) { return doctest::Approx(value).epsilon(relative); }

Real sphere_volume(Real r) { return 4.0 / 3 * kPi * r * r * r; }

/// The tensor rebuilt from principal moments and frame.
Vec3 apply_principal(const MassProperties& m, Vec3 a) {
  const Vec3 local = rotate_back(m.frame, a);
  return rotate(m.frame,
                {m.principal.x * local.x, m.principal.y * local.y, m.principal.z * local.z});
}
void check_frame(const MassProperties& m) {
  const Real scale = m.principal.x + m.principal.y + m.principal.z;
  for (const Vec3 a : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}})
    CHECK(norm(apply_principal(m, a) - m.inertia * a) < 1e-12 * scale);
}

}  // namespace

TEST_CASE("one sphere has its textbook mass properties, wherever it is") {
  const std::vector<ClumpSphere> one{{{10, -20, 30}, 0.3}};
  const MassProperties m = clump_mass_properties(one);
  const Real v = sphere_volume(0.3), moment = 0.4 * v * 0.09;
  CHECK(m.volume == near(v, 1e-15));
  CHECK(m.centre == one[0].centre);
  CHECK(m.principal.x == near(moment, 1e-14));
  CHECK(m.principal.z == near(moment, 1e-14));
  CHECK(m.frame.w == 1);
}

TEST_CASE("two touching spheres: the parallel-axis theorem") {
  const Real r = 0.2, v = sphere_volume(r);
  const std::vector<ClumpSphere> two{{{-r, 0, 0}, r}, {{r, 0, 0}, r}};
  const MassProperties m = clump_mass_properties(two);
  CHECK(m.volume == near(2 * v, 1e-15));
  CHECK(norm(m.centre) < 1e-15);
  CHECK(m.principal.x == near(2 * 0.4 * v * r * r, 1e-14));
  CHECK(m.principal.y == near(2 * (0.4 + 1) * v * r * r, 1e-14));
  CHECK(m.principal.z == near(m.principal.y, 1e-14));
}

TEST_CASE("disjoint spheres of different sizes add up exactly") {
  const std::vector<ClumpSphere> s{{{0, 0, 0}, 1}, {{3, 0, 0}, 0.5}, {{0, 4, 1}, 0.7}};
  const MassProperties m = clump_mass_properties(s);
  Real volume = 0;
  Vec3 first{0, 0, 0};
  for (const auto& a : s) {
    volume += sphere_volume(a.radius);
    first += sphere_volume(a.radius) * a.centre;
  }
  CHECK(m.volume == near(volume, 1e-15));
  CHECK(norm(m.centre - first / volume) < 1e-14);
  check_frame(m);
}

TEST_CASE("two overlapping spheres lose exactly the lens they share, along any direction") {
  const Real d = 0.9, big = 0.8, small = 0.5;
  const Real lens = kPi * std::pow(big + small - d, 2) *
                    (d * d + 2 * d * (big + small) - 3 * std::pow(big - small, 2)) / (12 * d);
  for (const Vec3 way : {Vec3{0, 0, 1}, Vec3{0, 0, -1}, Vec3{1, 0, 0}, Vec3{0.48, 0.6, 0.64}}) {
    const std::vector<ClumpSphere> two{{{1, 2, 3}, big}, {Vec3{1, 2, 3} + d * way, small}};
    const MassProperties m = clump_mass_properties(two);
    CHECK(m.volume == near(sphere_volume(big) + sphere_volume(small) - lens, 1e-13));
    const Vec3 offset = m.centre - Vec3{1, 2, 3};
    CHECK(norm(cross(offset, way)) < 1e-13);  // on the common axis
    check_frame(m);
  }
}

TEST_CASE("two equal spheres cut at their middle plane: moments of two spherical caps") {
  // Each half is a ball without the cap beyond c: integrate discs of radius^2 = 1 - t^2.
  const Real c = 0.6;
  const auto integral = [&](auto f) { return f(c) - f(-1.0); };
  const Real volume = 2 * kPi * integral([](Real t) { return t - t * t * t / 3; });
  const Real across =  // int x^2 over the half: int pi rho^4 / 4 dt
      2 * kPi / 4 * integral([](Real t) { return t - 2 * t * t * t / 3 + std::pow(t, 5) / 5; });
  const Real along =  // int (t - c)^2 pi rho^2 dt about the middle plane
      2 * kPi * integral([c](Real t) {
        return c * c * t - c * t * t + (1 - c * c) * t * t * t / 3 + c * std::pow(t, 4) / 2 -
               std::pow(t, 5) / 5;
      });
  const std::vector<ClumpSphere> two{{{0, -c, 0}, 1}, {{0, c, 0}, 1}};
  const MassProperties m = clump_mass_properties(two);
  CHECK(m.volume == near(volume, 1e-13));
  CHECK(m.inertia.row[1].y == near(2 * across, 1e-12));
  CHECK(m.inertia.row[0].x == near(across + along, 1e-12));
  CHECK(m.inertia.row[2].z == near(across + along, 1e-12));
}

TEST_CASE("a hidden or repeated sphere changes nothing") {
  const std::vector<ClumpSphere> plain{{{0, 0, 0}, 1}, {{1, 0.2, 0}, 0.9}};
  std::vector<ClumpSphere> more = plain;
  more.push_back({{0.1, 0, 0}, 0.3});
  more.push_back(plain[1]);
  const MassProperties a = clump_mass_properties(plain), b = clump_mass_properties(more);
  CHECK(a.volume == near(b.volume, 1e-14));
  CHECK(norm(a.principal - b.principal) < 1e-13);
}

TEST_CASE("four mutually overlapping spheres agree with counting a fine grid of points") {
  const std::vector<ClumpSphere> s{
      {{0, 0, 0}, 0.5}, {{0.5, 0.1, 0}, 0.4}, {{0.2, 0.5, 0.1}, 0.45}, {{0.2, 0.2, 0.5}, 0.35}};
  const MassProperties m = clump_mass_properties(s);
  constexpr int kSteps = 120;
  const Real h = 1.7 / kSteps;
  Real volume = 0, ixx = 0, ixy = 0;
  Vec3 first{0, 0, 0};
  for (int i = 0; i < kSteps; ++i)
    for (int j = 0; j < kSteps; ++j)
      for (int k = 0; k < kSteps; ++k) {
        const Vec3 p{-0.6 + (i + 0.5) * h, -0.6 + (j + 0.5) * h, -0.6 + (k + 0.5) * h};
        if (std::none_of(s.begin(), s.end(),
                         [&](const auto& a) { return norm2(p - a.centre) < a.radius * a.radius; }))
          continue;
        const Vec3 q = p - m.centre;
        volume += h * h * h;
        first += h * h * h * q;
        ixx += h * h * h * (q.y * q.y + q.z * q.z);
        ixy -= h * h * h * q.x * q.y;
      }
  CHECK(m.volume == near(volume, 2e-3));
  CHECK(norm(first) < 2e-3 * volume);
  CHECK(m.inertia.row[0].x == near(ixx, 3e-3));
  CHECK(std::fabs(m.inertia.row[0].y - ixy) < 1e-3 * ixx);
  check_frame(m);
}

TEST_CASE("mass properties turn with the clump and do not depend on the order of spheres") {
  std::vector<ClumpSphere> s{
      {{0, 0, 0}, 0.5}, {{0.5, 0.1, 0}, 0.4}, {{0.2, 0.5, 0.1}, 0.45}, {{0.2, 0.2, 0.5}, 0.35}};
  const MassProperties m = clump_mass_properties(s);
  const Quat turn = rotation({0.3, 1.1, -0.7});
  for (auto& a : s) a.centre = rotate(turn, a.centre);
  std::reverse(s.begin(), s.end());
  const MassProperties t = clump_mass_properties(s);
  CHECK(t.volume == near(m.volume, 1e-8));
  CHECK(norm(t.centre - rotate(turn, m.centre)) < 1e-8);
  for (const Vec3 a : {Vec3{1, 0, 0}, Vec3{0, 1, 0}, Vec3{0, 0, 1}})
    CHECK(norm(t.inertia * rotate(turn, a) - rotate(turn, m.inertia * a)) < 1e-8 * m.principal.x);
}

TEST_CASE("three overlapping spheres obey inclusion and exclusion through a far fourth") {
  // The volume of a union can only grow, by at most the volume of what is added.
  Random random{12};
  std::vector<ClumpSphere> s;
  Real last = 0;
  for (int n = 0; n < 12; ++n) {
    s.push_back({{random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)},
                 random.uniform(0.3, 0.8)});
    const Real now = clump_mass_properties(s).volume;
    CHECK(now >= last - 1e-9);
    CHECK(now <= last + sphere_volume(s.back().radius) + 1e-9);
    last = now;
  }
}

TEST_CASE("one disc and two touching discs have their textbook area and polar moment") {
  const std::vector<ClumpSphere> one{{{3, 4, 0}, 0.5}};
  const MassProperties m = planar_clump_mass_properties(one);
  CHECK(m.volume == near(kPi * 0.25, 1e-14));
  CHECK(m.principal.z == near(0.5 * kPi * std::pow(0.5, 4), 1e-13));
  CHECK(norm(m.centre - Vec3{3, 4, 0}) < 1e-14);
  const std::vector<ClumpSphere> two{{{0, 0, 0}, 0.5}, {{0.6, 0.8, 0}, 0.5}};
  const MassProperties t = planar_clump_mass_properties(two);
  CHECK(t.volume == near(kPi * 0.5, 1e-13));
  CHECK(t.inertia.row[2].z == near(kPi * std::pow(0.5, 4) + kPi * 0.5 * 0.25, 1e-13));
  CHECK(t.frame.x == 0);  // a turn about z only
  CHECK(t.frame.y == 0);
  check_frame(t);
}

TEST_CASE("two overlapping discs lose exactly the lens they share") {
  const Real d = 0.7, a = 0.6, b = 0.4;
  const Real lens = a * a * std::acos((d * d + a * a - b * b) / (2 * d * a)) +
                    b * b * std::acos((d * d + b * b - a * a) / (2 * d * b)) -
                    0.5 * std::sqrt((-d + a + b) * (d + a - b) * (d - a + b) * (d + a + b));
  for (const Real angle : {0.0, 1.0, 2.5, -3.0, kPi}) {
    const std::vector<ClumpSphere> two{{{0, 0, 0}, a},
                                       {{d * std::cos(angle), d * std::sin(angle), 0}, b}};
    CHECK(planar_clump_mass_properties(two).volume == near(kPi * (a * a + b * b) - lens, 1e-13));
  }
}

TEST_CASE("three discs around a hole: the hole is not filled") {
  // Radius just above the touching one: a ring with a curved triangular hole inside.
  const Real r = 0.5 * std::sqrt(3.0) * 1.0001;
  std::vector<ClumpSphere> ring;
  for (int k = 0; k < 3; ++k)
    ring.push_back({{std::cos(2 * kPi * k / 3), std::sin(2 * kPi * k / 3), 0}, r});
  const Real hole = std::sqrt(3.0) * 0.75 - 0.5 * kPi * 0.75;  // triangle less three sectors
  const MassProperties m = planar_clump_mass_properties(ring);
  CHECK(m.volume == near(3 * kPi * 0.75, 2e-3));
  ring.push_back({{0, 0, 0}, 0.4});
  CHECK(planar_clump_mass_properties(ring).volume == near(3 * kPi * 0.75 + hole, 2e-3));
  CHECK(norm(m.centre) < 1e-13);
}
