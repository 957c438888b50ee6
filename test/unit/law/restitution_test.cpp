#include "scree/law/restitution.h"

#include <doctest/doctest.h>

#include <cmath>
#include <initializer_list>

using namespace scree;

namespace {

/// Damping ratio of the log formula: z = -ln e/sqrt(pi^2 + ln^2 e).
Real damping_ratio(Real e) { return -std::log(e) / std::hypot(kPi, std::log(e)); }

/// Linear dashpot of ratio z whose contact ends when its force would turn to a pull: the zero of
/// the force, inserted into the damped oscillation (Schwager & Poschel 2007).
Real linear_restitution_without_tension(Real z) {
  const Real w = std::sqrt(1 - z * z);
  return std::exp(-z / w * (kPi - std::atan2(2 * z * w, w * w - z * z)));
}

}  // namespace

TEST_CASE("a dashpot that may pull has closed forms: linear 2 z, Hertz sqrt(5) z") {
  for (const Real e : {0.1, 0.3, 0.6, 0.9, 0.99}) {
    const Real z = damping_ratio(e);
    CHECK(damping_for(e, NormalLaw::kLinear, true) == doctest::Approx(2 * z).epsilon(1e-14));
    CHECK(damping_for(e, NormalLaw::kHertz, true) ==
          doctest::Approx(std::sqrt(5) * z).epsilon(1e-14));
    CHECK(restitution_of(2 * z, NormalLaw::kLinear, true) == doctest::Approx(e).epsilon(1e-8));
    CHECK(restitution_of(std::sqrt(5) * z, NormalLaw::kHertz, true) ==
          doctest::Approx(e).epsilon(1e-6));
  }
}

TEST_CASE("forbidding the pull makes the log formula wrong: 0.3 becomes 0.397, 0.6 becomes 0.632") {
  const auto cut = [](Real e) {
    return restitution_of(damping_for(e, NormalLaw::kLinear, true), NormalLaw::kLinear, false);
  };
  CHECK(cut(0.3) == doctest::Approx(0.397).epsilon(1e-3));
  CHECK(cut(0.6) == doctest::Approx(0.632).epsilon(1e-3));
  for (const Real e : {0.1, 0.3, 0.6, 0.9})
    CHECK(cut(e) == doctest::Approx(linear_restitution_without_tension(damping_ratio(e))));
}

TEST_CASE("the dashpot found for a restitution gives that restitution") {
  for (const NormalLaw law : {NormalLaw::kLinear, NormalLaw::kHertz})
    for (const bool tension : {false, true})
      for (const Real e : {0.05, 0.3, 0.6, 0.9, 0.999}) {
        CAPTURE(tension);
        CHECK(restitution_of(damping_for(e, law, tension), law, tension) ==
              doctest::Approx(e).epsilon(1e-6));
      }
}

TEST_CASE("without tension more damping is needed, and an elastic contact needs none") {
  for (const NormalLaw law : {NormalLaw::kLinear, NormalLaw::kHertz}) {
    for (const Real e : {0.1, 0.5, 0.9})
      CHECK(damping_for(e, law, false) > damping_for(e, law, true));
    for (const bool tension : {false, true}) CHECK(damping_for(1, law, tension) == 0);
  }
}
