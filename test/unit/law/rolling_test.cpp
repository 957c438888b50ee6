#include "scree/law/rolling.h"

#include <cmath>

#include "unit/law/random_contact.h"

using namespace scree;

namespace {

Vec3 rolling_part(const ContactIn<Real>& in) { return in.spin - dot(in.spin, in.n) * in.n; }

/// Spin of i relative to j after the couple acted for dt on two spheres.
Vec3 spin_after(const ContactIn<Real>& in, Vec3 moment, Real dt) {
  return rolling_part(in) + (dt / (0.4 * in.mass * in.radius * in.radius)) * moment;
}

}  // namespace

TEST_CASE("the bristle of constant rolling stays within the limit and follows the rolling") {
  Random random{41, 0};
  for (int k = 0; k < 1000; ++k) {
    const ContactIn<Real> in = random_contact(random);
    ContactMemory<Real> memory{{0, 0, 0}, 1e-4, {0, 0, 0}, 0};
    const Real limit = std::pow(10, random.uniform(-6, 2)),
               dt = std::pow(10, random.uniform(-8, 0)), stiffness = bristle_stiffness(in.mass, dt);
    const Real c = 2 * kBristleDamping * std::sqrt(0.4 * in.mass * stiffness);
    const MomentResult<Real> r = rolling_spring<Real>(memory, in, stiffness, 0, c, limit, dt);
    CHECK(dot(r.moment, rolling_part(in)) < 0);
    CHECK(norm(r.moment) <= in.radius * limit * (1 + 1e-12));
    CHECK(std::fabs(dot(r.moment, in.n)) <= 1e-12 * norm(r.moment) + 1e-300);
    // However long the step: it slows the spin of two spheres and does not reverse it.
    const Vec3 after = spin_after(in, r.moment, dt);
    CHECK(dot(after, rolling_part(in)) > 0);
  }
}

TEST_CASE("the bristle of constant rolling is soft for a step of no length, and knows no sign") {
  CHECK(bristle_stiffness<Real>(2, 0) == 0);
  CHECK(bristle_stiffness<Real>(2, -1e-5) == bristle_stiffness<Real>(2, 1e-5));
  CHECK(bristle_stiffness<Real>(2, 1e-5) == doctest::Approx(4 * bristle_stiffness<Real>(2, 2e-5)));
}

TEST_CASE("a rolling spring is bounded by mu_r F_n R and does not twist") {
  Random random{43, 0};
  for (int k = 0; k < 1000; ++k) {
    const ContactIn<Real> in = random_contact(random);
    ContactMemory<Real> memory = random_memory(random);
    const Real limit = random.uniform(0, 1e-2);
    const MomentResult<Real> r =
        rolling_spring<Real>(memory, in, 1e3, 1e3, random.uniform(0, 1e-2), limit, 1e-6);
    CHECK(norm(r.moment) <= in.radius * limit * (1 + 1e-12));
    CHECK(std::fabs(dot(r.moment, in.n)) <= 1e-12 * in.radius * limit);
  }
}

TEST_CASE("twisting acts about the normal, within its bound, and its spring holds no more") {
  Random random{44, 0};
  for (int k = 0; k < 1000; ++k) {
    const ContactIn<Real> in = random_contact(random);
    ContactMemory<Real> memory = random_memory(random);
    const Real stiffness = 1e-3, dashpot = random.uniform(0, 1e-6), limit = 1e-6, dt = 1e-6;
    const MomentResult<Real> r =
        twisting_spring<Real>(memory, in, stiffness, stiffness, dashpot, limit, dt);
    const Real rate = dot(in.spin, in.n);
    CHECK(norm(r.moment) <= limit * (1 + 1e-12));
    CHECK(norm(cross(r.moment, in.n)) <= 1e-12 * limit);
    CHECK(stiffness * std::fabs(memory.twist - 0.5 * dt * rate) <=
          limit + dashpot * std::fabs(rate) * (1 + 1e-12));
  }
}

TEST_CASE("two grains that turn together as one rigid body feel no rolling resistance") {
  Random random{45, 0};
  ContactIn<Real> in = random_contact(random);
  in.spin = {0, 0, 0};  // the relative spin of a rigid rotation
  ContactMemory<Real> memory{{0, 0, 0}, 1e-4, {0, 0, 0}, 0};
  const MomentResult<Real> r = rolling_spring<Real>(memory, in, 1e3, 1e3, 1e-2, 1.0, 1e-6);
  CHECK(norm(r.moment) == 0);
}
