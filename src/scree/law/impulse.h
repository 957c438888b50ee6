#pragma once
/// The normal spring as a constraint with compliance (docs/theory/nonsmooth.md, 2): the contact
/// force is (overlap + tau * closing speed)/compliance.
#include <cmath>

#include "scree/law/contact.h"

namespace scree {

struct ImpulseSpring {
  Real compliance;  // [m/N]; zero: rigid
  Real overlap;     // that over the compliance is the force of the spring [m]
};

/// Is there no spring in the contacts of this pair of materials?
SCREE_CALL bool rigid(NormalLaw kind, const PairLaw& law) {
  if (kind == NormalLaw::kLinear) return !(law.stiffness > 0) || std::isinf(law.stiffness);
  return std::isinf(law.modulus);
}

/// The Hertz row vanishes at zero overlap; below this part of the radius it is taken to be as stiff
/// as there.
constexpr Real kHertzFloor = 1e-6;

/// Linear: 1/k and the overlap itself. Hertz: with the deformation g^(5/4) of Servin & Wang 2016
/// the energy is (g^(5/4))^2/(2 eps), eps = 5/(4 k). Divided by the gradient of that deformation
/// the row reads as one in g itself: compliance 4/(5 k sqrt(g)) and overlap 4/5 g, so that the
/// unknown is the normal force and bounds friction as it stands.
SCREE_CALL ImpulseSpring impulse_spring(NormalLaw kind, const PairLaw& law, Real radius,
                                        Real overlap) {
  if (rigid(kind, law)) return {0, overlap};
  if (kind == NormalLaw::kLinear) return {1 / law.stiffness, overlap};
  const Real g = max(overlap, kHertzFloor * radius);
  return {0.8 / (4.0 / 3.0 * law.modulus * std::sqrt(radius * g)), 0.8 * overlap};
}

/// Coefficient of the dashpot of the law at this overlap [N s/m].
SCREE_CALL Real dashpot(NormalLaw kind, const PairLaw& law, Real mass, Real radius, Real overlap) {
  const NormalSpring<Real> s = normal_spring(kind, law, overlap, radius);
  return law.damping * std::sqrt(mass * s.stiffness);
}

}  // namespace scree
