#pragma once
/// The contacts of this instant, with their forces recomputed from the laws: those that touch, and
/// those that only a liquid bridge holds.
///
/// What a contact remembers is half a step ahead (law/tangential.h): stored = xi + dt/2 v. So the
/// law is evaluated on a copy of the memory with the step -dt, which gives xi and with it the force
/// of this instant back; the state stays as it is.
#include "scree/base/parallel.h"
#include "scree/state/carried_forces.h"
#include "scree/state/scene.h"
#include "scree/state/state.h"

namespace scree {

struct ContactSample {
  Index i = -1, j = -1;           // rows of the grains; j = -1 at a wall
  Index wall = -1, surface = -1;  // row in Scene::walls, surface within it; -1 between grains
  Vec3 point{0, 0, 0};            // near i, inside the periodic cell [m]
  Vec3 normal{0, 0, 0};           // from i to j
  Real overlap = 0;               // [m]
  Real radius = 0;                // R* [m]
  Real arm_i = 0, arm_j = 0;      // from the centres to the point [m]
  bool touches = true;            // false: only a bridge is left, and overlap is negative
  Real elastic = 0, viscous = 0;  // parts of the normal force, positive pushes apart [N]
  Real capillary = 0;             // pull of the bridge, positive pulls together [N]
  Real bridge = 0;                // its volume; zero: there is none [m^3]
  Vec3 tangential{0, 0, 0};       // on i [N]
  Vec3 slip_velocity{0, 0, 0};    // of i relative to j along the surface [m/s]
  Vec3 force{0, 0, 0};            // on i, all of it [N]
  Vec3 moment{0, 0, 0};           // rolling and twisting couple on i [N m]
  Real normal_energy = 0;         // [J]
  Real tangential_energy = 0;     // of the tangential, rolling and twisting springs [J]
  Real capillary_energy = 0;      // of the bridge; negative while the grains overlap [J]
  Real dashpots = 0;              // power lost in all dashpots [W]
  bool sliding = false;           // friction is at its limit
  // Slopes of the forces, of springs and dashpots only:
  Real stiffness = 0, tangential_stiffness = 0;  // [N/m]
  Real dashpot = 0, tangential_dashpot = 0;      // [N s/m]
};

/// Fills `out` from row `k` of the pairs (wall contacts); false if the two neither touch nor share
/// a bridge.
bool sample_pair(const Scene& scene, const State& state, Index k, ContactSample& out);
bool sample_wall_contact(const Scene& scene, const State& state, Index k, ContactSample& out);

/// What all contacts carry at this instant, whatever they remember it by.
CarriedForces carried_forces(const Scene& scene, const State& state);

/// Calls visit(sample) for every contact: pairs in table order, then walls.
template <class Visit>
void for_each_contact(const Scene& scene, const State& state, Visit&& visit) {
  ContactSample s;
  for (Index k = 0; k < state.pairs.count; ++k)
    if (sample_pair(scene, state, k, s)) visit(s);
  for (Index k = 0; k < state.wall_contacts.size(); ++k)
    if (sample_wall_contact(scene, state, k, s)) visit(s);
}

/// Sum over all contacts, add(T& sum, sample), in parallel and in fixed order.
template <class T, class Add>
T reduce_contacts(const Scene& scene, const State& state, Add&& add) {
  const auto over = [&](Index n, auto&& sample) {
    return reduce_chunks<T>(n, [&](Index begin, Index end) {
      T sum{};
      ContactSample s;
      for (Index k = begin; k < end; ++k)
        if (sample(scene, state, k, s)) add(sum, s);
      return sum;
    });
  };
  T total = over(state.pairs.count, sample_pair);
  total += over(state.wall_contacts.size(), sample_wall_contact);
  return total;
}

}  // namespace scree
