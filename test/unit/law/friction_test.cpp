#include <cmath>

#include "unit/law/random_contact.h"

using namespace scree;

namespace {

constexpr Real kRounding = 1 + 1e-12;

}  // namespace

TEST_CASE("friction never exceeds mu times the load and lies in the tangent plane") {
  Random random{31, 0};
  for (const LawChoice& choice : all_choices())
    for (int k = 0; k < 100; ++k) {
      const PairLaw law = random_law(random);
      const ContactIn<Real> in = random_contact(random);
      ContactMemory<Real> memory = random_memory(random);
      ContactOut<Real> out{};
      ContactLoss<Real> loss{};
      const bool on = evaluate_contact<Real, true>(choice, law, in, 1e-6, memory, out, loss);
      if (!on || choice.tangential == TangentialLaw::kNone) continue;
      const Real adhesion = choice.adhesive() ? 6 * kPi * law.surface_energy * in.radius : 0;
      const Real limit = law.friction * std::fabs(out.normal + adhesion);
      CHECK(norm(out.tangential) <= limit * kRounding);
      CHECK(std::fabs(dot(out.tangential, in.n)) <= 1e-9 * limit);
    }
}

TEST_CASE("partial slip keeps within friction on any path, and starts with the stiffness 8 G* a") {
  Random random{36, 0};
  const LawChoice choice{.tangential = TangentialLaw::kMindlinDeresiewicz};
  for (int path = 0; path < 50; ++path) {
    PairLaw law = random_law(random);
    law.tangential_damping = path % 2;
    ContactIn<Real> in = random_contact(random);
    in.v = {0, 0, 0};
    ContactMemory<Real> memory{{0, 0, 0}, 0, {0, 0, 0}, 0};
    PartialSlipMemory cells;
    for (int k = 0; k < 60; ++k) {
      in.overlap = random.uniform(1e-6, 4e-5);
      in.n = normalized(in.n + random_vector(random, 0.01));
      in.v = random_vector(random, 0.1);
      ContactOut<Real> out{};
      ContactLoss<Real> loss{};
      evaluate_contact<Real, true>(choice, law, in, 1e-6, memory, out, loss, {&cells});
      CHECK(norm(out.tangential) <= law.friction * std::fabs(out.normal) * (1 + 1e-9));
    }
  }
  PairLaw law{};
  law.modulus = 1e7, law.shear = 2e6, law.friction = 0.5;
  const Real overlap = 1e-5, slip = 1e-10, dt = 1e-6;
  ContactMemory<Real> memory{{0, 0, 0}, 0, {0, 0, 0}, 0};
  PartialSlipMemory cells;
  ContactOut<Real> out{};
  ContactLoss<Real> loss{};
  for (const Real speed : {0.0, 2 * slip / dt, 0.0}) {
    const ContactIn<Real> in{overlap, {0, 0, 1}, {speed, 0, 0}, {0, 0, 0}, 2e-3, 1e-4};
    evaluate_contact<Real, true>(choice, law, in, dt, memory, out, loss, {&cells});
  }
  const Real moved = 2 * slip;
  CHECK(-out.tangential.x / moved ==
        doctest::Approx(8 * 2e6 * std::sqrt(2e-3 * overlap)).epsilon(0.02));
}

TEST_CASE("a contact that may not pull pushes or is silent; JKR pulls no more than its spring") {
  Random random{32, 0};
  for (const LawChoice& choice : all_choices()) {
    if (choice.tension) continue;
    for (int k = 0; k < 100; ++k) {
      const PairLaw law = random_law(random);
      const ContactIn<Real> in = random_contact(random);
      ContactMemory<Real> memory = random_memory(random);
      ContactOut<Real> out{};
      ContactLoss<Real> loss{};
      evaluate_contact<Real, true>(choice, law, in, 1e-6, memory, out, loss);
      CHECK(out.normal >= std::fmin(out.elastic, 0.0));
      if (!choice.adhesive()) CHECK(out.normal >= 0);
    }
  }
}

TEST_CASE("bodies apart feel exactly nothing and remember nothing") {
  Random random{33, 0};
  for (const LawChoice& choice : all_choices())
    for (int k = 0; k < 30; ++k) {
      const PairLaw law = random_law(random);
      ContactIn<Real> in = random_contact(random);
      in.overlap = -1e-3;  // beyond the reach of any adhesion here
      ContactMemory<Real> memory = random_memory(random);
      ContactOut<Real> out{};
      ContactLoss<Real> loss{};
      CHECK_FALSE(evaluate_contact<Real, true>(choice, law, in, 1e-6, memory, out, loss));
      CHECK(out.normal == 0);
      CHECK(out.tangential == Vec3{0, 0, 0});
      CHECK(out.moment == Vec3{0, 0, 0});
      CHECK(memory.a == 0);
      CHECK(loss.work == 0);
      if (choice.tangential != TangentialLaw::kNone) CHECK(memory.spring == Vec3{0, 0, 0});
    }
}

TEST_CASE("a sliding contact keeps no more in its spring than friction can carry") {
  Random random{34, 0};
  for (int k = 0; k < 1000; ++k) {
    const Vec3 n = random_direction(random);
    Vec3 v = random_vector(random, 0.1);
    v -= dot(v, n) * n;
    ContactMemory<Real> memory{random_vector(random, 1e-5), 1e-4, {0, 0, 0}, 0};
    const Real stiffness = 1e4, dashpot = random.uniform(0, 0.1), limit = 1e-2, dt = 1e-6;
    tangential_spring<Real>(memory, n, v, stiffness, stiffness, dashpot, limit, dt);
    const Vec3 xi = memory.spring - 0.5 * dt * v;
    CHECK(stiffness * norm(xi) <= limit + dashpot * norm(v));
  }
}

TEST_CASE("a spring keeps its length when the normal turns as in a step, and never grows") {
  Random random{35, 0};
  for (int k = 0; k < 100; ++k) {
    const Vec3 n = random_direction(random), side = random_direction(random);
    const Vec3 s = 1e-6 * normalized(cross(n, side));
    const Vec3 little = normalized(n + random_vector(random, 1e-3));
    const Vec3 turned = turn_into_plane(s, little);
    CHECK(norm(turned) == doctest::Approx(norm(s)).epsilon(1e-12));
    CHECK(std::fabs(dot(turned, little)) < 1e-12 * norm(s));
    const Vec3 anywhere = random_direction(random);
    CHECK(norm(turn_into_plane(s, anywhere)) <= norm(s) * kRounding);
  }
  CHECK(turn_into_plane(Vec3{0, 0, 0}, Vec3{0, 0, 1}) == Vec3{0, 0, 0});
}
