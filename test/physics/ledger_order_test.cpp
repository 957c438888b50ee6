#include <cmath>

#include "physics/small_scene.h"
#include "scree/observe/energy.h"

using namespace scree;

namespace {

/// Spheres squeezed in a box, set in motion: contacts stay closed, stick and slide.
std::vector<Ball> squeezed() {
  std::vector<Ball> balls;
  int n = 0;
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      for (int k = 0; k < 2; ++k, ++n) {
        const Real s = 0.01 * 0.99;
        balls.push_back(
            {{s * (2 * i - 1), s * (2 * j - 1), s * (2 * k - 1)},
             {0.02 * std::sin(n + 1.0), 0.02 * std::cos(3.0 * n), 0.02 * std::sin(7.0 * n)},
             {4 * std::sin(5.0 * n), 4 * std::cos(2.0 * n), 4 * std::sin(n + 0.5)}});
      }
  return balls;
}

const Keys kTightBox{{"wall", Keys{{"name", "box"},
                                   {"material", "glass"},
                                   {"shape", "box"},
                                   {"lo", {-0.0197, -0.0197, -0.0197}},
                                   {"hi", {0.0197, 0.0197, 0.0197}}}}};

/// Change of what should stay constant, over the energy at the start.
Real closing_error_of(const Contact& contact, Real dt) {
  Simulation sim(small_case(contact, squeezed(), dt, kTightBox));
  const EnergyNow start = energy_now(sim.scene(), sim.state());
  const Real before = balance(start, sim.state());
  run_for(sim, 4e-3);
  const EnergyNow end = energy_now(sim.scene(), sim.state());
  CHECK(dissipated(sim.state().ledger) > 0.01 * start.kinetic());
  return std::fabs(balance(end, sim.state()) - before) / start.kinetic();
}

}  // namespace

TEST_CASE("the energy books close with the second power of the step") {
  struct LawPair {
    const char *normal, *tangential;
    Real friction;
  };
  for (const LawPair law : {LawPair{"hertz", "mindlin", 10},
                            {"hertz", "mindlin-rescaled", 10},
                            {"hertz", "mindlin", 0.05},
                            {"hertz", "mindlin-rescaled", 0.05},
                            {"linear", "cundall-strack", 10},
                            {"linear", "cundall-strack", 0.05}}) {
    CAPTURE(law.tangential);
    CAPTURE(law.friction);
    const Contact contact{.normal = law.normal,
                          .tangential = law.tangential,
                          .restitution = 0.7,
                          .friction = law.friction};
    const Real coarse = closing_error_of(contact, 8e-6), fine = closing_error_of(contact, 2e-6);
    const Real order = std::log(coarse / fine) / std::log(4.0);
    CAPTURE(coarse);
    CAPTURE(fine);
    CHECK(order > 1.8);
    CHECK(fine < 1e-3);
  }
}
