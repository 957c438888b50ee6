#pragma once
/// Tangential spring with memory, limited by Coulomb friction.
///
/// Time level. Positions, velocities and forces of a step belong to the same instant t_{n+1}. The
/// displacement is the trapezoidal integral of the slip velocity,
///   xi_{n+1} = xi_n + dt/2 (v_n + v_{n+1}),
/// and what a contact stores is xi_{n+1} + dt/2 v_{n+1}: half a step ahead, so that the next step
/// completes the rule with its own velocity and nothing else need be kept. Adding dt v_{n+1} alone
/// would act like a dashpot of strength k dt/2.
#include "scree/law/pair_law.h"

namespace scree {

/// Turns a remembered displacement into the present tangent plane, keeping its length. The normal
/// turns little in a step, so the factor sqrt(1 + e), e = (s.n)^2/|s_t|^2, is taken from its series
/// (off by e^3/16).
template <class N>
SCREE_FN Vec3T<N> turn_into_plane(Vec3T<N> s, Vec3T<N> n) {
  const N along = dot(s, n);
  const Vec3T<N> flat = s - along * n;
  const N e = min(along * along * reciprocal(max(norm2(flat), N(1e-300))), N(1));
  return (N(1) + e * (N(0.5) - N(0.125) * e)) * flat;
}

template <class N>
struct TangentialResult {
  Vec3T<N> force;                // on i [N]
  N dashpot, sliding, released;  // losses of this step [J]
};

/// F_t = -k xi - c v, |F_t| <= mu |F_n|; on sliding the spring is cut back to what friction can
/// carry, xi = -(F_t + c v)/k (Cundall & Strack 1979; Luding 2008), so it holds no more energy
/// than it can give back. Where the dashpot alone exceeds what friction carries (a fresh or fast
/// contact) the spring is emptied, never loaded the other way: as the contact stiffens it would
/// push along the slip, and friction would fall short of mu F_n (by half of it for an impact at e =
/// 0.3). The stiffness may change with the overlap from k_old to k; the energy of that change,
/// (k_old - k) xi_old . xi_new / 2, makes the trapezoidal balance exact and is booked as released.
/// While the contact sticks, -(F_t + k xi) . v is what the dashpot takes. While it slides that is
/// friction, as is the mean of the old and new spring force times the slip. Where a spring turns
/// round within one step under a falling load it gives more than friction takes: released, so that
/// what is lost to sliding never falls.
template <class N>
SCREE_FN TangentialResult<N> tangential_spring(ContactMemory<N>& memory, Vec3T<N> n, Vec3T<N> vt,
                                               N k, N k_old, N c, N limit, N dt) {
  const Vec3T<N> half = N(0.5) * dt * vt;
  const Vec3T<N> kept = turn_into_plane(memory.spring, n);
  const Vec3T<N> before = kept - half;  // xi_n
  const Vec3T<N> trial = kept + half;   // xi_{n+1} if it sticks
  TangentialResult<N> out;
  out.force = -(k * trial + c * vt);
  Vec3T<N> now = trial;
  const N vt2 = norm2(vt);
  out.sliding = N(0);
  out.dashpot = c * vt2 * dt;
  const N changed = N(0.5) * (k_old - k);
  out.released = changed * (norm2(kept) - N(0.25) * dt * dt * vt2);  // before . trial
  const N size2 = norm2(out.force);
  const auto slides = size2 > limit * limit;
  if (any(slides)) {
    const N scale = select(slides, limit * inverse_root(max(size2, N(1e-300))), N(1));
    out.force = scale * out.force;
    const Vec3T<N> carried = out.force + c * vt;  // what is left for the spring
    const auto holds = dot(carried, out.force) > N(0);
    const N unload = select(holds, -reciprocal(max(k, N(1e-300))), N(0));
    now = select<N>(slides, unload * carried, trial);
    // -(F_t + k xi) . v is c v^2 while the spring holds something, and -F_t . v when it is empty.
    const N viscous = select(holds, out.dashpot, -dot(out.force, vt) * dt);
    const N cost = N(0.5) * dot(k_old * before + k * now, trial - now) + viscous;
    out.sliding = select(slides, max(cost, N(0)), N(0));
    out.dashpot = select(slides, N(0), out.dashpot);
    out.released = select(slides, changed * dot(before, now) + min(cost, N(0)), out.released);
  }
  memory.spring = now + half;
  return out;
}

}  // namespace scree
