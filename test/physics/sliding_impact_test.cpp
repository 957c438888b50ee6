#include <cmath>

#include "physics/small_scene.h"

using namespace scree;

TEST_CASE("an impact in gross sliding loses mu (1 + e) v_n along the wall, however damped it is") {
  struct LawPair {
    const char *normal, *tangential;
  };
  const Real mu = 0.2, radius = 0.01, vn = 1, vt = 3;
  for (const LawPair law : {LawPair{"hertz", "mindlin"},
                            {"hertz", "mindlin-rescaled"},
                            {"hertz", "mindlin-deresiewicz"},
                            {"linear", "cundall-strack"}})
    for (const Real e : {0.2, 0.5, 0.9}) {
      CAPTURE(law.tangential);
      CAPTURE(e);
      const Contact contact{.normal = law.normal,
                            .tangential = law.tangential,
                            .restitution = e,
                            .friction = mu,
                            .young = 1e9};
      const Real dt = 2e-7;
      Simulation sim(small_case(contact, {{{0, 0, radius + 1e-7}, {vt, 0, -vn}}}, dt, kFloor));
      run_for(sim, 3e-3);
      const Motion8& m = sim.state().grains.motion[0];
      CHECK(m.v.z == doctest::Approx(e * vn).epsilon(1e-3));
      const Real impulse = (vt - m.v.x) / (mu * (vn + m.v.z));  // over that of Coulomb's law
      CHECK(impulse == doctest::Approx(1).epsilon(1e-5));
    }
}

// The arm of friction is R - d/2, d weighed with the normal force over a Hertz impact: d is 0.8176
// of the largest on average, B(7/5, 1/2)/2.
TEST_CASE("a sliding impact spins a sphere by 5/2 (1 - 0.41 d/R) of mu (1 + e) v_n/R") {
  const Real mu = 0.1, radius = 0.01, young = 2e7;
  const Real mass = 2500 * 4 * kPi / 3 * std::pow(radius, 3);
  const Real k = 4.0 / 3 * young / (2 * (1 - 0.25 * 0.25)) * std::sqrt(radius);
  const Real mean = 0.5 * std::tgamma(1.4) * std::tgamma(0.5) / std::tgamma(1.9);
  for (const Real vn : {0.2, 1.0, 2.0}) {
    CAPTURE(vn);
    const Contact contact{.friction = mu, .young = young};
    Simulation sim(small_case(contact, {{{0, 0, radius + 1e-7}, {5, 0, -vn}}}, 5e-7, kFloor));
    run_for(sim, 6e-3);
    const Motion8& m = sim.state().grains.motion[0];
    REQUIRE(m.v.z > 0.99 * vn);
    const Real largest = std::pow(5 * mass * vn * vn / (4 * k), 0.4);
    const Real spun = radius * m.w.y / (mu * (vn + m.v.z));
    CHECK(spun ==
          doctest::Approx(2.5 * (1 - 0.5 * mean * largest / radius)).epsilon(1e-5).scale(0));
  }
}

TEST_CASE("friction never exceeds mu times the normal force") {
  for (const char* tangential : {"mindlin", "mindlin-rescaled", "mindlin-deresiewicz"}) {
    CAPTURE(tangential);
    const Contact contact{.tangential = tangential, .restitution = 0.3, .friction = 0.4};
    Simulation sim(
        small_case(contact, {{{0, 0, 0.01001}, {0.5, 0.2, -1}, {30, -40, 10}}}, 1e-6, kFloor));
    Real worst = 0;
    for (int k = 0; k < 2000; ++k) {
      REQUIRE_FALSE(sim.advance().any());
      const Vec3 f = sim.state().walls[0].force;
      worst = std::fmax(worst, std::hypot(f.x, f.y) - 0.4 * std::fabs(f.z));
    }
    CHECK(worst < 1e-12);
  }
}
