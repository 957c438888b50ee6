#pragma once
/// Mindlin-Deresiewicz contact: under a tangential load an annulus at the rim of the contact slips
/// while its centre still sticks (Mindlin & Deresiewicz 1953).
///
/// Instead of their dozen loading cases we use the equivalent one-dimensional foundation (Popov &
/// Hess, Method of Dimensionality Reduction, 2015, ch. 5): springs at distance x from the centre,
/// pressed by E* (d - x^2/R) dx and dragged with stiffness 4 G* dx, each slipping by Coulomb's law
/// on its own. Summed up this is exact for Hertz contacts under any history of normal and
/// tangential loads, in any direction. One contact at a time: this law trades speed for detail.
#include <cmath>

#include "scree/base/record.h"
#include "scree/law/tangential.h"

namespace scree {

constexpr int kSlipSprings = 32;

/// Memory of one contact: springs in cells of equal width from the centre to the rim and beyond.
struct PartialSlipMemory {
  Real width = 0;               // of a cell [m]; zero: no contact yet
  Real a = 0;                   // contact radius at the last step [m]
  Vec3 spring[kSlipSprings]{};  // displacement, half a step ahead as in tangential.h [m]

  static constexpr auto fields() {
    using M = PartialSlipMemory;
    return std::tuple(RecordField("width", "m", &M::width),
                      RecordField("contact_radius", "m", &M::a),
                      RecordField("spring", "m", &M::spring, Exchange::kTurns));
  }
};

/// What evaluate_contact() needs of it: a pointer for one contact, nothing for lanes.
template <class N>
struct PartialSlipLanes {
  static constexpr PartialSlipMemory* memory = nullptr;
};
template <>
struct PartialSlipLanes<double> {
  PartialSlipMemory* memory = nullptr;
};

/// Part of cell k that lies inside the contact of radius a [m].
SCREE_CALL Real engaged_width(Real a, Real width, int k) {
  return std::fmin(std::fmax(a - k * width, 0.0), width);
}

SCREE_CALL Real partial_slip_energy(const PairLaw& law, PartialSlipLanes<double> slip) {
  const PartialSlipMemory& m = *slip.memory;
  Real e = 0;
  for (int k = 0; k < kSlipSprings; ++k)
    e += 4 * law.shear * engaged_width(m.a, m.width, k) * norm2(m.spring[k]);
  return e;
}
template <class N>
SCREE_FN N partial_slip_energy(const PairLawT<N>&, PartialSlipLanes<N>) {
  return N(0);
}

/// Doubles the cells until a contact of radius a fits; neighbours merge to their mean.
SCREE_CALL void widen_cells(PartialSlipMemory& m, Real a) {
  if (m.width <= 0) m.width = a / 4;
  while (a > kSlipSprings * m.width) {
    for (int k = 0; k < kSlipSprings; ++k)
      m.spring[k] = k < kSlipSprings / 2 ? 0.5 * (m.spring[2 * k] + m.spring[2 * k + 1]) : Vec3{};
    m.width *= 2;
  }
}

/// The largest coefficient up to c for which springs and dashpot together stay within friction:
/// |springs - c v| <= limit, where the springs alone do.
SCREE_CALL Real limited_dashpot(Vec3 springs, Real c, Vec3 v, Real limit) {
  const Real a = norm2(v), b = -dot(springs, v), room = limit * limit - norm2(springs);
  if (c * (c * a + 2 * b) <= room) return c;
  const Real root = (std::sqrt(std::fmax(0.0, b * b + a * room)) - b) / a;
  return std::fmin(std::fmax(0.0, root), c);  // rounding may leave no room at all
}

/// Advances all springs; `load` is the whole normal force that bounds friction. The dashpot acts
/// through the part of the contact that sticks.
SCREE_CALL TangentialResult<Real> partial_slip(const PairLaw& law, PartialSlipLanes<double> slip,
                                               const ContactIn<Real>& in, Vec3 vt, Real a, Real c,
                                               Real load, Real dt) {
  PartialSlipMemory& m = *slip.memory;
  TangentialResult<Real> out{{0, 0, 0}, 0, 0, 0};
  const Real held = partial_slip_energy(law, slip);
  widen_cells(m, a);
  out.released = held - partial_slip_energy(law, slip);
  const Real hertz = 4.0 / 3.0 * law.modulus * a * in.overlap;
  const Real bound = law.friction * (hertz > 0 ? load / hertz : 0.0);
  const Vec3 half = 0.5 * dt * vt;
  Real stuck = 0;
  for (int k = 0; k < kSlipSprings; ++k) {
    const Real x0 = k * m.width, w = engaged_width(a, m.width, k), x1 = x0 + w;
    const Real g = 8 * law.shear * w, g_old = 8 * law.shear * engaged_width(m.a, m.width, k);
    if (w <= 0 && g_old <= 0) continue;
    const Vec3 kept = turn_into_plane(m.spring[k], in.n);
    const Vec3 before = kept - half, trial = kept + half;
    const Real press =
        2 * law.modulus * (in.overlap * w - (x1 * x1 * x1 - x0 * x0 * x0) / (3 * in.radius));
    const Real limit = bound * std::fmax(press, 0.0);
    const Real pull = g * norm(trial);
    const bool slides = pull > limit;
    const Vec3 now = slides ? (pull > 0 ? limit / pull : 0.0) * trial : trial;
    if (!slides) stuck += w;
    out.force -= g * now;
    const Real cost = 0.5 * dot(g_old * before + g * now, trial - now);  // as in tangential.h
    out.sliding += std::fmax(cost, 0.0);
    out.released += 0.5 * (g_old - g) * dot(before, now) + std::fmin(cost, 0.0);
    m.spring[k] = w > 0 ? now + half : Vec3{};
  }
  const Real share = limited_dashpot(out.force, stuck / a * c, vt, law.friction * load);
  out.force -= share * vt;
  out.dashpot = share * norm2(vt) * dt;
  m.a = a;
  return out;
}
/// Lanes never come here: the law is evaluated contact by contact.
template <class N>
SCREE_FN TangentialResult<N> partial_slip(const PairLawT<N>&, PartialSlipLanes<N>,
                                          const ContactIn<N>&, Vec3T<N>, N, N, N, N) {
  return {{N(0), N(0), N(0)}, N(0), N(0), N(0)};
}

}  // namespace scree
