#pragma once
/// Free bodies as one table: first the spheres that are bodies of their own, then the clumps.
#include <algorithm>
#include <array>
#include <vector>

#include "scree/state/row_index.h"
#include "scree/state/scene.h"
#include "scree/state/state.h"

namespace scree {

/// One body at this instant.
struct BodyNow {
  Id id = -1;
  Vec3 x{0, 0, 0};              // centre of mass, unwrapped [m]
  Vec3 v{0, 0, 0}, w{0, 0, 0};  // [m/s], [rad/s]
  Real mass = 0;                // [kg]; zero for prescribed bodies
  Vec3 spin_momentum{0, 0, 0};  // angular momentum about the centre of mass [kg m^2/s]
  Real kinetic_translation() const { return 0.5 * mass * norm2(v); }
  Real kinetic_rotation() const { return 0.5 * dot(w, spin_momentum); }
};

inline Vec3 unwrapped(const Domain& domain, Vec3 x, const Periods& image) {
  return x + domain.cell.shift(image);
}

inline Real inverse_or_zero(Real a) { return a > 0 ? 1 / a : 0; }

/// Number of free bodies.
inline Index body_count(const State& state) { return state.grains.singles + state.bodies.clumps(); }

/// The body that row `row` of the grains belongs to; -1 for prescribed grains.
inline Index body_of(const State& state, Index row) {
  const Grains& g = state.grains;
  if (row < g.singles) return row;
  return row < g.free ? g.singles + g.body[row] - state.bodies.parts : -1;
}

/// The sphere in a row, prescribed or not.
inline BodyNow grain_at(const Scene& scene, const State& state, Index row) {
  const Grains& g = state.grains;
  const Motion8& m = g.motion[row];
  BodyNow b;
  b.id = g.id[row];
  b.x = unwrapped(scene.domain, position(g.place[row]), g.image[row]);
  b.v = m.v;
  b.w = m.w;
  b.mass = row < g.free ? inverse_or_zero(m.inv_mass) : 0;
  b.spin_momentum = inverse_or_zero(m.inv_inertia) * m.w;
  return b;
}

/// A clump or a part of a machine; `row` of State::bodies.
inline BodyNow rigid_at(const Scene& scene, const State& state, Index row) {
  const RigidBodies& c = state.bodies;
  BodyNow b;
  b.id = c.id[row];
  b.x = unwrapped(scene.domain, c.x[row], c.image[row]);
  b.v = c.v[row];
  b.w = c.w[row];
  b.mass = inverse_or_zero(c.inv_mass[row]);
  b.spin_momentum = momentum_of(c.q[row], c.inertia[row], c.w[row]);
  return b;
}

/// Row of State::bodies of a free body that is a clump.
inline Index rigid_row(const State& state, Index body) {
  return body - state.grains.singles + state.bodies.parts;
}

inline BodyNow body_at(const Scene& scene, const State& state, Index body) {
  const Index singles = state.grains.singles;
  return body < singles ? grain_at(scene, state, body)
                        : rigid_at(scene, state, rigid_row(state, body));
}

/// Centre of a free body inside the periodic cell [m].
inline Vec3 wrapped_centre(const State& state, Index body) {
  const Index singles = state.grains.singles;
  return body < singles ? position(state.grains.place[body])
                        : state.bodies.x[rigid_row(state, body)];
}

/// A row of the grains for every body: its own, or that of the clump's first member. Labels and
/// materials of a clump are those of its members.
inline std::vector<Index> rows_of_bodies(const State& state) {
  const Grains& g = state.grains;
  std::vector<Index> row(static_cast<std::size_t>(body_count(state)), -1);
  for (Index r = g.free - 1; r >= 0; --r) row[body_of(state, r)] = r;
  return row;
}

/// The body of that id; false if there is none. Prescribed spheres are found too. A clump bears
/// the id of its first member.
inline bool find_body(const Scene& scene, const State& state, RowIndex& rows, Id id, BodyNow& out) {
  const Grains& g = state.grains;
  const Index row = rows.find(g, id);
  if (row < 0) return false;
  const bool first = row >= g.singles && row < g.free && state.bodies.id[g.body[row]] == id;
  out = first ? rigid_at(scene, state, g.body[row]) : grain_at(scene, state, row);
  return true;
}

}  // namespace scree
