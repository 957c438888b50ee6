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
  Index i, j;                 // bodies of the problem
  Vec3 n;                     // from i to j
  Real arm_i = 0, arm_j = 0;  // spheres: from the centres to the point, along n, against it [m]
  bool levers = false;        // one of the two is no sphere: the arms are not along n
  Vec3 lever_i{0, 0, 0}, lever_j{0, 0, 0};  // from the centres of mass to the point [m]
  Real gap;                                 // signed [m]
  // Normal row: u_n + soft p_n >= target, p_n >= 0.
  Real soft = 0;    // [m/s per N s]
  Real target = 0;  // [m/s]
  // Tangential and rolling rows: u_t + tangent_soft p_t = 0 within |p_t| <= friction p_n, and the
  // same for the spin across n and about n.
  Real tangent_soft = 0, rolling_soft = 0;
  Real friction = 0;     // [-]
  Real rolling = 0;      // bound of the couple across n over p_n [m]
  Real twisting = 0;     // about n [m]
  Index law = 0;         // row of the pair of materials in Scene::law
  Real restitution = 0;  // [-]
  Real compliance = 0;   // of the normal spring [m/N]; zero: rigid
  Real mass = 0;         // m* [kg]
  Real radius = 0;       // R* [m]
  bool touches = false;  // gap <= 0
  bool impact = false;   // is, or was in this step
  bool holds = false;    // by cohesion, open or not
  // Where its memory stands: a pair, a wall contact or a contact of a part of the State.
  Index pair = -1, wall = -1, part = -1;
  Real pull = 0;  // cohesion: what p_n holds more than the contact presses [N s]
  // The unknowns.
  Real p_n = 0;
  Vec3 p_t{0, 0, 0};
  Vec3 q{0, 0, 0};  // couple on j [N m s]
};

/// Bodies in this order: spheres, then those with an inertia tensor (clumps, parts of machines),
/// then partners that no impulse moves.
struct ContactProblem {
  std::vector<Motion8> bodies;  // velocities now; immobile ones have no inverse mass
  std::vector<ContactRows> contacts;
  Index spheres = 0;
  // Of the bodies with a tensor:
  std::vector<Mat3> inverse_inertia;  // in the axes of the world [1/(kg m^2)]
  std::vector<Vec3> centre;           // [m]
  std::vector<Index> body_of_wall;    // by wall: its body, -1 if it is no part

  void clear() {
    bodies.clear(), contacts.clear(), inverse_inertia.clear(), centre.clear();
    body_of_wall.clear();
  }
  /// Bodies that impulses move.
  Index mobile() const { return spheres + static_cast<Index>(inverse_inertia.size()); }
  bool has_tensor(Index body) const { return body >= spheres && body < mobile(); }
  /// Spin that an angular impulse gives to a body.
  Vec3 spin_from(Index body, Vec3 turn) const {
    return has_tensor(body) ? inverse_inertia[body - spheres] * turn
                            : bodies[body].inv_inertia * turn;
  }
};

/// Velocity of j against i at the contact point, and their relative spin.
struct ContactVelocity {
  Real normal;
  Vec3 tangent, spin;
};
inline ContactVelocity velocity_at(const ContactRows& c, const Motion8& i, const Motion8& j) {
  if (c.levers) {
    const Vec3 u = j.v + cross(j.w, c.lever_j) - i.v - cross(i.w, c.lever_i);
    const Real normal = dot(u, c.n);
    return {normal, u - normal * c.n, j.w - i.w};
  }
  const Vec3 dv = j.v - i.v;
  const Real normal = dot(dv, c.n);
  return {normal, dv - normal * c.n - cross(c.arm_i * i.w + c.arm_j * j.w, c.n), j.w - i.w};
}

/// What a contact of spheres feels of its own impulse: the diagonal of G M^-1 G^T.
struct ContactMobility {
  Real normal, tangent, rolling;
};
inline ContactMobility mobility_of(const ContactRows& c, const Motion8& i, const Motion8& j) {
  const Real mass = i.inv_mass + j.inv_mass;
  return {mass, mass + c.arm_i * c.arm_i * i.inv_inertia + c.arm_j * c.arm_j * j.inv_inertia,
          i.inv_inertia + j.inv_inertia};
}

}  // namespace scree
