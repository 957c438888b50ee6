/// Which channel pays: friction of contacts that slide, dashpots of contacts that stick.
#include <cmath>

#include "physics/cluster.h"
#include "scree/observe/energy.h"

using namespace scree;

namespace {

const Keys kGravity = gravity({0, 0, -9.81});

struct LawPair {
  const char *normal, *tangential;
};
const std::vector<LawPair> kLaws{{"hertz", "mindlin"},
                                 {"hertz", "mindlin-rescaled"},
                                 {"hertz", "mindlin-deresiewicz"},
                                 {"linear", "cundall-strack"}};

}  // namespace

// A sphere pressed on the floor by its weight slides until it rolls: friction mu m g acts over the
// slip s = v0 t - (7/4) mu g t^2 (5/2 of the deceleration goes into spin), and all of that is lost.
TEST_CASE("a sliding ball loses mu m g times its slip, all of it to sliding") {
  const Real mu = 0.3, radius = 0.01, g = 9.81, mass = 2500 * 4 * kPi / 3 * std::pow(radius, 3);
  for (const LawPair law : kLaws)
    for (const Real e : {0.3, 0.9}) {
      CAPTURE(law.tangential);
      CAPTURE(e);
      const Contact contact{.normal = law.normal,
                            .tangential = law.tangential,
                            .restitution = e,
                            .friction = mu,
                            .young = 1e7};
      // Overlap at rest: m g = 4/3 E* sqrt(R) d^(3/2), or k d.
      const Real modulus = 1e7 / (2 * (1 - 0.25 * 0.25));
      const Real rest = std::string(law.normal) == "linear"
                            ? mass * g / 1e5
                            : std::pow(0.75 * mass * g / (modulus * std::sqrt(radius)), 2.0 / 3);
      const Real time = 0.02;
      Simulation sim(
          small_case(contact, {{{0, 0, radius - rest}, {1, 0, 0}}}, 2e-6, kFloor + kGravity));
      run_for(sim, time);
      const Real slip = time - 1.75 * mu * g * time * time;  // the arm is R to 1e-3
      const ContactLoss<Real>& lost = sim.state().ledger;
      CHECK(lost.sliding == doctest::Approx(mu * mass * g * slip).epsilon(2e-3));
      // With partial slip the centre sticks for the first microns.
      const bool partial = std::string(law.tangential) == "mindlin-deresiewicz";
      CHECK(std::fabs(lost.tangential_dashpot) < (partial ? 1e-3 : 1e-9) * lost.sliding);
    }
}

TEST_CASE("contacts that never slide lose nothing to sliding") {
  for (const LawPair law : kLaws) {
    CAPTURE(law.tangential);
    const bool partial = std::string(law.tangential) == "mindlin-deresiewicz";
    if (partial) continue;  // its rim always slips
    const Contact contact{.normal = law.normal,
                          .tangential = law.tangential,
                          .tension = true,  // else a contact ends without load, and slides
                          .restitution = 0.5,
                          .friction = 1e6};
    Simulation sim(small_case(contact, {{{0, 0, 0.01001}, {0.1, 0, -1}}}, 1e-6, kFloor));
    run_for(sim, 2e-3);
    CHECK(sim.state().ledger.sliding == 0);
    CHECK(sim.state().ledger.tangential_dashpot > 0);
  }
}

TEST_CASE("what is lost to sliding never falls, in a crowd that collides, slides and sticks") {
  for (const LawPair law : kLaws) {
    CAPTURE(law.tangential);
    Contact contact = rough();
    contact.normal = law.normal;
    contact.tangential = law.tangential;
    contact.friction = 0.2;
    Simulation sim(small_case(contact, falling_together(3, 1), 4e-6));
    Real most = 0, fallen = 0;
    for (int k = 0; k < 3000; ++k) {
      REQUIRE_FALSE(sim.advance().any());
      const Real now = sim.state().ledger.sliding;
      fallen = std::fmax(fallen, most - now);
      most = std::fmax(most, now);
    }
    CHECK(most > 0);
    CHECK(fallen <= 1e-12 * most);
  }
}

// At the start a contact is evaluated without a step; its memory must still stand half a step
// ahead, or a spring of dt v/2 is found in it that nobody has loaded (4e-5 of the energy here).
TEST_CASE("a contact that starts with slip opens no books") {
  for (const LawPair law : kLaws) {
    CAPTURE(law.tangential);
    const Contact contact{.normal = law.normal,
                          .tangential = law.tangential,
                          .rolling = "spring",
                          .twisting = "spring",
                          .restitution = 0.5,
                          .friction = 0.3,
                          .more = {{"rolling_friction", 0.1}, {"twisting_friction", 0.1}}};
    Simulation sim(
        small_case(contact, {{{0, 0, 0.009999}, {1, 0, 0}, {0, 30, 20}}}, 1e-5, kFloor + kGravity));
    const EnergyNow start = energy_now(sim.scene(), sim.state());
    CHECK(start.elastic_tangential <= 1e-20 * start.kinetic());
    const Real before = balance(start, sim.state());
    for (int k = 0; k < 3; ++k) REQUIRE_FALSE(sim.advance().any());
    const Real after = balance(energy_now(sim.scene(), sim.state()), sim.state());
    CHECK(std::fabs(after - before) < 1e-7 * start.kinetic());
  }
}
