#include "scree/geometry/box_contact.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "scree/base/random.h"
#include "scree/geometry/surface_shape.h"

using namespace scree;

namespace {

const Quat kUpright{1, 0, 0, 0};

std::vector<TouchPoint> touch(const PlacedBox& a, const PlacedBox& b, Real reach) {
  std::vector<TouchPoint> out;
  find_box_box(a, b, reach, out);
  return out;
}

Real smallest_gap(const std::vector<TouchPoint>& points) {
  Real g = 1e9;
  for (const TouchPoint& t : points) g = min(g, t.gap);
  return g;
}

Real smallest_half(const PlacedBox& b) { return min(b.half.x, min(b.half.y, b.half.z)); }

Vec3 random_direction(Random& random) {
  return normalized(Vec3{random.normal(), random.normal(), random.normal()});
}
Quat random_turn(Random& random) {
  return normalized(Quat{random.normal(), random.normal(), random.normal(), random.normal()});
}
PlacedBox random_box(Random& random, Real spread) {
  return {spread * random_direction(random),
          random_turn(random),
          {random.uniform(0.3, 1.5), random.uniform(0.3, 1.5), random.uniform(0.3, 1.5)}};
}

Real width(const PlacedBox& b, Vec3 n) {
  const Vec3 m = rotate_back(b.q, n);
  return std::fabs(m.x) * b.half.x + std::fabs(m.y) * b.half.y + std::fabs(m.z) * b.half.z;
}
Real separation(const PlacedBox& a, const PlacedBox& b, Vec3 n) {
  return dot(n, b.x - a.x) - width(a, n) - width(b, n);
}

/// The signed distance is the largest separation over all directions. From below: over many.
Real largest_separation(const PlacedBox& a, const PlacedBox& b, int directions, Random& random) {
  Real best = -1e9;
  for (int i = 0; i < directions; ++i) best = max(best, separation(a, b, random_direction(random)));
  return best;
}

std::vector<Vec3> corners(const PlacedBox& b) {
  std::vector<Vec3> out;
  for (int v = 0; v < 8; ++v)
    out.push_back(b.x + rotate(b.q, Vec3{v & 1 ? b.half.x : -b.half.x, v & 2 ? b.half.y : -b.half.y,
                                         v & 4 ? b.half.z : -b.half.z}));
  return out;
}

/// Exactly, for boxes that overlap: over the facets of the hull of all differences of corners,
/// found by trying every three of them.
Real depth_by_hull(const PlacedBox& a, const PlacedBox& b) {
  std::vector<Vec3> p;
  for (const Vec3 u : corners(b))
    for (const Vec3 v : corners(a)) p.push_back(u - v);
  Real best = -1e9;
  for (std::size_t i = 0; i < p.size(); ++i)
    for (std::size_t j = i + 1; j < p.size(); ++j)
      for (std::size_t k = j + 1; k < p.size(); ++k) {
        Vec3 n = cross(p[j] - p[i], p[k] - p[i]);
        if (norm(n) < 1e-9) continue;
        n = normalized(n);
        const Real level = dot(n, p[i]);
        const auto below = [&](Vec3 q) { return dot(n, q) < level + 1e-12; };
        const auto above = [&](Vec3 q) { return dot(n, q) > level - 1e-12; };
        if (std::all_of(p.begin(), p.end(), below)) best = max(best, -level);
        if (std::all_of(p.begin(), p.end(), above)) best = max(best, level);
      }
  return best;
}

/// For boxes apart: going back and forth between the nearest points. Between nearly parallel faces
/// that takes for ever; so a bound from below and one from above.
std::pair<Real, Real> distance_by_projection(const PlacedBox& a, const PlacedBox& b) {
  const auto nearest = [](const PlacedBox& box, Vec3 p) {
    const Vec3 y = rotate_back(box.q, p - box.x), h = box.half;
    return box.x + rotate(box.q, Vec3{min(max(y.x, -h.x), h.x), min(max(y.y, -h.y), h.y),
                                      min(max(y.z, -h.z), h.z)});
  };
  Vec3 p = a.x, q = b.x;
  for (int i = 0; i < 20000; ++i) {
    q = nearest(b, p);
    const Vec3 next = nearest(a, q);
    if (norm(next - p) < 1e-16) break;
    p = next;
  }
  return {separation(a, b, normalized(q - p)), norm(q - p)};
}

/// Is there a point of `all` like t?
bool holds(const std::vector<TouchPoint>& all, const TouchPoint& t, Real tolerance) {
  return std::any_of(all.begin(), all.end(), [&](const TouchPoint& o) {
    return norm(o.point - t.point) < tolerance && norm(o.normal - t.normal) < tolerance &&
           std::fabs(o.gap - t.gap) < tolerance;
  });
}
bool holds_point(const std::vector<TouchPoint>& all, Vec3 p, Real tolerance) {
  return std::any_of(all.begin(), all.end(),
                     [&](const TouchPoint& o) { return norm(o.point - p) < tolerance; });
}
std::set<std::int64_t> features(const std::vector<TouchPoint>& points) {
  std::set<std::int64_t> f;
  for (const TouchPoint& t : points) f.insert(t.feature);
  return f;
}

PlacedBox turned(PlacedBox b, Quat q, Vec3 shift) {
  return {rotate(q, b.x) + shift, q * b.q, b.half};
}

}  // namespace

TEST_CASE("a box on a box of its size touches with four corners, above and through zero gap") {
  for (const Real gap : {0.01, 0.0, -0.01}) {
    const auto found =
        touch({{0, 0, 0}, kUpright, {1, 1, 1}}, {{0, 0, 2 + gap}, kUpright, {1, 1, 1}}, 0.1);
    REQUIRE(found.size() == 4);
    for (const TouchPoint& t : found) {
      CHECK(std::fabs(t.gap - gap) < 1e-15);
      CHECK(norm(t.normal - Vec3{0, 0, 1}) < 1e-15);
      CHECK(norm(Vec3{std::fabs(t.point.x), std::fabs(t.point.y), t.point.z} -
                 Vec3{1, 1, 1 + gap / 2}) < 1e-14);
    }
  }
}

TEST_CASE("a box shifted by half its width touches at the corners of the common rectangle") {
  const auto found =
      touch({{0, 0, 0}, kUpright, {1, 1, 1}}, {{1, 0.4, 1.99}, kUpright, {1, 1, 1}}, 0.1);
  REQUIRE(found.size() == 4);
  for (const Real x : {0.0, 1.0})
    for (const Real y : {-0.6, 1.0}) CHECK(holds_point(found, {x, y, 0.995}, 1e-14));
}

TEST_CASE("a box turned by 45 degrees on its like touches at the eight corners of an octagon") {
  const auto found = touch({{0, 0, 0}, kUpright, {1, 1, 1}},
                           {{0, 0, 2.01}, rotation({0, 0, kPi / 4}), {1, 1, 1}}, 0.1);
  REQUIRE(found.size() == 8);
  const Real s = std::sqrt(2.0) - 1;
  for (const Real p : {-1.0, 1.0})
    for (const Real r : {-s, s}) {
      CHECK(holds_point(found, {p, r, 1.005}, 1e-14));
      CHECK(holds_point(found, {r, p, 1.005}, 1e-14));
    }
  CHECK(features(found).size() == 8);
}

TEST_CASE("crossed edges touch in one point with the exact gap") {
  const Real up = std::sqrt(2.0);
  for (const Real gap : {0.03, -0.03}) {
    const PlacedBox below{{0, 0, 0}, rotation({kPi / 4, 0, 0}), {1, 1, 1}};
    const PlacedBox above{{0.2, -0.1, 2 * up + gap}, rotation({0, kPi / 4, 0}), {1, 1, 1}};
    const auto found = touch(below, above, 0.1);
    REQUIRE(found.size() == 1);
    CHECK(std::fabs(found[0].gap - gap) < 1e-14);
    CHECK(norm(found[0].normal - Vec3{0, 0, 1}) < 1e-14);
    CHECK(norm(found[0].point - Vec3{0.2, 0, up + gap / 2}) < 1e-14);
  }
}

TEST_CASE("a corner over a face has the exact gap") {
  // Stands on a corner: the diagonal of the cube is upright.
  const Vec3 diagonal = normalized(Vec3{1, 1, 1});
  const Vec3 axis = cross(diagonal, Vec3{0, 0, 1});
  const Quat q = rotation(std::acos(diagonal.z) / norm(axis) * axis);
  for (const Real gap : {0.02, -0.02}) {
    const auto found = touch({{0, 0, 0}, kUpright, {1, 1, 1}},
                             {{0.3, 0.2, 1 + std::sqrt(3.0) + gap}, q, {1, 1, 1}}, 0.05);
    REQUIRE(found.size() == 1);
    CHECK(std::fabs(found[0].gap - gap) < 1e-14);
    CHECK(norm(found[0].point - Vec3{0.3, 0.2, 1 + gap / 2}) < 1e-14);
  }
}

TEST_CASE("corners apart have their distance, and none beyond reach") {
  const PlacedBox a{{0, 0, 0}, kUpright, {1, 1, 1}};
  const PlacedBox b{{2.03, 2.04, 2.12}, kUpright, {1, 1, 1}};
  const auto found = touch(a, b, 0.2);
  REQUIRE(found.size() == 1);
  CHECK(std::fabs(found[0].gap - 0.13) < 1e-14);
  CHECK(norm(found[0].normal - Vec3{3, 4, 12} / 13) < 1e-13);
  CHECK(touch(a, b, 0.129).empty());  // though every axis separates by less
  // Parallel edges meet in the middle of what they share.
  const auto ridge = touch(a, {{2.03, 2.04, 0.5}, kUpright, {1, 1, 1}}, 0.2);
  REQUIRE(ridge.size() == 1);
  CHECK(std::fabs(ridge[0].gap - 0.05) < 1e-14);
  CHECK(std::fabs(ridge[0].point.z - 0.25) < 1e-14);
}

TEST_CASE("a deep overlap is left by the shortest way") {
  const PlacedBox a{{0, 0, 0}, kUpright, {1, 1, 1}};
  const auto found = touch(a, {{0.2, -1.2, 0.4}, kUpright, {0.5, 0.8, 0.9}}, 0.01);
  REQUIRE(found.size() == 4);
  for (const TouchPoint& t : found) {
    CHECK(norm(t.normal - Vec3{0, -1, 0}) < 1e-15);
    CHECK(std::fabs(t.gap + 0.6) < 1e-15);
  }
}

TEST_CASE("the smallest gap of boxes at random is the largest separation over all directions") {
  Random random{1};
  int apart = 0, exact = 0;
  Real above = 0, below = 0, over_samples = 0;
  for (int n = 0; n < 400; ++n) {
    const PlacedBox a = random_box(random, 0), b = random_box(random, random.uniform(0.5, 3.5));
    const auto found = touch(a, b, 10);
    REQUIRE(!found.empty());
    REQUIRE(found.size() <= 8);
    CHECK(features(found).size() == found.size());
    const Real gap = smallest_gap(found),
               slack = kBoxSlack * min(smallest_half(a), smallest_half(b));
    const Real sampled = largest_separation(a, b, 3000, random);
    CHECK(gap > sampled - slack);
    over_samples = max(over_samples, gap - sampled);
    const Real truth =
        sampled > 0 || gap > 0 ? distance_by_projection(a, b).second : depth_by_hull(a, b);
    const Real error = gap - truth;
    CHECK(error < 1e-9);
    CHECK(error > -slack);
    above = max(above, error);
    below = min(below, error);
    apart += gap > 0;
    exact += std::fabs(error) < 1e-9;
  }
  MESSAGE(apart, " of 400 apart, ", exact, " exact, error ", below, " to ", above, ", at most ",
          over_samples, " over 3000 directions");
  CHECK(apart > 100);
  CHECK(apart < 300);
  CHECK(exact > 390);
  CHECK(over_samples < 0.2);  // 3000 directions lie 0.04 rad apart; arms reach 5
}

TEST_CASE("between nearly parallel boxes the gap is at most the distance, and within the slack") {
  Random random{8};
  int known = 0, exact = 0;
  Real above = 0, below = 0;
  for (int n = 0; n < 300; ++n) {
    const Real tilt = std::pow(10.0, random.uniform(-5, -1));
    const PlacedBox a{{0, 0, 0}, kUpright, {1, 0.8, 0.6}};
    PlacedBox b{{0, 0, 0}, rotation(tilt * random_direction(random)), {0.7, 0.8, 0.9}};
    const Real slack = kBoxSlack * 0.6;
    // Over a face, along an edge or at a corner; the offset sets which.
    b.x = {random.uniform(-1.75, 1.75), random.uniform(-1.65, 1.65),
           1.5 + random.uniform(-0.05, 0.05)};
    const Real gap = smallest_gap(touch(a, b, 10));
    const Real depth = gap > 0 ? 0 : depth_by_hull(a, b);
    const auto [least, most] = gap > 0 ? distance_by_projection(a, b) : std::pair{depth, depth};
    CHECK(gap < most + 1e-9);
    CHECK(gap > least - slack);
    if (most - least > 1e-9) continue;
    ++known;
    exact += std::fabs(gap - most) < 1e-9;
    above = max(above, (gap - most) / slack);
    below = min(below, (gap - most) / slack);
  }
  MESSAGE("distance known ", known, " times of 300, exact ", exact, ", error ", below, " to ",
          above, " of the slack");
  CHECK(known > 150);
}

TEST_CASE("boxes closer than reach are never missed, those beyond never found") {
  Random random{2};
  int near = 0;
  for (int n = 0; n < 20000; ++n) {
    const PlacedBox a = random_box(random, 0), b = random_box(random, random.uniform(1.5, 4));
    const auto all = touch(a, b, 100);
    REQUIRE(!all.empty());
    const Real gap = smallest_gap(all);
    if (gap < 0) continue;
    ++near;
    CHECK(touch(a, b, gap * (1 + 1e-9)).size() >= 1);
    CHECK(touch(a, b, gap * (1 - 1e-9)).empty());
  }
  MESSAGE(near, " pairs apart");
}

TEST_CASE("points lie midway between the surfaces: half a gap from either box") {
  Random random{3};
  Real worst = 0;
  for (int n = 0; n < 2000; ++n) {
    const PlacedBox a = random_box(random, 0), b = random_box(random, random.uniform(1, 3.5));
    for (const TouchPoint& t : touch(a, b, 0.2)) {
      const Real slack = kBoxSlack * min(smallest_half(a), smallest_half(b));
      for (const PlacedBox& box : {a, b}) {
        const Real d = Box{{0, 0, 0}, box.half}.query(rotate_back(box.q, t.point - box.x)).distance;
        worst = max(worst, d - std::fabs(t.gap) / 2);
        CHECK(d < std::fabs(t.gap) / 2 + 2 * slack);
      }
    }
  }
  MESSAGE("farthest beyond half a gap: ", worst);
}

TEST_CASE("a turned and shifted pair of boxes has turned and shifted points") {
  Random random{4};
  Real worst = 0;
  int points = 0;
  for (int n = 0; n < 3000; ++n) {
    const PlacedBox a = random_box(random, 0), b = random_box(random, random.uniform(0.5, 3));
    const Quat q = random_turn(random);
    const Vec3 shift = 3 * random_direction(random);
    const auto found = touch(a, b, 0.3),
               other = touch(turned(a, q, shift), turned(b, q, shift), 0.3);
    REQUIRE(found.size() == other.size());
    for (std::size_t k = 0; k < found.size(); ++k) {
      ++points;
      CHECK(found[k].feature == other[k].feature);
      worst = max(worst, std::fabs(found[k].gap - other[k].gap));
      worst = max(worst, norm(rotate(q, found[k].normal) - other[k].normal));
      worst = max(worst, norm(rotate(q, found[k].point) + shift - other[k].point));
    }
  }
  MESSAGE(points, " points, largest difference ", worst);
  CHECK(worst < 1e-12);
}

TEST_CASE("swapped boxes have opposite normals and the same gaps") {
  Random random{5};
  for (int n = 0; n < 3000; ++n) {
    const PlacedBox a = random_box(random, 0), b = random_box(random, random.uniform(0.5, 3));
    const auto found = touch(a, b, 0.3), other = touch(b, a, 0.3);
    REQUIRE(found.size() == other.size());
    for (TouchPoint t : found) {
      t.normal = -t.normal;
      CHECK(holds(other, t, 1e-11));
    }
  }
}

TEST_CASE("a box that rests with all the rounding of a simulation keeps its four points") {
  Random random{6};
  const PlacedBox floor{{0, 0, 0}, kUpright, {1, 1, 1}};
  for (const Vec3 half : {Vec3{1, 1, 1}, Vec3{0.5, 0.5, 0.5}, Vec3{1, 0.6, 1}}) {
    std::set<std::int64_t> before;
    for (int n = 0; n < 1000; ++n) {
      const Vec3 jitter = 1e-4 * Vec3{random.normal(), random.normal(), random.normal()};
      const Vec3 turn = 1e-5 * Vec3{random.normal(), random.normal(), random.normal()};
      const auto found =
          touch(floor, {Vec3{0, 0, 1 + half.z} + jitter, rotation(turn), half}, 0.01);
      REQUIRE(found.size() == 4);
      if (n > 0) CHECK(features(found) == before);
      before = features(found);
      for (const TouchPoint& t : found) CHECK(t.normal.z > 1 - 1e-8);
    }
  }
}

TEST_CASE("the gap changes no faster than the boxes move") {
  Random random{7};
  Real jump = 0;
  for (int n = 0; n < 200; ++n) {
    const PlacedBox a = random_box(random, 0);
    PlacedBox b = random_box(random, 2.5);
    const Vec3 way = -1e-3 * normalized(b.x);
    const Vec3 turn = 1e-3 * random_direction(random);
    const Real slack = kBoxSlack * min(smallest_half(a), smallest_half(b));
    Real last = smallest_gap(touch(a, b, 10));
    for (int k = 0; k < 1000; ++k) {
      b.x += way;
      b.q = normalized(rotation(turn) * b.q);
      const Real now = smallest_gap(touch(a, b, 10));
      jump = max(jump, (std::fabs(now - last) - norm(way) - norm(turn) * norm(b.half)) / slack);
      last = now;
    }
  }
  MESSAGE("largest jump ", jump, " of the slack");
  CHECK(jump <= 1);
}

// --- smooth walls --------------------------------------------------------------------------------

TEST_CASE("a box on a plane touches with the corners below reach") {
  const Surface floor = Plane{{0, 0, 0}, {0, 0, 1}};
  const Quat q = rotation({0.3, -0.5, 0.2});
  const Vec3 x{1, 2, 3};
  REQUIRE(touched_by_corners(floor));
  std::vector<TouchPoint> out;
  find_box_surface({x + rotate(q, Vec3{0.1, 0.2, 0.49}), q, {1, 0.7, 0.5}}, floor, x, q, 0.1, out);
  REQUIRE(out.size() == 4);
  for (const TouchPoint& t : out) {
    CHECK(std::fabs(t.gap + 0.01) < 1e-14);
    CHECK(norm(t.normal - rotate(q, Vec3{0, 0, -1})) < 1e-14);
    CHECK(std::fabs(rotate_back(q, t.point - x).z + 0.005) < 1e-14);
  }
}

TEST_CASE("a box along the bottom of a drum touches with its four lower corners") {
  const Surface drum = Cone{{0, -5, 0}, {0, 1, 0}, 10, 2, 2, true, false};
  std::vector<TouchPoint> out;
  // Corners at x = +-0.6, z = -1.58: at sqrt(0.36 + 2.4964) from the axis.
  find_box_surface({{0, 0, -1.28}, kUpright, {0.6, 1, 0.3}}, drum, {0, 0, 0}, kUpright, 0.5, out);
  REQUIRE(out.size() == 4);
  for (const TouchPoint& t : out) {
    CHECK(t.gap == doctest::Approx(2 - std::hypot(0.6, 1.58)));
    CHECK(dot(t.normal, Vec3{t.point.x, 0, t.point.z}) > 0);
  }
}

TEST_CASE("surfaces that a box can touch otherwise than with corners are told apart") {
  CHECK(touched_by_corners(Disc{{0, 0, 0}, {0, 0, 1}, 1, false}));
  CHECK_FALSE(touched_by_corners(Disc{{0, 0, 0}, {0, 0, 1}, 1, true}));
  CHECK_FALSE(touched_by_corners(Cone{{0, 0, 0}, {0, 0, 1}, 1, 1, 1, false, false}));
  CHECK_FALSE(touched_by_corners(Cone{{0, 0, 0}, {0, 0, 1}, 1, 1, 1, true, true}));
  CHECK_FALSE(touched_by_corners(Box{{0, 0, 0}, {1, 1, 1}}));
}
