#pragma once
/// One projected step of eight contacts at once: the text of docs/theory/nonsmooth.md, 4, for
/// contacts of spheres and for those with levers.
#include "scree/law/friction_set.h"
#include "scree/step/nonsmooth/lever_batches.h"

namespace scree {

using Lanes3 = Vec3T<Pack>;

/// Softness of the tangential and rolling rows of a problem.
struct Softness {
  Pack tangent, rolling;
  explicit Softness(const ContactProblem& p) : tangent(p.tangent_soft), rolling(p.rolling_soft) {}
};

// --- where a projected step takes the impulses, each block from the velocities now
// -----------------

/// u: the velocity of the block; p_n: the normal impulse that bounds friction.
template <class Batch>
SCREE_FN Pack normal_goal(const Batch& b, Pack u_n) {
  const Pack residual = u_n + b.soft * b.p_n - b.target;
  return max(b.p_n - b.normal_step * residual, Pack(0));
}
template <class Batch>
SCREE_FN Lanes3 tangent_goal(const Batch& b, Pack p_n, const Lanes3& u_t, const Softness& soft) {
  const Lanes3 residual = u_t + soft.tangent * b.p_t;
  return into_disc(b.p_t - b.tangent_step * residual, b.friction * p_n);
}
template <class Batch>
SCREE_FN Lanes3 rolling_goal(const Batch& b, const RollingBatch& r, const Lanes3& spin,
                             const Softness& soft) {
  const Lanes3 q = r.q - r.step * (spin + soft.rolling * r.q);
  return into_couple_bounds(q, b.n, r.rolling * b.p_n, r.twisting * b.p_n);
}

// --- spheres
// ----------------------------------------------------------------------------------------

/// The two bodies of every lane.
struct BodyLanes {
  Pack i[8], j[8];  // v, w, inverse mass, inverse inertia

  template <class Batch>
  SCREE_FN BodyLanes(const Motion8* bodies, const Batch& b) {
    load8([&](int l) { return &bodies[b.i[l]].v.x; }, i);
    load8([&](int l) { return &bodies[b.j[l]].v.x; }, j);
  }
  template <class Batch>
  SCREE_FN void store(Motion8* bodies, const Batch& b) const {
    store8(i, [&](int l) { return &bodies[b.i[l]].v.x; });
    store8(j, [&](int l) { return &bodies[b.j[l]].v.x; });
  }
  SCREE_FN Lanes3 relative_velocity() const { return {j[0] - i[0], j[1] - i[1], j[2] - i[2]}; }
  SCREE_FN Lanes3 relative_spin() const { return {j[3] - i[3], j[4] - i[4], j[5] - i[5]}; }
  SCREE_FN Pack normal_velocity(const ContactBatch& b) const {
    return dot(relative_velocity(), b.n);
  }
  SCREE_FN Lanes3 tangential_velocity(const ContactBatch& b) const {
    const Lanes3 dv = relative_velocity();
    const Lanes3 arms{b.arm_i * i[3] + b.arm_j * j[3], b.arm_i * i[4] + b.arm_j * j[4],
                      b.arm_i * i[5] + b.arm_j * j[5]};
    return dv - dot(dv, b.n) * b.n - cross(arms, b.n);
  }
  /// Impulse p on j, -p on i.
  SCREE_FN void push(const Lanes3& p) {
    const Pack x[3] = {p.x, p.y, p.z};
    for (int k = 0; k < 3; ++k) i[k] -= i[6] * x[k], j[k] += j[6] * x[k];
  }
  /// Couple on i and on j, each from its own arm.
  SCREE_FN void turn(const ContactBatch& b, const Lanes3& t) {
    const Pack x[3] = {t.x, t.y, t.z};
    const Pack ti = i[7] * b.arm_i, tj = j[7] * b.arm_j;
    for (int k = 0; k < 3; ++k) i[3 + k] -= ti * x[k], j[3 + k] -= tj * x[k];
  }
  /// Couple q on j, -q on i.
  SCREE_FN void twist(const Lanes3& q) {
    const Pack x[3] = {q.x, q.y, q.z};
    for (int k = 0; k < 3; ++k) i[3 + k] -= i[7] * x[k], j[3 + k] += j[7] * x[k];
  }
};

SCREE_FN void solve_batch(Motion8* bodies, const Softness& soft, ContactBatch& b, RollingBatch* r) {
  BodyLanes v(bodies, b);
  const Pack p_n = normal_goal(b, v.normal_velocity(b));
  v.push((p_n - b.p_n) * b.n);
  b.p_n = p_n;
  const Lanes3 p_t = tangent_goal(b, b.p_n, v.tangential_velocity(b), soft);
  const Lanes3 change = p_t - b.p_t;
  v.push(change);
  v.turn(b, cross(b.n, change));
  b.p_t = p_t;
  if (r) {
    const Lanes3 q = rolling_goal(b, *r, v.relative_spin(), soft);
    v.twist(q - r->q);
    r->q = q;
  }
  v.store(bodies, b);
}

SCREE_FN void apply_batch(Motion8* bodies, const ContactBatch& b, const RollingBatch* r) {
  BodyLanes v(bodies, b);
  v.push(b.p_n * b.n + b.p_t);
  v.turn(b, cross(b.n, b.p_t));
  if (r) v.twist(r->q);
  v.store(bodies, b);
}

// --- bodies with levers
// -----------------------------------------------------------------------------

struct LeverLanes : BodyLanes {
  SCREE_FN LeverLanes(const Motion8* bodies, const LeverBatch& b) : BodyLanes(bodies, b) {}

  /// Of j against i at the contact.
  SCREE_FN Lanes3 velocity(const LeverBatch& b) const {
    const Lanes3 wi{i[3], i[4], i[5]}, wj{j[3], j[4], j[5]};
    return relative_velocity() + cross(wj, b.arm_j) - cross(wi, b.arm_i);
  }
  SCREE_FN Pack normal_velocity(const LeverBatch& b) const { return dot(velocity(b), b.n); }
  SCREE_FN Lanes3 tangential_velocity(const LeverBatch& b) const {
    const Lanes3 u = velocity(b);
    return u - dot(u, b.n) * b.n;
  }
};

/// The tensors of the two bodies of every lane.
struct TensorLanes {
  Pack i[8], j[8];

  SCREE_FN TensorLanes(const Tensor8* tensors, const LeverBatch& b) {
    load8([&](int l) { return &tensors[b.tensor_i[l]].xx; }, i);
    load8([&](int l) { return &tensors[b.tensor_j[l]].xx; }, j);
  }
  /// Spin by an angular impulse; `sphere`: what a sphere has instead of a tensor.
  SCREE_FN static Lanes3 spin(const Pack* t, Pack sphere, const Lanes3& a) {
    return {(t[0] + sphere) * a.x + t[5] * a.y + t[4] * a.z,
            t[5] * a.x + (t[1] + sphere) * a.y + t[3] * a.z,
            t[4] * a.x + t[3] * a.y + (t[2] + sphere) * a.z};
  }
  /// Angular impulses on i, to be taken off, and on j.
  SCREE_FN void turn(LeverLanes& v, const Lanes3& on_i, const Lanes3& on_j) const {
    const Lanes3 wi = spin(i, v.i[7], on_i), wj = spin(j, v.j[7], on_j);
    v.i[3] -= wi.x, v.i[4] -= wi.y, v.i[5] -= wi.z;
    v.j[3] += wj.x, v.j[4] += wj.y, v.j[5] += wj.z;
  }
  /// Impulse p at the contact.
  SCREE_FN void push(LeverLanes& v, const LeverBatch& b, const Lanes3& p) const {
    v.push(p);
    turn(v, cross(b.arm_i, p), cross(b.arm_j, p));
  }
};

/// The change of the impulses at a contact by one projected step. The tangential block sees what
/// the normal one did through `answer`, so that both are given to the bodies together.
struct LeverChange {
  Pack normal;
  Lanes3 tangent;

  SCREE_FN LeverChange(const LeverLanes& v, const Softness& soft, const LeverBatch& b) {
    const Lanes3 u = v.velocity(b);
    const Pack p_n = normal_goal(b, dot(u, b.n));
    normal = p_n - b.p_n;
    const Lanes3 now = u + normal * b.answer;
    tangent = tangent_goal(b, p_n, now - dot(now, b.n) * b.n, soft) - b.p_t;
  }
};

SCREE_FN void solve_batch(Motion8* bodies, const Tensor8* tensors, const Softness& soft,
                          LeverBatch& b, RollingBatch* r) {
  LeverLanes v(bodies, b);
  const TensorLanes turning(tensors, b);
  const LeverChange change(v, soft, b);
  turning.push(v, b, change.normal * b.n + change.tangent);
  b.p_n += change.normal, b.p_t += change.tangent;
  if (r) {
    const Lanes3 q = rolling_goal(b, *r, v.relative_spin(), soft);
    turning.turn(v, q - r->q, q - r->q);
    r->q = q;
  }
  v.store(bodies, b);
}

/// Zero in all lanes but one.
SCREE_FN Lanes3 only(const Mask& lane, const Lanes3& a) {
  return {select(lane, a.x, Pack(0)), select(lane, a.y, Pack(0)), select(lane, a.z, Pack(0))};
}

/// Calls body(mask of the lane) for the filled lanes, one after the other; what it does to the body
/// that all lanes share is handed on to the next.
template <class Body>
SCREE_FN void lane_by_lane(LeverLanes& v, const LeverBatch& b, bool at_j, Body&& body) {
  Pack* shared = at_j ? v.j : v.i;
  for (int lane = 0; lane < kLanes && b.contact[lane] >= 0; ++lane) {
    body(is_lane(lane));
    for (int k = 0; k < 6; ++k) shared[k] = Pack(shared[k][lane]);
  }
}

/// A batch of a crowded body.
SCREE_FN void solve_crowded(Motion8* bodies, const Tensor8* tensors, const Softness& soft,
                            bool at_j, LeverBatch& b, RollingBatch* r) {
  LeverLanes v(bodies, b);
  const TensorLanes turning(tensors, b);
  lane_by_lane(v, b, at_j, [&](const Mask& lane) {
    const LeverChange change(v, soft, b);
    const Pack normal = select(lane, change.normal, Pack(0));
    const Lanes3 tangent = only(lane, change.tangent);
    turning.push(v, b, normal * b.n + tangent);
    b.p_n += normal, b.p_t += tangent;
    if (!r) return;
    const Lanes3 q = only(lane, rolling_goal(b, *r, v.relative_spin(), soft) - r->q);
    turning.turn(v, q, q);
    r->q += q;
  });
  v.store(bodies, b);
}

SCREE_FN void apply_crowded(Motion8* bodies, const Tensor8* tensors, bool at_j, const LeverBatch& b,
                            const RollingBatch* r) {
  LeverLanes v(bodies, b);
  const TensorLanes turning(tensors, b);
  lane_by_lane(v, b, at_j, [&](const Mask& lane) {
    turning.push(v, b, only(lane, b.p_n * b.n + b.p_t));
    if (r) turning.turn(v, only(lane, r->q), only(lane, r->q));
  });
  v.store(bodies, b);
}

SCREE_FN void apply_batch(Motion8* bodies, const Tensor8* tensors, const LeverBatch& b,
                          const RollingBatch* r) {
  LeverLanes v(bodies, b);
  const TensorLanes turning(tensors, b);
  turning.push(v, b, b.p_n * b.n + b.p_t);
  if (r) turning.turn(v, r->q, r->q);
  v.store(bodies, b);
}

// --- how far from the solution
// ----------------------------------------------------------------------

/// Squares of what every contact would need alone.
template <class View, class Batch>
SCREE_FN Pack load2(const Motion8* bodies, const Batch& b) {
  const View v(bodies, b);
  const Pack alone = max(b.normal_step * (b.target - v.normal_velocity(b)), Pack(0));
  return alone * alone;
}

/// What the natural map is counted in: impulses, or the velocities that these give to a contact.
enum class MapIn { kImpulses, kSpeeds };

/// Mobility of a block, whose inverse is given; zero in lanes that nothing fills.
SCREE_FN Pack mobility(Pack step) {
  return select(step > Pack(0), Pack(1) / max(step, Pack(1e-300)), Pack(0));
}

/// Squares of the natural map. A couple counts as the impulse that makes it at R*, which its bound
/// refers to; a spin as the speed that it is at R*.
template <MapIn kIn, class View, class Batch>
SCREE_FN Pack natural_map2(const Motion8* bodies, const Softness& soft, const Batch& b,
                           const RollingBatch* r) {
  const View v(bodies, b);
  Pack dn = normal_goal(b, v.normal_velocity(b)) - b.p_n;
  Lanes3 dt = tangent_goal(b, b.p_n, v.tangential_velocity(b), soft) - b.p_t;
  if constexpr (kIn == MapIn::kSpeeds)
    dn *= mobility(b.normal_step), dt = mobility(b.tangent_step) * dt;
  Pack total = dn * dn + norm2(dt);
  if (r) {
    const Pack dq2 = norm2(rolling_goal(b, *r, v.relative_spin(), soft) - r->q);
    if constexpr (kIn == MapIn::kImpulses) {
      total += dq2 * r->inv_radius * r->inv_radius;
    } else {
      const Pack arm = mobility(r->step) * mobility(r->inv_radius);
      total += dq2 * arm * arm;
    }
  }
  return total;
}

}  // namespace scree
