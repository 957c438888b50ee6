#include "scree/base/vec3.h"

#include <doctest/doctest.h>

#include <initializer_list>

#include "scree/base/random.h"

using namespace scree;

namespace {

constexpr Real kRounding = 1e-14;  // a few operations on numbers of order one [-]

Vec3 random_vector(Random& random) {
  return {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
}

}  // namespace

TEST_CASE("the cross product is right-handed and normal to both factors") {
  CHECK(cross(Vec3{1, 0, 0}, Vec3{0, 1, 0}) == Vec3{0, 0, 1});
  Random random{1};
  for (int trial = 0; trial < 50; ++trial) {
    const Vec3 a = random_vector(random), b = random_vector(random);
    const Vec3 c = cross(a, b);
    CHECK(std::abs(dot(a, c)) < kRounding);
    CHECK(std::abs(dot(b, c)) < kRounding);
    CHECK(norm2(c) == doctest::Approx(norm2(a) * norm2(b) - dot(a, b) * dot(a, b)));
  }
}

TEST_CASE("a quarter turn about z takes x to y") {
  const Vec3 y = rotate(rotation({0, 0, kPi / 2}), Vec3{1, 0, 0});
  CHECK(norm(y - Vec3{0, 1, 0}) < kRounding);
}

TEST_CASE("turning and turning back changes nothing; lengths stay") {
  Random random{2};
  for (int trial = 0; trial < 50; ++trial) {
    const Quat q = rotation(3.0 * random_vector(random));
    const Vec3 a = random_vector(random);
    CHECK(norm(rotate_back(q, rotate(q, a)) - a) < kRounding);
    CHECK(norm(rotate(q, a)) == doctest::Approx(norm(a)).epsilon(kRounding));
  }
}

TEST_CASE("a product of quaternions turns by the right factor first") {
  const Quat about_x = rotation({kPi / 2, 0, 0}), about_z = rotation({0, 0, kPi / 2});
  // y -> z about x, and z stays under the turn about z; the other order gives -x.
  CHECK(norm(rotate(about_z * about_x, Vec3{0, 1, 0}) - Vec3{0, 0, 1}) < kRounding);
  CHECK(norm(rotate(about_x * about_z, Vec3{0, 1, 0}) - Vec3{-1, 0, 0}) < kRounding);
}

TEST_CASE("small rotations keep full precision") {
  for (const Real angle : {1e-3, 1e-8, 0.99e-8, 1e-12, 0.0}) {
    const Quat q = rotation({0, 0, angle});
    CHECK(q.z == doctest::Approx(std::sin(angle / 2)).epsilon(1e-15));
    CHECK(q.w == std::cos(angle / 2));
  }
}

TEST_CASE("outer product times a vector is a (b.c)") {
  const Vec3 a{1, 2, 3}, b{4, 5, 6}, c{7, 8, 9};
  CHECK(outer(a, b) * c == dot(b, c) * a);
}
