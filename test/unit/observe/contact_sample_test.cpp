#include "scree/observe/contact_sample.h"

#include <doctest/doctest.h>

#include <cmath>

#include "small_scene.h"

namespace scree {
namespace {

std::vector<ContactSample> samples(const SmallScene& s) {
  std::vector<ContactSample> all;
  for_each_contact(s.scene, s.state, [&](const ContactSample& c) { all.push_back(c); });
  return all;
}

doctest::Approx near(Real x) { return doctest::Approx(x).epsilon(1e-12); }

}  // namespace

TEST_CASE("two pressed spheres push each other apart with k d, and hold k d^2/2") {
  SmallScene s;
  s.add({.x = {0, 0, 0}});
  s.add({.x = {0.98, 0, 0}});
  s.touch();
  const auto all = samples(s);
  REQUIRE(all.size() == 1);
  const ContactSample& c = all[0];
  CHECK(c.i == 0);
  CHECK(c.j == 1);
  CHECK(c.wall == -1);
  CHECK(c.overlap == near(0.02));
  CHECK(c.radius == near(0.25));
  CHECK(c.normal.x == near(1));
  CHECK(c.point.x == near(0.49));
  CHECK(c.elastic == near(20));
  CHECK(c.viscous == 0);
  CHECK(c.force.x == near(-20));  // on i, away from j
  CHECK(c.normal_energy == near(0.2));
  CHECK(c.tangential_energy == 0);
  CHECK_FALSE(c.sliding);
}

TEST_CASE("the spring of this instant is recovered from memory half a step ahead") {
  SmallScene s;
  s.state.clock.dt = 1e-2;  // the half step is then a large part of the spring
  s.add({.x = {0, 0, 0}, .v = {0, 0.3, 0}, .w = {0, 0, 0.4}});
  s.add({.x = {0.98, 0, 0}, .v = {0, -0.1, 0}});
  const Vec3 xi{0, 0.001, 0.002};
  s.touch(xi);
  const auto all = samples(s);
  REQUIRE(all.size() == 1);
  const Real k = 500, c = s.law().tangential_damping * s.law().damping * std::sqrt(0.5 * 1000);
  const Vec3 vt{0, 0.4 + 0.49 * 0.4, 0};  // v_i - v_j + (c_i w_i) x n
  CHECK(all[0].tangential.y == near(-k * xi.y - c * vt.y));
  CHECK(all[0].tangential.z == near(-k * xi.z));
  CHECK(all[0].tangential_energy == near(0.5 * k * norm2(xi)));
}

TEST_CASE("looking does not change what is looked at") {
  SmallScene s;
  s.add({.x = {0, 0, 0}, .v = {1, 2, 3}, .w = {4, 5, 6}});
  s.add({.x = {0.98, 0, 0}});
  s.touch({0, 0.01, 0});
  const std::uint64_t before = hash(s.state);
  samples(s);
  CHECK(hash(s.state) == before);
}

TEST_CASE("friction at its limit is sliding, below it is not") {
  SmallScene s;
  s.add({.x = {0, 0, 0}});
  s.add({.x = {0.98, 0, 0}});
  const Real limit = 0.5 * 20 / 500;  // mu F_n/k_t
  s.touch({0, 0.5 * limit, 0});
  CHECK_FALSE(samples(s)[0].sliding);
  s.touch({0, limit, 0});
  CHECK(samples(s)[0].sliding);
  CHECK(norm(samples(s)[0].tangential) == near(10));
}

TEST_CASE("a wall pushes like a sphere of infinite radius, and its own motion counts") {
  SmallScene s;
  const Index wall = s.add_plane("floor", {0, 0, 0}, {0, 0, 1});
  s.state.walls[wall].v = {2, 0, 0};
  s.add({.x = {0, 0, 0.49}});
  s.touch();
  const auto all = samples(s);
  REQUIRE(all.size() == 1);
  CHECK(all[0].j == -1);
  CHECK(all[0].wall == wall);
  CHECK(all[0].radius == 0.5);
  CHECK(all[0].normal.z == -1);
  CHECK(all[0].point.z == near(-0.005));
  CHECK(all[0].force.z == near(10));
  const Real c = s.law().tangential_damping * s.law().damping * std::sqrt(1000);
  CHECK(all[0].tangential.x == near(std::fmin(2 * c, 0.5 * 10)));  // dragged along
}

TEST_CASE("spheres meet across a periodic border") {
  SmallScene s;
  s.scene.domain.cell = Cell({20, 0, 0});
  s.add({.x = {9.9, 0, 0}});
  s.add({.x = {-9.12, 0, 0}});
  s.touch();
  REQUIRE(samples(s).size() == 1);
  CHECK(samples(s)[0].overlap == doctest::Approx(0.02).epsilon(1e-9));
  CHECK(samples(s)[0].normal.x == near(1));
}

TEST_CASE("a listed pair without memory, or apart, is no contact") {
  SmallScene s;
  s.add({.x = {0, 0, 0}});
  s.add({.x = {0.98, 0, 0}});
  s.touch();
  s.state.pairs.spring[0].a = 0;
  CHECK(samples(s).empty());
  s.touch();
  s.state.grains.place[1].x = 1.01;
  CHECK(samples(s).empty());
}

TEST_CASE("rolling and twisting springs add their energy") {
  LawChoice choice = SmallScene::linear_choice();
  choice.rolling = RollingLaw::kSpring;
  choice.twisting = TwistingLaw::kSpring;
  SmallScene s(choice);
  s.add({.x = {0, 0, 0}});
  s.add({.x = {0.98, 0, 0}});
  s.touch();
  s.state.pairs.roll[0] = {{0, 1e-3, 0}, 2e-3};
  const Real k = 500;
  const Real want = 0.5 * s.law().rolling_stiffness * k * 1e-6 +
                    0.5 * s.law().twisting_stiffness * k * 0.0625 * 4e-6;
  CHECK(samples(s)[0].tangential_energy == near(want));
  CHECK(norm(samples(s)[0].moment) > 0);
}

TEST_CASE("a constant rolling torque resists, though the step is reversed") {
  LawChoice choice = SmallScene::linear_choice();
  choice.rolling = RollingLaw::kConstant;
  SmallScene s(choice);
  s.add({.x = {0, 0, 0}, .w = {0, 0, 5}});
  s.add({.x = {0.98, 0, 0}});
  s.touch();
  CHECK(samples(s)[0].moment.z < 0);
}

}  // namespace scree
