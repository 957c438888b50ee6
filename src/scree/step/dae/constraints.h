#pragma once
/// Linear constraints on the velocities (or accelerations) z of bodies, G z = driven, and the
/// operator A = G M^-1 G^T that says how multipliers change them.
///
/// A multiplier is the force (or impulse) on body i along the direction of its row, so friction has
/// the sign of what it does to i. Rows come in blocks that are bounded together: the one (planar)
/// or two tangents of a contact, or the single row of a rod, which has no bound.
#include <span>
#include <vector>

#include "scree/base/vec3.h"

namespace scree {

/// Velocity and spin of a body, or a change of them.
struct Twist {
  Vec3 v{0, 0, 0}, w{0, 0, 0};
};

/// G z = d.(v_i - v_j) + b_i.w_i + b_j.w_j
struct ConstraintRow {
  Index i, j;     // bodies; the one after the last stands for all that cannot move
  Vec3 d;         // unit vector
  Vec3 b_i, b_j;  // levers [m]
};

struct ConstraintBlock {
  Index first, rows;  // in ConstraintSet::rows
  Real bound;         // of the norm of its multipliers; infinite for a rod [N]
  Real diagonal;      // of A, the same for all rows of a block [1/kg]
  Real arm_i, arm_j;  // sizes of the levers [m]
  Index factored;     // its first row in a factorization; -1: in none, the diagonal serves
};

struct Mobility {
  Real mass, inertia;  // inverse of them; zero: does not move
};

struct ConstraintSet {
  std::vector<Mobility> body;  // one more than there are bodies: the last does not move
  std::vector<ConstraintRow> rows;
  std::vector<ConstraintBlock> blocks;

  Index size() const { return static_cast<Index>(rows.size()); }
  /// What a unit multiplier of a row does along the row itself [1/kg].
  Real diagonal(const ConstraintRow& row) const;
  /// Adds a block of one row, or of the two tangents of a contact: with arms as levers along n x t.
  void add(std::span<const ConstraintRow> block, Real bound, Real arm_i = 0, Real arm_j = 0);

  /// Relative velocity along row r.
  Real along(Index r, const std::vector<Twist>& z) const {
    const ConstraintRow& c = rows[r];
    return dot(c.d, z[c.i].v - z[c.j].v) + dot(c.b_i, z[c.i].w) + dot(c.b_j, z[c.j].w);
  }
  /// z += M^-1 G_r^T p.
  void push(Index r, Real p, std::vector<Twist>& z) const {
    const ConstraintRow& c = rows[r];
    const Mobility &i = body[c.i], &j = body[c.j];
    z[c.i].v += (i.mass * p) * c.d;
    z[c.i].w += (i.inertia * p) * c.b_i;
    z[c.j].v -= (j.mass * p) * c.d;
    z[c.j].w += (j.inertia * p) * c.b_j;
  }
};

/// Rows, and what they should come to.
struct Constraints {
  const ConstraintSet& set;
  const std::vector<Real>& driven;  // by row [m/s], or of accelerations [m/s^2]

  /// How far row r is from that.
  Real off(Index r, const std::vector<Twist>& z) const { return set.along(r, z) - driven[r]; }
};

/// Motion of the bodies, and the multipliers in it: z = z_free + M^-1 G^T lambda.
struct Unknowns {
  std::vector<Twist> z;
  std::vector<Real> lambda;
};

}  // namespace scree
