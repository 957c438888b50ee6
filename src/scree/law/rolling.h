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

/// Rolling friction without elasticity (type A of Ai et al. 2011) is a couple of mu_r R* F_n
/// against the rolling while there is any, and of any value up to that at rest. It is that
/// set-valued law in the limit of small steps: the bristle of rolling_spring(), as stiff and as
/// damped as the step allows. A grain that is held turns back and forth by some mu_r F_n/k ~ dt^2,
/// and does not creep.
///
/// k = s m_r/dt^2 with the inertia m_r = 0.4 m* against rolling at a wall (two spheres resist four
/// times as much, unequal ones in between). In a bed of Z contacts to a grain whose spins alternate
/// the frequency is dt^2 w^2 = s Z/4, and the dashpot stops a spin at the rate z sqrt(s) Z/2 per
/// step; velocity Verlet wants the first below 4 and the second below 1 (docs/theory/smooth.md, 5).
constexpr Real kBristleStiffness = 0.02, kBristleDamping = 0.5;  // s, z: Z = 12 gives 0.06 and 0.42

template <class N>
SCREE_FN N bristle_stiffness(N mass, N dt) {
  // A step of no length, the first evaluation of a run, turns nothing.
  const N inverse = select(abs(dt) > N(0), N(1) / max(abs(dt), N(1e-100)), N(0));
  return N(0.4 * kBristleStiffness) * mass * inverse * inverse;
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
