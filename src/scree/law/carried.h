#pragma once
/// What a contact carries, whatever method keeps it, and the springs that would carry it: this is
/// how a run changes its method.
#include "scree/law/contact.h"

namespace scree {

/// Forces of a contact at an instant.
struct Carried {
  Real normal = 0;           // without the pull of liquid, positive pushes apart [N]
  Vec3 tangential{0, 0, 0};  // on i, across the normal of now [N]
  Vec3 moment{0, 0, 0};      // rolling and twisting couple on i [N m]
  bool touches = false;
  bool slides = false;  // friction is at its limit
};

/// The displacement whose spring and dashpot give a force: F = -k xi - c v.
template <class V>
SCREE_CALL V displacement_for(V force, Real k, Real c, V v) {
  return (-1 / k) * (force + c * v);
}

/// Springs that carry what is asked for at this instant, as rolling_spring(), twisting_spring() and
/// tangential_spring() read them; not yet half a step ahead. A force that friction would not hold
/// is cut back by the next evaluation. Zero for a contact that does not touch.
SCREE_CALL ContactMemory<Real> springs_for(const LawChoice& choice, const PairLaw& law,
                                           const ContactIn<Real>& in, const Carried& carried,
                                           Real dt) {
  ContactMemory<Real> m{{0, 0, 0}, 0, {0, 0, 0}, 0};
  if (!touching(choice, law, in, 1.0)) return m;
  const NormalForce<Real> s = normal_force(choice, law, in);
  m.a = s.a;
  const Real k = tangential_stiffness(choice, law, s.a);
  if (!(k > 0)) return m;
  if (choice.tangential != TangentialLaw::kNone)
    m.spring = displacement_for(carried.tangential, k, law.tangential_damping * s.dashpot,
                                in.v - dot(in.v, in.n) * in.n);
  const Real inertia = 0.4 * in.mass;  // over R*^2, as in add_moments()
  const Real kr = rolling_stiffness(choice, law, k, in.mass, dt);
  if (choice.rolling != RollingLaw::kNone && kr > 0) {
    const Real z = choice.rolling == RollingLaw::kSpring ? law.rolling_damping : kBristleDamping;
    m.roll = displacement_for((1 / in.radius) * cross(carried.moment, in.n), kr,
                              2 * z * std::sqrt(inertia * kr), in.radius * cross(in.spin, in.n));
  }
  const Real kt = law.twisting_stiffness * k, r2 = in.radius * in.radius;
  if (choice.twisting == TwistingLaw::kSpring && kt > 0)
    m.twist = displacement_for(dot(carried.moment, in.n), kt * r2,
                               2 * law.twisting_damping * std::sqrt(inertia * kt) * r2,
                               dot(in.spin, in.n));
  return m;
}

}  // namespace scree
