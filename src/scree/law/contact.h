#pragma once
/// One contact, one step: geometry and memory in, force and losses out. The same text runs on one
/// contact and on eight lanes. The choice of laws is uniform over a table of contacts, so the
/// branches on it are perfectly predicted.
#include "scree/law/normal.h"
#include "scree/law/partial_slip.h"
#include "scree/law/rolling.h"
#include "scree/law/tangential.h"

namespace scree {

/// Tangential stiffness: linear k_t = ratio k_n; Mindlin 8 G* a (Johnson 1985, eq. 7.43).
template <class N>
SCREE_FN N tangential_stiffness(const LawChoice& choice, const PairLawT<N>& law, N a) {
  if (choice.normal == NormalLaw::kLinear)
    return select(a > N(0), law.tangential_ratio * law.stiffness, N(0));
  return N(8.0) * law.shear * a;
}

template <class N>
SCREE_FN NormalSpring<N> normal_spring(NormalLaw kind, const PairLawT<N>& law, N overlap,
                                       N radius) {
  if (kind == NormalLaw::kLinear) return linear_spring(law, overlap);
  if (kind == NormalLaw::kHertz) return hertz_spring(law, overlap, radius);
  return jkr_spring(law, overlap, radius);
}

template <class N>
struct NormalForce {
  N total, elastic;  // positive pushes apart [N]
  N dashpot;         // coefficient [N s/m]
  N a;               // contact radius [m]
};

/// Spring and dashpot of a contact that touches.
template <class N>
SCREE_FN NormalForce<N> normal_force(const LawChoice& choice, const PairLawT<N>& law,
                                     const ContactIn<N>& in) {
  const NormalSpring<N> s = normal_spring(choice.normal, law, in.overlap, in.radius);
  const N c = law.damping * root(in.mass * s.stiffness);
  N fn = s.force + c * dot(in.v, in.n);
  if (!choice.tension) fn = max(fn, min(s.force, N(0)));
  return {fn, s.force, c, s.a};
}

/// What bounds friction over mu. Adhesion loads the contact, too: F_n + 2 F_c with the pull-off
/// force F_c = 3 pi g R* (Thornton 1991).
template <class N>
SCREE_FN N friction_load(const LawChoice& choice, const PairLawT<N>& law, N radius, N fn) {
  return choice.adhesive() ? abs(fn + N(6 * kPi) * law.surface_energy * radius) : abs(fn);
}

/// Lanes that are in contact now: overlapping, or held by adhesion since an earlier touch.
template <class N>
SCREE_FN MaskFor<N> touching(const LawChoice& choice, const PairLawT<N>& law,
                             const ContactIn<N>& in, N a_before) {
  if (!choice.adhesive()) return in.overlap > N(0);
  return (in.overlap > N(0)) |
         ((a_before > N(0)) & (in.overlap > jkr_parting_overlap(law, in.radius)));
}

/// Stiffness of the rolling spring over R*^2 where the tangential one is k; zero without contact,
/// where k is [N/m].
template <class N>
SCREE_FN N rolling_stiffness(const LawChoice& choice, const PairLawT<N>& law, N k, N mass, N dt) {
  if (choice.rolling == RollingLaw::kSpring) return law.rolling_stiffness * k;
  return select(k > N(0), bristle_stiffness(mass, dt), N(0));
}

/// Energy in the springs of rolling and twisting where the tangential stiffness is k [J].
template <class N>
SCREE_FN N moment_energy(const LawChoice& choice, const PairLawT<N>& law, const ContactIn<N>& in,
                         N k, N dt, Vec3T<N> roll, N twist) {
  N e = N(0);
  if (choice.rolling != RollingLaw::kNone)
    e += N(0.5) * rolling_stiffness(choice, law, k, in.mass, dt) * norm2(roll);
  if (choice.twisting == TwistingLaw::kSpring)
    e += N(0.5) * law.twisting_stiffness * k * in.radius * in.radius * twist * twist;
  return e;
}

template <class N>
SCREE_FN Vec3T<N> masked(MaskFor<N> on, Vec3T<N> v) {
  return select<N>(on, v, Vec3T<N>{N(0), N(0), N(0)});
}

/// Rolling and twisting. Their dashpots are fractions of critical for the inertia 0.4 m* R*^2 that
/// resists the relative spin of two spheres.
template <class N>
SCREE_FN void add_moments(const LawChoice& choice, const PairLawT<N>& law, const ContactIn<N>& in,
                          ContactMemory<N>& memory, N k, N k_old, N load, N dt, ContactOut<N>& out,
                          ContactLoss<N>& loss) {
  out.moment = {N(0), N(0), N(0)};
  loss.rolling = N(0);
  const N inertia = N(0.4) * in.mass;  // over R*^2
  if (choice.rolling != RollingLaw::kNone) {
    const N kr = rolling_stiffness(choice, law, k, in.mass, dt);
    const N damping =
        choice.rolling == RollingLaw::kSpring ? law.rolling_damping : N(kBristleDamping);
    const auto r =
        rolling_spring(memory, in, kr, rolling_stiffness(choice, law, k_old, in.mass, dt),
                       N(2) * damping * sqrt(inertia * kr), law.rolling_friction * load, dt);
    out.moment += r.moment;
    loss.rolling += r.loss;
    loss.released += r.released;
  }
  if (choice.twisting == TwistingLaw::kSpring) {
    const N r2 = in.radius * in.radius;
    const N kt = law.twisting_stiffness * k;
    const auto t = twisting_spring(memory, in, kt * r2, law.twisting_stiffness * k_old * r2,
                                   N(2) * law.twisting_damping * sqrt(inertia * kt) * r2,
                                   law.twisting_friction * in.radius * load, dt);
    out.moment += t.moment;
    loss.rolling += t.loss;
    loss.released += t.released;
  }
}

/// Evaluates a contact. Lanes that do not touch come out as exact zeros with empty memory; if they
/// touched a step ago, what their springs held is booked as released.
/// `slip` is the extra memory of the partial-slip law, null for the others.
template <class N, bool kMoments>
SCREE_FN MaskFor<N> evaluate_contact(const LawChoice& choice, const PairLawT<N>& law,
                                     const ContactIn<N>& in, N dt, ContactMemory<N>& memory,
                                     ContactOut<N>& out, ContactLoss<N>& loss,
                                     PartialSlipLanes<N> slip = {}) {
  const MaskFor<N> on = touching(choice, law, in, memory.a);
  const N a_old = memory.a;
  const NormalForce<N> s = normal_force(choice, law, in);
  const N vn = dot(in.v, in.n);
  const N fn = s.total, c = s.dashpot;
  // A Hertz contact that does not touch has no stiffness: what follows from it is zero of itself.
  const bool bare = choice.normal == NormalLaw::kHertz && !choice.has_partial_slip();
  const auto if_on = [&](N x) { return bare ? x : select(on, x, N(0)); };
  out.normal = if_on(fn);
  out.elastic = if_on(s.elastic);
  loss.normal_dashpot = if_on((fn - s.elastic) * vn * dt);
  loss.adhesion = N(0);
  if (choice.adhesive()) {
    // First touch: the spring jumps to its energy at zero overlap; parting: it holds what it held.
    const auto formed = on & !(a_old > N(0));
    const auto parted = (!on) & (a_old > N(0));
    if (any(formed | parted)) {
      const N e0 = normal_energy(choice.normal, law, N(0), in.radius);
      const N e1 =
          normal_energy(choice.normal, law, jkr_parting_overlap(law, in.radius), in.radius);
      loss.adhesion = select(formed, -e0, N(0)) + select(parted, e1, N(0));
    }
  }
  const Vec3T<N> vt = in.v - vn * in.n;
  const N ct = law.tangential_damping * c;
  const N load = friction_load(choice, law, in.radius, fn);
  const N a = select(on, s.a, N(0));
  const N k_old = tangential_stiffness(choice, law, a_old);
  const N k = tangential_stiffness(choice, law, a);
  out.spring_k = k;
  out.tangential = {N(0), N(0), N(0)};
  loss.tangential_dashpot = loss.sliding = loss.released = loss.rolling = N(0);
  if (choice.tangential != TangentialLaw::kNone) {
    const auto opened = (!on) & (a_old > N(0));
    N gone = N(0);
    if (any(opened)) [[unlikely]] {
      const Vec3T<N> xi = memory.spring - N(0.5) * dt * vt;
      const N held = slip.memory ? partial_slip_energy(law, slip) : N(0.5) * k_old * norm2(xi);
      gone = select(opened, held, N(0));
    }
    TangentialResult<N> t;
    N shrunk = N(0);
    if (slip.memory) {
      t = partial_slip(law, slip, in, vt, max(s.a, N(1e-300)), ct, load, dt);
    } else {
      if (choice.tangential == TangentialLaw::kMindlinRescaled) {
        // Shrinking contact: the spring shrinks with its radius (Thornton et al. 2013), or its
        // energy would grow out of nothing when the contact is pressed again.
        const N shrink = select((a < a_old) & on, s.a / max(a_old, N(1e-300)), N(1));
        const N held = norm2(memory.spring);
        memory.spring = shrink * memory.spring;
        shrunk = N(0.5) * k_old * (held - norm2(memory.spring));
      }
      t = tangential_spring(memory, in.n, vt, k, k_old, ct, law.friction * load, dt);
    }
    out.tangential = masked<N>(on, t.force);
    loss.tangential_dashpot = if_on(t.dashpot);
    loss.sliding = if_on(t.sliding);
    if (choice.tangential == TangentialLaw::kMindlinRescaled) t.released += shrunk;
    loss.released = select(on, t.released, gone);
    memory.spring = masked<N>(on, memory.spring);
  }
  memory.a = a;
  // Power of the contact on both bodies: -F_n v_n + F_t . v_t
  loss.work = (dot(out.tangential, in.v) - out.normal * vn) * dt;
  if constexpr (kMoments) {
    N released = loss.released;
    const auto opened = (!on) & (a_old > N(0));
    if (any(opened)) [[unlikely]] {
      const Vec3T<N> roll = memory.roll - N(0.5) * dt * in.radius * cross(in.spin, in.n);
      const N twist = memory.twist - N(0.5) * dt * dot(in.spin, in.n);
      released += select(opened, moment_energy(choice, law, in, k_old, dt, roll, twist), N(0));
    }
    add_moments(choice, law, in, memory, k, k_old, load, dt, out, loss);
    out.moment = masked<N>(on, out.moment);
    loss.rolling = select(on, loss.rolling, N(0));
    loss.released = select(on, loss.released, released);
    memory.roll = masked<N>(on, memory.roll);
    memory.twist = select(on, memory.twist, N(0));
    loss.work += dot(out.moment, in.spin) * dt;
  }
  return on;
}

}  // namespace scree
