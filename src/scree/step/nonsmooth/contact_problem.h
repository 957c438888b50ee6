#pragma once
/// The contacts of one instant as a mixed complementarity problem (docs/theory/nonsmooth.md, 3):
/// for every contact an impulse p = p_n n + p_t and a couple q, bounded by p_n, that make the
/// relative velocity at the contact what its rows ask for.
#include <cstdint>
#include <vector>

#include "scree/base/pack.h"
#include "scree/state/grains.h"

namespace scree {

/// What remembers the impulse of a contact: a row of one of three tables of the State.
enum class Keeper : std::uint8_t { kPair, kWall, kPart };

/// One contact. The impulse acts on j, its opposite on i. Velocities are those of j against i. A
/// step goes over all of them a dozen times: what only some need stands beside, in the problem.
struct ContactRows {
  Index i, j;                 // bodies of the problem
  Vec3 n;                     // from i to j
  Real arm_i = 0, arm_j = 0;  // spheres: from the centres to the point, along n, against it [m]
  Real gap;                   // signed [m]
  Real radius = 0;            // R* [m]
  Real friction = 0;          // |p_t| <= friction p_n
  // Normal row: u_n + soft p_n >= target, p_n >= 0.
  Real soft = 0;    // [m/s per N s]
  Real target = 0;  // [m/s]
  Real pull = 0;    // cohesion: what p_n holds more than the contact presses [N s]
  // The unknowns.
  Real p_n = 0;
  Vec3 p_t{0, 0, 0};
  Index law = 0;      // row of the pair of materials in Scene::law
  Index levers = -1;  // row of ContactProblem::levers; -1: two spheres
  Index row = -1;     // its memory, in the table that `keeper` names
  Keeper keeper = Keeper::kPair;
  bool touches = false;   // gap <= 0
  bool collides = false;  // in this round of impacts
  bool impact = false;    // does, or did in this step
  bool holds = false;     // by cohesion, open or not
  bool given = false;     // its impulses are those of the last step, whatever comes
};

/// From the centres of mass to the point of a contact, if one of the two is no sphere [m].
struct Levers {
  Vec3 i{0, 0, 0}, j{0, 0, 0};
};

/// Spin of j against i: + rolling_soft q = 0 within these bounds.
struct RollingRows {
  Real rolling = 0;   // bound of the couple across n over p_n [m]
  Real twisting = 0;  // about n [m]
  Vec3 q{0, 0, 0};    // couple on j [N m s]

  bool any() const { return rolling > 0 || twisting > 0; }
};

/// Bodies in this order: spheres, then those with an inertia tensor (clumps, parts of machines),
/// then partners that no impulse moves.
struct ContactProblem {
  std::vector<Motion8> bodies;  // velocities now; immobile ones have no inverse mass
  std::vector<ContactRows> contacts;
  std::vector<RollingRows> rolling;         // empty, or one per contact
  std::vector<Levers> levers;               // of the contacts that have some
  Real tangent_soft = 0, rolling_soft = 0;  // u_t + tangent_soft p_t = 0 in the cone
  Index spheres = 0;
  Index same_place = -1;  // row of a pair of spheres at one place, which has no direction; -1: none
  // Of the bodies with a tensor:
  std::vector<Mat3> inverse_inertia;  // in the axes of the world [1/(kg m^2)]
  std::vector<Vec3> centre;           // [m]
  std::vector<Index> body_of_wall;    // by wall: its body, -1 if it is no part

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
inline ContactVelocity velocity_at(const ContactProblem& problem, const ContactRows& c,
                                   const Motion8& i, const Motion8& j) {
  if (c.levers >= 0) {
    const Levers& lever = problem.levers[c.levers];
    const Vec3 u = j.v + cross(j.w, lever.j) - i.v - cross(i.w, lever.i);
    const Real normal = dot(u, c.n);
    return {normal, u - normal * c.n, j.w - i.w};
  }
  const Vec3 dv = j.v - i.v;
  const Real normal = dot(dv, c.n);
  return {normal, dv - normal * c.n - cross(c.arm_i * i.w + c.arm_j * j.w, c.n), j.w - i.w};
}

inline ContactVelocity velocity_at(const ContactProblem& problem, const ContactRows& c) {
  return velocity_at(problem, c, problem.bodies[c.i], problem.bodies[c.j]);
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
