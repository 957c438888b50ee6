#include "scree/law/restitution.h"

#include <cmath>
#include <map>
#include <utility>

#include "scree/base/error.h"

namespace scree {
namespace {

struct Impact {
  Real beta;
  bool hertz;

  Real spring(Real x) const { return x <= 0 ? 0.0 : hertz ? x * std::sqrt(x) : x; }
  Real dashpot(Real x) const {
    return x <= 0 ? (hertz ? 0.0 : beta) : hertz ? beta * std::sqrt(std::sqrt(x)) : beta;
  }
  Real push(Real x, Real v) const { return spring(x) + dashpot(x) * v; }
};

/// One Runge-Kutta step of x' = v, v' = -push(x, v).
void advance(const Impact& f, Real& x, Real& v, Real h) {
  const Real k1 = v, l1 = -f.push(x, v);
  const Real k2 = v + h / 2 * l1, l2 = -f.push(x + h / 2 * k1, v + h / 2 * l1);
  const Real k3 = v + h / 2 * l2, l3 = -f.push(x + h / 2 * k2, v + h / 2 * l2);
  const Real k4 = v + h * l3, l4 = -f.push(x + h * k3, v + h * l3);
  x += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
  v += h / 6 * (l1 + 2 * l2 + 2 * l3 + l4);
}

}  // namespace

Real restitution_of(Real beta, NormalLaw law, bool tension) {
  const Impact f{beta, law != NormalLaw::kLinear};
  Real x = 0, v = 1;
  const Real h = 2e-4;  // of a contact time of about 3; RK4 error far below 1e-9
  for (int step = 0; step < 1000000; ++step) {
    Real xn = x, vn = v;
    advance(f, xn, vn, h);
    const Real ends = tension ? xn : f.push(xn, vn);
    if (vn < 0 && ends <= 0) {
      const Real starts = tension ? x : f.push(x, v);
      const Real part = starts / (starts - ends);
      advance(f, x, v, part * h);
      return -v;
    }
    x = xn;
    v = vn;
  }
  return 0;  // over-damped: creeps out with no speed
}

namespace {

/// Cutting the pull leaves more speed, so the closed form damps too little: search above it.
Real searched_damping(Real e, NormalLaw law, Real closed) {
  Real lo = closed, hi = closed + 0.1;
  while (restitution_of(hi, law, false) > e && hi < 100) hi *= 2;
  for (int k = 0; k < 48; ++k) {
    const Real mid = 0.5 * (lo + hi);
    (restitution_of(mid, law, false) > e ? lo : hi) = mid;
  }
  return 0.5 * (lo + hi);
}

}  // namespace

Real damping_for(Real e, NormalLaw law, bool tension) {
  SCREE_EXPECT(e > 0 && e <= 1);
  const Real l = std::log(e);
  const Real closed =
      (law == NormalLaw::kLinear ? 2.0 : std::sqrt(5.0)) * -l / std::sqrt(kPi * kPi + l * l);
  if (tension || e == 1) return closed;
  // The search takes half a million steps, and every pair of materials asks for the same few.
  thread_local std::map<std::pair<NormalLaw, Real>, Real> known;
  const auto [place, is_new] = known.try_emplace({law, e}, 0);
  if (is_new) place->second = searched_damping(e, law, closed);
  return place->second;
}

}  // namespace scree
