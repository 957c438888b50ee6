#include "scree/observe/nonaffine.h"

#include <doctest/doctest.h>
#include <omp.h>

#include <array>
#include <cmath>
#include <cstring>

#include "scree/base/random.h"
#include "scree/observe/point_grid.h"

namespace scree {
namespace {

Scene box(bool planar, std::array<bool, 3> periodic, Real side = 10) {
  Scene scene;
  scene.planar = planar;
  scene.domain.lo = {-1, -1, -1};
  scene.domain.hi = {side - 1, side - 1, side - 1};
  for (int k = 0; k < (planar ? 2 : 3); ++k)
    if (periodic[static_cast<std::size_t>(k)]) at(scene.domain.cell.period, k) = side;
  return scene;
}

std::vector<Vec3> scatter(const Scene& scene, int count, std::uint64_t seed) {
  Random random{seed};
  std::vector<Vec3> points;
  for (int n = 0; n < count; ++n) {
    Vec3 x;
    for (int k = 0; k < 3; ++k)
      at(x, k) = at(scene.domain.lo, k) +
                 random.uniform() * (at(scene.domain.hi, k) - at(scene.domain.lo, k));
    if (scene.planar) x.z = 0;
    points.push_back(x);
  }
  return points;
}

std::vector<Vec3> shaken(std::vector<Vec3> points, bool planar, Real by) {
  Random random{99};
  for (Vec3& x : points) {
    x += by * Vec3{random.uniform(), random.uniform(), random.uniform()};
    if (planar) x.z = 0;
  }
  return points;
}

/// Differences to the neighbours of p, before and now, by comparing with every point and copy.
struct Around {
  std::vector<Vec3> before, now;
};
Around all_around(const Scene& scene, Real radius, const std::vector<Vec3>& before,
                  const std::vector<Vec3>& now, std::size_t p) {
  Around found;
  const Vec3 period = scene.domain.cell.period;
  for (std::size_t n = 0; n < before.size(); ++n)
    for (int i = -3; i <= 3; ++i)
      for (int j = -3; j <= 3; ++j)
        for (int k = -3; k <= 3; ++k) {
          if ((i && !(period.x > 0)) || (j && !(period.y > 0)) || (k && !(period.z > 0))) continue;
          const Vec3 shift{i * period.x, j * period.y, k * period.z};
          const Vec3 d = before[n] + shift - before[p];
          if (norm(d) > radius || (n == p && !i && !j && !k)) continue;
          found.before.push_back(d);
          found.now.push_back(now[n] + shift - now[p]);
        }
  return found;
}

/// Least squares by Givens rotations on the table of neighbours itself: what is left of the right
/// hand sides below the triangle is the residual. A route without normal equations.
Real residual_by_rotations(const Around& around, int dim) {
  std::vector<std::array<Real, 6>> rows;  // before | now
  for (std::size_t n = 0; n < around.before.size(); ++n) {
    std::array<Real, 6> row{};
    for (int k = 0; k < dim; ++k) {
      row[static_cast<std::size_t>(k)] = at(around.before[n], k);
      row[static_cast<std::size_t>(3 + k)] = at(around.now[n], k);
    }
    rows.push_back(row);
  }
  for (std::size_t c = 0; c < static_cast<std::size_t>(dim); ++c)
    for (std::size_t r = c + 1; r < rows.size(); ++r) {
      const Real h = std::hypot(rows[c][c], rows[r][c]);
      if (h == 0) continue;
      const Real cos = rows[c][c] / h, sin = rows[r][c] / h;
      for (std::size_t k = 0; k < 6; ++k) {
        const Real top = rows[c][k], low = rows[r][k];
        rows[c][k] = cos * top + sin * low;
        rows[r][k] = cos * low - sin * top;
      }
    }
  Real sum = 0;
  for (std::size_t r = static_cast<std::size_t>(dim); r < rows.size(); ++r)
    for (std::size_t k = 3; k < 6; ++k) sum += rows[r][k] * rows[r][k];
  return sum;
}

std::vector<Vec3> deformed(const std::vector<Vec3>& points, const Mat3& a, Vec3 shift) {
  std::vector<Vec3> out;
  for (const Vec3 x : points) out.push_back(a * x + shift);
  return out;
}

}  // namespace

TEST_CASE("an affine deformation has no non-affine part, in 2D and 3D") {
  for (const bool planar : {true, false}) {
    const Scene scene = box(planar, {false, false, false});
    const auto before = scatter(scene, planar ? 300 : 1200, 3);
    Mat3 a{{{1.05, 0.2, -0.03}, {-0.1, 0.93, 0.07}, {0.02, 0.11, 1.2}}};
    if (planar) a = {{{1.05, 0.2, 0}, {-0.1, 0.93, 0}, {0, 0, 1}}};
    const auto motion = local_motion(scene, 2.5, before, deformed(before, a, {3, -40, 0}));
    const Real volume = dot(a.row[0], cross(a.row[1], a.row[2])) - 1;
    for (const LocalMotion& m : motion) {
      REQUIRE(m.measured);
      CHECK(m.d2min < 1e-26);  // coordinates of order 40, rounded to 1e-14
      CHECK(m.volume == doctest::Approx(volume).epsilon(1e-11));
    }
  }
}

TEST_CASE("a uniform translation across periodic boundaries is affine") {
  for (const bool planar : {true, false}) {
    const Scene scene = box(planar, {true, true, true}, 6);
    const auto before = scatter(scene, planar ? 150 : 600, 4);
    auto now = before;
    for (Vec3& x : now) x += Vec3{12.3, -7, planar ? 0 : 0.25};  // more than a period
    for (const LocalMotion& m : local_motion(scene, 2, before, now)) {
      REQUIRE(m.measured);
      CHECK(m.d2min < 1e-26);
      CHECK(m.shear < 1e-13);
      CHECK(std::fabs(m.volume) < 1e-13);
    }
  }
}

TEST_CASE("a shear along a periodic axis is affine: neighbours keep their copies") {
  // x' = x + g y is the same for all copies along x, as long as y is not periodic.
  const Real g = 0.3;
  for (const bool planar : {true, false}) {
    const Scene scene = box(planar, {true, false, true});
    const auto before = scatter(scene, planar ? 300 : 1200, 5);
    const auto now = deformed(before, {{{1, g, 0}, {0, 1, 0}, {0, 0, 1}}}, {0, 0, 0});
    for (const LocalMotion& m : local_motion(scene, 2.5, before, now)) {
      REQUIRE(m.measured);
      CHECK(m.d2min < 1e-26);
      CHECK(std::fabs(m.volume) < 1e-12);
    }
  }
}

TEST_CASE("strain: half the angle in simple shear, nothing in a rotation") {
  for (const bool planar : {true, false}) {
    const Scene scene = box(planar, {false, false, false});
    const auto before = scatter(scene, planar ? 100 : 400, 6);
    const Real g = 1e-4, c = std::cos(0.7), s = std::sin(0.7);
    const auto sheared = deformed(before, {{{1, g, 0}, {0, 1, 0}, {0, 0, 1}}}, {0, 0, 0});
    for (const LocalMotion& m : local_motion(scene, 4, before, sheared))
      CHECK(m.shear == doctest::Approx(g / 2).epsilon(1e-3));
    const auto turned = deformed(before, {{{c, -s, 0}, {s, c, 0}, {0, 0, 1}}}, {1, 2, 0});
    for (const LocalMotion& m : local_motion(scene, 4, before, turned)) CHECK(m.shear < 1e-12);
  }
}

TEST_CASE("on random data it is the least-squares residual, also where copies are neighbours") {
  for (const bool planar : {true, false})
    for (const bool periodic : {false, true}) {
      // In the smaller box the radius is more than half the period: a point is met several times.
      for (const Real side : {10.0, 3.0}) {
        const Scene scene = box(planar, {periodic, periodic, false}, side);
        const auto before = scatter(scene, side < 5 ? 25 : planar ? 200 : 700, 7);
        const auto now = shaken(before, planar, 0.4);
        const auto motion = local_motion(scene, 2, before, now);
        Real largest = 0;
        for (std::size_t p = 0; p < before.size(); ++p) {
          const Around around = all_around(scene, 2, before, now, p);
          REQUIRE(motion[p].neighbours == static_cast<Index>(around.before.size()));
          if (!motion[p].measured) continue;
          const Real direct = residual_by_rotations(around, planar ? 2 : 3);
          CHECK(motion[p].d2min == doctest::Approx(direct).epsilon(1e-9));
          CHECK(motion[p].d2min_per_neighbour() ==
                doctest::Approx(direct / static_cast<Real>(around.before.size())).epsilon(1e-9));
          largest = std::max(largest, direct);
        }
        CHECK(largest > 0.1);
      }
    }
}

TEST_CASE("with too few neighbours, or all on a line or plane, nothing is measured, all is zero") {
  const Scene plane = box(true, {false, false, false}), space = box(false, {false, false, false});
  const auto check_nothing = [](const Scene& scene, const std::vector<Vec3>& before) {
    const auto now = shaken(before, scene.planar, 0.1);
    for (const LocalMotion& m : local_motion(scene, 1.5, before, now)) {
      CHECK_FALSE(m.measured);
      CHECK(m.d2min == 0);
      CHECK(m.shear == 0);
      CHECK(m.volume == 0);
    }
  };
  check_nothing(plane, {});
  check_nothing(plane, {{0, 0, 0}});
  check_nothing(plane, {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}});
  check_nothing(plane, {{0, 0, 0}, {0.1, 0.3, 0}, {0.2, 0.6, 0}, {0.3, 0.9, 0}, {0.4, 1.2, 0}});
  check_nothing(space, {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}});
  std::vector<Vec3> layer = scatter(plane, 300, 8);
  check_nothing(space, layer);
  check_nothing(plane, {{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}});  // all at one place
}

TEST_CASE("points far apart do not need a cell each") {
  const Scene scene = box(false, {false, false, false});
  std::vector<Vec3> points = scatter(scene, 100, 9);
  points.push_back({1e7, -1e7, 1e7});
  const PointGrid grid(scene.domain, points, 2);
  for (Index p = 0; p < 101; ++p) {
    Index found = 0, there = 0;
    grid.for_each_near(p, [&](Index, Vec3) { ++found; });
    for (const Vec3 x : points) there += norm(x - points[static_cast<std::size_t>(p)]) <= 2;
    CHECK(found == there);
  }
}

TEST_CASE("local motion is the same to the bit for any number of threads") {
  const Scene scene = box(false, {true, true, false}, 20);
  const auto before = scatter(scene, 6000, 10), now = shaken(before, false, 0.3);
  const int threads = omp_get_max_threads();
  omp_set_num_threads(1);
  const auto one = local_motion(scene, 2, before, now);
  omp_set_num_threads(3);
  const auto three = local_motion(scene, 2, before, now);
  omp_set_num_threads(threads);
  Index differ = 0;
  for (std::size_t p = 0; p < one.size(); ++p)
    differ += one[p].d2min != three[p].d2min || one[p].shear != three[p].shear ||
              one[p].volume != three[p].volume;
  CHECK(differ == 0);
}

}  // namespace scree
