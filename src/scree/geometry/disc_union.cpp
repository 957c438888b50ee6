#include "scree/geometry/disc_union.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace scree {
namespace {

using Arc = std::pair<Real, Real>;  // from angle, to angle; from < to

/// Adds the boundary integrals over one arc, anticlockwise. With c = cos, s = sin of the angle,
/// x = X + R c, y = Y + R s, dx = -R s, dy = R c:
///   area = int x dy,  x: int x^2/2 dy,  y: -int y^2/2 dx,
///   xx: int x^3/3 dy, yy: -int y^3/3 dx, xy: int x^2 y/2 dy.
void add_arc(const DiscInPlane& d, Arc arc, PlaneMoments& m) {
  const Real c0 = std::cos(arc.first), s0 = std::sin(arc.first);
  const Real c1 = std::cos(arc.second), s1 = std::sin(arc.second);
  const Real angle = arc.second - arc.first;
  const auto difference = [&](auto&& f) { return f(c1, s1) - f(c0, s0); };
  // Integrals of powers of c and s over the arc.
  const Real c = s1 - s0;
  const Real s = c0 - c1;
  const Real sin2 = difference([](Real u, Real v) { return 2 * u * v; });
  const Real sin4 = difference([](Real u, Real v) { return 4 * u * v * (u * u - v * v); });
  const Real cc = angle / 2 + sin2 / 4, ss = angle / 2 - sin2 / 4;
  const Real ccc = difference([](Real, Real v) { return v - v * v * v / 3; });
  const Real sss = difference([](Real u, Real) { return u * u * u / 3 - u; });
  const Real cccc = 3 * angle / 8 + sin2 / 4 + sin4 / 32;
  const Real ssss = 3 * angle / 8 - sin2 / 4 + sin4 / 32;
  const Real cs = difference([](Real, Real v) { return v * v / 2; });
  const Real ccs = difference([](Real u, Real) { return -u * u * u / 3; });
  const Real cccs = difference([](Real u, Real) { return -u * u * u * u / 4; });

  const Real X = d.x, Y = d.y, R = d.r;
  m.area += R * (X * c + R * cc);
  m.x += R / 2 * (X * X * c + 2 * X * R * cc + R * R * ccc);
  m.y += R / 2 * (Y * Y * s + 2 * Y * R * ss + R * R * sss);
  m.xx += R / 3 * (X * X * X * c + 3 * X * X * R * cc + 3 * X * R * R * ccc + R * R * R * cccc);
  m.yy += R / 3 * (Y * Y * Y * s + 3 * Y * Y * R * ss + 3 * Y * R * R * sss + R * R * R * ssss);
  m.xy += R / 2 *
          (Y * (X * X * c + 2 * X * R * cc + R * R * ccc) +
           R * (X * X * cs + 2 * X * R * ccs + R * R * cccs));
}

/// Fills `covered` with the angles of disc i that lie in other discs; false if all do.
bool covered_arcs(std::span<const DiscInPlane> discs, std::size_t i, std::vector<Arc>& covered) {
  covered.clear();
  const DiscInPlane& a = discs[i];
  for (std::size_t j = 0; j < discs.size(); ++j) {
    const DiscInPlane& b = discs[j];
    const Real distance = std::hypot(b.x - a.x, b.y - a.y);
    if (j == i || distance >= a.r + b.r) continue;
    const bool same = distance == 0 && a.r == b.r;
    if (same ? j < i : distance <= b.r - a.r) return false;  // of equal discs the first counts
    if (same || distance <= a.r - b.r) continue;
    const Real cosine = (a.r * a.r + distance * distance - b.r * b.r) / (2 * a.r * distance);
    const Real half = std::acos(std::clamp(cosine, -1.0, 1.0));
    Real from = std::atan2(b.y - a.y, b.x - a.x) - half, to = from + 2 * half;
    if (from < -kPi) {
      covered.emplace_back(from + 2 * kPi, kPi);
      from = -kPi;
    }
    if (to > kPi) {
      covered.emplace_back(-kPi, to - 2 * kPi);
      to = kPi;
    }
    covered.emplace_back(from, to);
  }
  std::sort(covered.begin(), covered.end());
  return true;
}

}  // namespace

PlaneMoments moments_of_union(std::span<const DiscInPlane> discs) {
  PlaneMoments m;
  std::vector<Arc> covered;
  for (std::size_t i = 0; i < discs.size(); ++i) {
    if (!covered_arcs(discs, i, covered)) continue;
    Real from = -kPi;
    for (const Arc& arc : covered) {
      if (arc.first > from) add_arc(discs[i], {from, arc.first}, m);
      from = std::max(from, arc.second);
    }
    if (from < kPi) add_arc(discs[i], {from, kPi}, m);
  }
  return m;
}

}  // namespace scree
