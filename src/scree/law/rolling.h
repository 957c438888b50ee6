#pragma once
/// Resistance to rolling and twisting.
#include "scree/law/pair_law.h"

namespace scree {

template <class N>
struct MomentResult {
  Vec3T<N> moment;  // on i [N m]
  N loss;           // lost to dashpots and plastic rolling in this step [J]
  N released;       // by the change of stiffness from k_old to k [J]
};

/// Elastic-plastic spring and dashpot on the rolling displacement (Luding 2008; type C of Ai et al.
/// 2011): v_r = R* (w_i - w_j) x n, F_r = -k xi - c v_r, |F_r| <= mu_r F_n, moment R* n x F_r.
/// Objective: it depends only on relative spin, so rigid rotation of a pair costs nothing.
template <class N>
SCREE_FN MomentResult<N> rolling_spring(ContactMemory<N>& memory, const ContactIn<N>& in, N k,
                                        N k_old, N c, N limit, N dt) {
  const Vec3T<N> v = in.radius * cross(in.spin, in.n);
  const Vec3T<N> half = N(0.5) * dt * v;
  const Vec3T<N> kept = memory.roll - dot(memory.roll, in.n) * in.n;
  const Vec3T<N> trial = kept + half;
  Vec3T<N> force = -(k * trial + c * v);
  const N size = norm(force);
  const auto yields = size > limit;
  force = select(yields, limit / max(size, N(1e-300)), N(1)) * force;
  const Vec3T<N> carried = force + c * v;  // never loads the spring the other way: tangential.h
  const N unload = select(dot(carried, force) > N(0), N(-1) / max(k, N(1e-300)), N(0));
  const Vec3T<N> now = select<N>(yields, unload * carried, trial);
  memory.roll = now + half;
  return {in.radius * cross(in.n, force),
          N(0.5) * dot(k_old * (kept - half) + k * now, trial - now) - dot(force + k * now, v) * dt,
          N(0.5) * (k_old - k) * dot(kept - half, now)};
}

/// Constant torque mu_r R* F_n against the rolling part of the relative spin (type A of Ai et al.
/// 2011), but never more than stops that spin within the step: else it would drive, not resist.
template <class N>
SCREE_FN MomentResult<N> rolling_constant(const ContactIn<N>& in, N limit, N dt) {
  const Vec3T<N> spin = in.spin - dot(in.spin, in.n) * in.n;
  const N rate = norm(spin);
  // A step of no length (the first evaluation of a run) stops nothing: no bound then, and not 0/0.
  const N stopping = N(0.4) * in.mass * in.radius * in.radius * rate / max(dt, N(1e-300));
  const N torque = min(in.radius * limit, stopping);
  const Vec3T<N> moment = -(torque / max(rate, N(1e-300))) * spin;
  return {moment, torque * rate * dt, N(0)};
}

/// Twisting about the normal: M = -k phi - c w_n, |M| <= mu_tw R* F_n.
template <class N>
SCREE_FN MomentResult<N> twisting_spring(ContactMemory<N>& memory, const ContactIn<N>& in, N k,
                                         N k_old, N c, N limit, N dt) {
  const N rate = dot(in.spin, in.n);
  const N half = N(0.5) * dt * rate;
  const N trial = memory.twist + half;
  const N free = -(k * trial + c * rate);
  const N torque = max(min(free, limit), -limit);
  const auto yields = abs(free) > limit;
  const N carried = torque + c * rate;
  const N cut = select(carried * torque > N(0), -carried / max(k, N(1e-300)), N(0));
  const N now = select(yields, cut, trial);
  const N before = memory.twist - half;
  memory.twist = now + half;
  return {torque * in.n,
          N(0.5) * (k_old * before + k * now) * (trial - now) - (torque + k * now) * rate * dt,
          N(0.5) * (k_old - k) * before * now};
}

}  // namespace scree
