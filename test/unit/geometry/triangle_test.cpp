#include "scree/geometry/triangle.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "scree/base/random.h"

using namespace scree;

namespace {

const Triangle kRight{Vec3{0, 0, 0}, Vec3{4, 0, 0}, Vec3{0, 3, 0}};

Vec3 random_point(Random& random) {
  return {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
}

/// Smallest distance over a fine sampling: an upper bound, close to the truth.
Real sampled_distance(const Triangle& t, Vec3 x) {
  constexpr int kSteps = 200;
  Real best = 1e300;
  for (int i = 0; i <= kSteps; ++i)
    for (int j = 0; i + j <= kSteps; ++j) {
      const Real u = Real(i) / kSteps, v = Real(j) / kSteps;
      best = std::min(best, norm(x - (t[0] + u * (t[1] - t[0]) + v * (t[2] - t[0]))));
    }
  return best;
}

}  // namespace

TEST_CASE("above the face the closest point is straight below, on either side") {
  for (const Real z : {2.0, -2.0}) {
    const TrianglePoint hit = closest_on_triangle(kRight, {1, 1, z});
    CHECK(hit.feature == TriangleFeature::kFace);
    CHECK(hit.distance == 2);
    CHECK(hit.point == Vec3{1, 1, 0});
    CHECK(hit.normal == Vec3{0, 0, 1});
  }
}

TEST_CASE("each edge and each vertex is named where it is the closest feature") {
  struct Sample {
    Vec3 x;
    TriangleFeature feature;
    int which;
    Real distance;
  };
  const Sample samples[] = {{{2, -1, 0}, TriangleFeature::kEdge, 0, 1},
                            {{2 + 3, 1.5 + 4, 0}, TriangleFeature::kEdge, 1, 5},
                            {{-3, 1, 4}, TriangleFeature::kEdge, 2, 5},
                            {{-3, -4, 0}, TriangleFeature::kVertex, 0, 5},
                            {{7, 0, 4}, TriangleFeature::kVertex, 1, 5},
                            {{0, 8, 12}, TriangleFeature::kVertex, 2, 13}};
  for (const Sample& s : samples) {
    const TrianglePoint hit = closest_on_triangle(kRight, s.x);
    CHECK(hit.feature == s.feature);
    CHECK(hit.which == s.which);
    CHECK(hit.distance == doctest::Approx(s.distance));
  }
}

TEST_CASE("the closest point agrees with a fine sampling of random triangles") {
  Random random{3};
  for (int n = 0; n < 100; ++n) {
    const Triangle t{random_point(random), random_point(random), random_point(random)};
    const Vec3 x = random_point(random);
    const TrianglePoint hit = closest_on_triangle(t, x);
    CHECK(hit.distance == doctest::Approx(norm(x - hit.point)).epsilon(1e-12));
    const Real sampled = sampled_distance(t, x);
    CHECK(hit.distance <= sampled + 1e-12);
    CHECK(hit.distance >= sampled - 0.015);  // grid spacing
  }
}

TEST_CASE("slivers of any thinness give the distance to their long edge") {
  Random random{4};
  for (const Real thin : {1e-3, 1e-6, 1e-9, 1e-13, 1e-17, 0.0})
    for (int n = 0; n < 50; ++n) {
      const Vec3 a = random_point(random), b = a + 3.0 * random_point(random);
      const Vec3 c = a + random.uniform() * (b - a) + thin * random_point(random);
      const Vec3 x = a + random.uniform() * (b - a) + random_point(random);
      const Vec3 e = b - a;
      const Real s = std::clamp(dot(x - a, e) / norm2(e), 0.0, 1.0);
      const TrianglePoint hit = closest_on_triangle({a, b, c}, x);
      CHECK(std::fabs(hit.distance - norm(x - a - s * e)) <= 2 * thin + 1e-14);
      CHECK(std::fabs(norm(x - hit.point) - hit.distance) < 1e-9);
    }
}

TEST_CASE("a triangle shrunk to a point or a segment still answers") {
  const Vec3 a{1, 2, 3};
  const TrianglePoint point = closest_on_triangle({a, a, a}, {1, 2, 5});
  CHECK(point.distance == 2);
  CHECK(point.feature == TriangleFeature::kVertex);
  CHECK(norm(point.normal) == 0);
  const TrianglePoint segment = closest_on_triangle({a, a + Vec3{1, 0, 0}, a}, {1.5, 2, 4});
  CHECK(segment.distance == 1);
  CHECK(segment.feature == TriangleFeature::kEdge);
}

TEST_CASE("the smallest height is twice the area over the longest edge") {
  CHECK(smallest_height(kRight) == doctest::Approx(12.0 / 5));
  CHECK(smallest_height({Vec3{0, 0, 0}, Vec3{0, 0, 0}, Vec3{0, 0, 0}}) == 0);
}
