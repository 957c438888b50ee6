#pragma once
/// The touching elements: spheres (discs when planar), in rows sorted in space.
///
/// Status by place: rows [0, singles) are spheres that are bodies of their own; [singles, free) are
/// members of clumps, moved by their clump; [free, size) are prescribed: they touch but forces do
/// not move them. Ids stay with a grain for ever, rows change at every sort.
#include <array>
#include <vector>

#include "scree/law/kinematics.h"

namespace scree {

/// Position of the centre and radius: all the neighbour search reads.
struct alignas(32) Place {
  Real x, y, z, r;  // [m]
};
/// Velocity, spin and the inverse inertias: the second record a contact gathers.
struct alignas(64) Motion8 {
  Vec3 v;            // [m/s]
  Vec3 w;            // [rad/s]
  Real inv_mass;     // [1/kg]; of the clump for its members; prescribed: as contacts see it
  Real inv_inertia;  // [1/(kg m^2)]
};
/// Accelerations that go with x and v of the same instant.
struct alignas(64) Accel8 {
  Vec3 a;      // [m/s^2]
  Vec3 alpha;  // [rad/s^2]
  Real unused[2];
};

SCREE_FN Vec3 position(const Place& p) { return {p.x, p.y, p.z}; }
SCREE_FN MotionOf<Real> motion_of(const Motion8& m) { return {m.v, m.w, m.inv_mass}; }

struct Grains {
  Index singles = 0, free = 0;
  std::vector<Place> place;
  std::vector<Motion8> motion;
  std::vector<Accel8> accel;
  std::vector<Id> id;
  std::vector<std::uint16_t> material;             // row in Scene::law tables
  std::vector<std::uint16_t> label;                // row in Scene::labels
  std::vector<std::array<std::int32_t, 3>> image;  // periods to add to the wrapped position
  std::vector<Real> film;  // liquid on the surface [m^3]; empty unless films feed bridges
  // Only with clumps (else empty):
  std::vector<Index> owner;  // row of the clump, -1 for none
  std::vector<Vec3> local;   // centre in the clump's frame [m]

  Index size() const { return static_cast<Index>(place.size()); }
  void resize(Index n, bool with_clumps);
  /// New row r holds what was in row order[r].
  void permute(const std::vector<Index>& order);
};

/// Rigid unions of spheres; rows never move.
struct Clumps {
  std::vector<Vec3> x, v, w;      // centre of mass [m], its velocity [m/s], spin [rad/s]
  std::vector<Vec3> a, momentum;  // acceleration [m/s^2], angular momentum [kg m^2/s]
  std::vector<Vec3> torque;       // of the last force pass [N m]
  std::vector<Quat> q;            // principal frame to world
  std::vector<Real> inv_mass;     // [1/kg]
  std::vector<Vec3> inertia;      // principal [kg m^2]
  std::vector<Id> id;
  std::vector<std::array<std::int32_t, 3>> image;

  Index size() const { return static_cast<Index>(x.size()); }
  void resize(Index n);
};

}  // namespace scree
