#include "scree/law/mixing.h"

#include <doctest/doctest.h>

#include <limits>

using namespace scree;

namespace {

const Elastic kGlass{48e9, 0.2}, kRubber{5e6, 0.48};
const Elastic kRigid{std::numeric_limits<Real>::infinity(), 0.3};
const LawChoice kHertzMindlin{};

}  // namespace

TEST_CASE("mixing does not depend on the order of the two materials") {
  const PairLaw ab = mix(kHertzMindlin, kGlass, kRubber, {});
  const PairLaw ba = mix(kHertzMindlin, kRubber, kGlass, {});
  CHECK(ab.modulus == ba.modulus);
  CHECK(ab.shear == ba.shear);
}

TEST_CASE("against a rigid wall only the sphere gives way: E* = E/(1 - nu^2), G* = G/(2 - nu)") {
  const PairLaw law = mix(kHertzMindlin, kGlass, kRigid, {});
  CHECK(law.modulus == doctest::Approx(48e9 / (1 - 0.04)).epsilon(1e-15));
  CHECK(law.shear == doctest::Approx(48e9 / 2.4 / 1.8).epsilon(1e-15));
}

TEST_CASE("two equal materials are half as stiff as one against a rigid wall") {
  const PairLaw equal = mix(kHertzMindlin, kGlass, kGlass, {});
  const PairLaw rigid = mix(kHertzMindlin, kGlass, kRigid, {});
  CHECK(equal.modulus == doctest::Approx(0.5 * rigid.modulus).epsilon(1e-15));
  CHECK(equal.shear == doctest::Approx(0.5 * rigid.shear).epsilon(1e-15));
}

TEST_CASE("the softer material decides") {
  const PairLaw law = mix(kHertzMindlin, kGlass, kRubber, {});
  CHECK(law.modulus < 5e6 / (1 - 0.48 * 0.48));
  CHECK(law.modulus > 0.999 * 5e6 / (1 - 0.48 * 0.48));
}

TEST_CASE("a linear pair takes its stiffness from the pair and needs no modulus") {
  const LawChoice linear{.normal = NormalLaw::kLinear, .tangential = TangentialLaw::kCundallStrack};
  const PairLaw law = mix(linear, {}, {}, {.restitution = 0.5, .friction = 0.4, .stiffness = 1e4});
  CHECK(law.stiffness == 1e4);
  CHECK(law.friction == 0.4);
  CHECK(law.damping > 0);
  CHECK(law.modulus == 0);
}
