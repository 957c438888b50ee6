#pragma once
/// The contacts of one instant as a mixed complementarity problem (docs/theory/nonsmooth.md, 3):
/// for every contact an impulse p = p_n n + p_t and a couple q, bounded by p_n, that make the
/// relative velocity at the contact what its rows ask for.
#include <vector>

#include "scree/base/pack.h"
#include "scree/state/grains.h"

namespace scree {

/// One contact. The impulse acts on j, its opposite on i. Velocities are those of j against i.
struct ContactRows {
  Index i, j;         // bodies of the problem
  Vec3 n;             // from i to j
  Real arm_i, arm_j;  // from the centres to the contact point, along n and against it [m]
  Real gap;           // signed [m]
  // Normal row: u_n + soft p_n >= target, p_n >= 0.
  Real soft = 0;    // [m/s per N s]
  Real target = 0;  // [m/s]
  // Tangential and rolling rows: u_t + tangent_soft p_t = 0 within |p_t| <= friction p_n, and the
  // same for the spin across n and about n.
  Real tangent_soft = 0, rolling_soft = 0;
  Real friction = 0;           // [-]
  Real rolling = 0;            // bound of the couple across n over p_n [m]
  Real twisting = 0;           // about n [m]
  Index law = 0;               // row of the pair of materials in Scene::law
  Real restitution = 0;        // [-]
  Real compliance = 0;         // of the normal spring [m/N]; zero: rigid
  Real mass = 0;               // m* [kg]
  Real radius = 0;             // R* [m]
  bool touches = false;        // gap <= 0
  bool impact = false;         // is, or was in this step
  Index pair = -1, wall = -1;  // where its memory stands: a pair or a wall contact of the State
  // The unknowns.
  Real p_n = 0;
  Vec3 p_t{0, 0, 0};
  Vec3 q{0, 0, 0};  // couple on j [N m s]
};

struct ContactProblem {
  std::vector<Motion8> bodies;  // velocities now; immobile ones have no inverse mass
  std::vector<ContactRows> contacts;

  void clear() { bodies.clear(), contacts.clear(); }
};

/// Velocity of j against i at the contact point, and their relative spin.
struct ContactVelocity {
  Real normal;
  Vec3 tangent, spin;
};
inline ContactVelocity velocity_at(const ContactRows& c, const Motion8& i, const Motion8& j) {
  const Vec3 dv = j.v - i.v;
  const Real normal = dot(dv, c.n);
  return {normal, dv - normal * c.n - cross(c.arm_i * i.w + c.arm_j * j.w, c.n), j.w - i.w};
}

/// What one contact feels of its own impulse: the diagonal of G M^-1 G^T.
struct ContactMobility {
  Real normal, tangent, rolling;
};
inline ContactMobility mobility_of(const ContactRows& c, const Motion8& i, const Motion8& j) {
  const Real mass = i.inv_mass + j.inv_mass;
  return {mass, mass + c.arm_i * c.arm_i * i.inv_inertia + c.arm_j * c.arm_j * j.inv_inertia,
          i.inv_inertia + j.inv_inertia};
}

}  // namespace scree
