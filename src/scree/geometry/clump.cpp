#include "scree/geometry/clump.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "scree/base/error.h"
#include "scree/geometry/disc_union.h"

namespace scree {
namespace {

/// Integrals over a solid of 1, x, and x x^T.
struct Moments {
  Real volume = 0;
  Vec3 first{0, 0, 0};
  Mat3 second{{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}};

  Moments& operator+=(const Moments& other) {
    volume += other.volume;
    first += other.first;
    second = second + other.second;
    return *this;
  }
};

Mat3 scaled(Real s, const Mat3& m) { return {{s * m.row[0], s * m.row[1], s * m.row[2]}}; }
Mat3 diagonal(Real a, Real b, Real c) { return {{{a, 0, 0}, {0, b, 0}, {0, 0, c}}}; }

Moments sphere_moments(const ClumpSphere& s) {
  const Real volume = 4.0 / 3 * kPi * s.radius * s.radius * s.radius;
  const Real own = volume * s.radius * s.radius / 5;
  return {volume, volume * s.centre,
          diagonal(own, own, own) + scaled(volume, outer(s.centre, s.centre))};
}

bool overlap(const ClumpSphere& a, const ClumpSphere& b) {
  return norm(a.centre - b.centre) < a.radius + b.radius;
}
bool inside(const ClumpSphere& a, const ClumpSphere& b) {
  return norm(a.centre - b.centre) <= b.radius - a.radius;
}

/// Without the spheres that lie in another one (of equal spheres the first stays).
std::vector<ClumpSphere> without_hidden(std::span<const ClumpSphere> spheres) {
  std::vector<ClumpSphere> kept;
  for (std::size_t i = 0; i < spheres.size(); ++i) {
    bool hidden = false;
    for (std::size_t j = 0; j < spheres.size() && !hidden; ++j)
      hidden =
          j != i && inside(spheres[i], spheres[j]) && (!inside(spheres[j], spheres[i]) || j < i);
    if (!hidden) kept.push_back(spheres[i]);
  }
  return kept;
}

/// Takes the spheres connected to the last one out of `rest`.
std::vector<ClumpSphere> take_group(std::vector<ClumpSphere>& rest) {
  std::vector<ClumpSphere> group{rest.back()};
  rest.pop_back();
  for (std::size_t k = 0; k < group.size(); ++k)
    for (std::size_t j = rest.size(); j-- > 0;)
      if (overlap(group[k], rest[j])) {
        group.push_back(rest[j]);
        rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(j));
      }
  return group;
}

/// Heights (z) where the slices of a group change their make-up: ends of spheres, of the circles
/// in which two intersect, and the points common to three.
std::vector<Real> break_heights(std::span<const ClumpSphere> s) {
  std::vector<Real> z;
  const auto add = [&](Real middle, Real half) {
    z.insert(z.end(), {middle - half, middle + half});
  };
  for (std::size_t i = 0; i < s.size(); ++i) {
    add(s[i].centre.z, s[i].radius);
    for (std::size_t j = i + 1; j < s.size(); ++j) {
      if (!overlap(s[i], s[j])) continue;
      const Vec3 d = s[j].centre - s[i].centre;
      const Real l = norm(d), ri2 = s[i].radius * s[i].radius, rj2 = s[j].radius * s[j].radius;
      const Vec3 n = d / l;
      const Real along = (l * l + ri2 - rj2) / (2 * l);
      const Real circle2 = std::max(0.0, ri2 - along * along);
      const Vec3 centre = s[i].centre + along * n;
      add(centre.z, std::sqrt(circle2 * std::max(0.0, 1 - n.z * n.z)));
      for (std::size_t k = j + 1; k < s.size(); ++k) {
        // Points of the circle that lie on sphere k: (x - c) . d = w in the plane of the circle.
        const Vec3 to = s[k].centre - centre;
        const Vec3 flat = to - dot(to, n) * n;
        const Real reach = norm(flat);
        if (!(reach > 1e-12 * l)) continue;
        const Real w = (norm2(to) + circle2 - s[k].radius * s[k].radius) / (2 * reach);
        if (circle2 <= w * w) continue;
        const Vec3 side = cross(n, flat / reach);
        add(centre.z + w * flat.z / reach, std::sqrt(circle2 - w * w) * std::fabs(side.z));
      }
    }
  }
  std::sort(z.begin(), z.end());
  return z;
}

Moments slice_moments(std::span<const ClumpSphere> spheres, Real z,
                      std::vector<DiscInPlane>& discs) {
  discs.clear();
  for (const ClumpSphere& s : spheres) {
    const Real up = z - s.centre.z, r2 = (s.radius - up) * (s.radius + up);
    if (r2 > 0) discs.push_back({s.centre.x, s.centre.y, std::sqrt(r2)});
  }
  const PlaneMoments m = moments_of_union(discs);
  return {m.area,
          {m.x, m.y, z * m.area},
          {{{m.xx, m.xy, z * m.x}, {m.xy, m.yy, z * m.y}, {z * m.x, z * m.y, z * z * m.area}}}};
}

/// Gauss-Legendre points on (-1, 1), positive half, and weights; 12 points integrate polynomials
/// up to degree 23.
constexpr Real kNode[6] = {0.1252334085114689, 0.3678314989981802, 0.5873179542866175,
                           0.7699026741943047, 0.9041172563704749, 0.9815606342467192};
constexpr Real kWeight[6] = {0.2491470458134028, 0.2334925365383548, 0.2031674267230659,
                             0.1600783285433462, 0.1069393259953184, 0.0471753363865118};

/// Integrates the slices over one interval. The substitution z = m + h (3u - u^3)/2 draws the
/// points to both ends, where the slice areas have root singularities.
Moments integrate(std::span<const ClumpSphere> spheres, Real lo, Real hi) {
  Moments sum;
  std::vector<DiscInPlane> discs;
  const Real middle = (lo + hi) / 2, half = (hi - lo) / 2;
  for (int k = 0; k < 6; ++k)
    for (const Real u : {-kNode[k], kNode[k]}) {
      const Real weight = kWeight[k] * half * 1.5 * (1 - u * u);
      const Real z = middle + half * u * (3 - u * u) / 2;
      const Moments m = slice_moments(spheres, z, discs);
      sum += Moments{weight * m.volume, weight * m.first, scaled(weight, m.second)};
    }
  return sum;
}

/// Turns the vector (0, 0, 1) into `axis`.
Quat turn_z_to(Vec3 axis) {
  const Vec3 z{0, 0, 1};
  if (axis.z < -1 + 1e-12) return {0, 1, 0, 0};
  const Vec3 c = cross(z, axis);
  return normalized(Quat{1 + axis.z, c.x, c.y, c.z});
}

/// Moments of a connected group, integrated in a frame whose z axis follows its longest extent.
Moments group_moments(const std::vector<ClumpSphere>& group) {
  if (group.size() == 1) return sphere_moments(group[0]);
  const Vec3 origin = group[0].centre;
  Vec3 longest{0, 0, 0};
  for (const ClumpSphere& s : group)
    if (norm2(s.centre - origin) > norm2(longest)) longest = s.centre - origin;
  const Quat turn = turn_z_to(normalized(longest));
  std::vector<ClumpSphere> local;
  local.reserve(group.size());
  for (const ClumpSphere& s : group)
    local.push_back({rotate_back(turn, s.centre - origin), s.radius});

  Moments m;
  const std::vector<Real> z = break_heights(local);
  const Real shortest = 1e-13 * (z.back() - z.front());
  Real from = z.front();
  for (const Real to : z) {
    if (to - from <= shortest) continue;
    m += integrate(local, from, to);
    from = to;
  }
  // Back to the frame of the input: x = origin + Q y.
  const Vec3 first = rotate(turn, m.first);
  Mat3 half{{rotate(turn, m.second.row[0]), rotate(turn, m.second.row[1]),
             rotate(turn, m.second.row[2])}};
  const Mat3 columns{{{half.row[0].x, half.row[1].x, half.row[2].x},
                      {half.row[0].y, half.row[1].y, half.row[2].y},
                      {half.row[0].z, half.row[1].z, half.row[2].z}}};
  const Mat3 turned{
      {rotate(turn, columns.row[0]), rotate(turn, columns.row[1]), rotate(turn, columns.row[2])}};
  return {m.volume, first + m.volume * origin,
          turned + outer(first, origin) + outer(origin, first) +
              scaled(m.volume, outer(origin, origin))};
}

/// One Jacobi rotation that makes a(p, q) vanish; `axes` collects the turns in its rows.
void jacobi_turn(Mat3& a, Mat3& axes, int p, int q) {
  const Real apq = at(a.row[p], q);
  const Real theta = (at(a.row[q], q) - at(a.row[p], p)) / (2 * apq);
  const Real t = (theta >= 0 ? 1 : -1) / (std::fabs(theta) + std::sqrt(1 + theta * theta));
  const Real c = 1 / std::sqrt(1 + t * t), s = t * c;
  for (int k = 0; k < 3; ++k) {  // columns
    const Real kp = at(a.row[k], p), kq = at(a.row[k], q);
    at(a.row[k], p) = c * kp - s * kq;
    at(a.row[k], q) = s * kp + c * kq;
  }
  const auto rows = [&](Mat3& m) {
    const Vec3 rp = m.row[p], rq = m.row[q];
    m.row[p] = c * rp - s * rq;
    m.row[q] = s * rp + c * rq;
  };
  rows(a);
  rows(axes);
}

/// Quaternion of the rotation whose columns are the rows of `axes`.
Quat quaternion(const Mat3& axes) {
  const Vec3 u = axes.row[0], v = axes.row[1], w = axes.row[2];
  const Real q[4] = {1 + u.x + v.y + w.z, 1 + u.x - v.y - w.z, 1 - u.x + v.y - w.z,
                     1 - u.x - v.y + w.z};
  const int largest = static_cast<int>(std::max_element(q, q + 4) - q);
  if (largest == 0) return normalized(Quat{q[0], v.z - w.y, w.x - u.z, u.y - v.x});
  if (largest == 1) return normalized(Quat{v.z - w.y, q[1], v.x + u.y, w.x + u.z});
  if (largest == 2) return normalized(Quat{w.x - u.z, v.x + u.y, q[2], w.y + v.z});
  return normalized(Quat{u.y - v.x, w.x + u.z, w.y + v.z, q[3]});
}

/// Fills principal moments and frame from the tensor; axes stay as near as they can to those of
/// the input, so a diagonal tensor keeps the identity.
void find_principal(MassProperties& m) {
  constexpr Real kZero = 1e-13;  // of the trace: round-off of the integration
  Mat3 a = m.inertia;
  Mat3 axes = diagonal(1, 1, 1);
  const Real zero = kZero * (a.row[0].x + a.row[1].y + a.row[2].z);
  for (int sweep = 0; sweep < 12; ++sweep)
    for (int p = 0; p < 2; ++p)
      for (int q = p + 1; q < 3; ++q)
        if (std::fabs(at(a.row[p], q)) > zero) jacobi_turn(a, axes, p, q);
  m.principal = {a.row[0].x, a.row[1].y, a.row[2].z};
  m.frame = quaternion(axes);
}

/// Inertia about the centre of mass from the moments: tr(S) 1 - S.
MassProperties properties(const Moments& m) {
  MassProperties p;
  p.volume = m.volume;
  p.centre = m.first / m.volume;
  const Mat3 s = m.second + scaled(-m.volume, outer(p.centre, p.centre));
  const Real trace = s.row[0].x + s.row[1].y + s.row[2].z;
  p.inertia = diagonal(trace, trace, trace) + scaled(-1, s);
  find_principal(p);
  return p;
}

}  // namespace

MassProperties mass_properties(Real volume, Vec3 first, const Mat3& second) {
  return properties({volume, first, second});
}

MassProperties clump_mass_properties(std::span<const ClumpSphere> spheres) {
  SCREE_EXPECT(!spheres.empty());
  for (const ClumpSphere& s : spheres) SCREE_EXPECT(s.radius > 0);
  // Coordinates relative to the first sphere: a clump far from the origin loses no digits.
  const Vec3 origin = spheres[0].centre;
  std::vector<ClumpSphere> rest = without_hidden(spheres);
  for (ClumpSphere& s : rest) s.centre -= origin;
  std::reverse(rest.begin(), rest.end());
  Moments m;
  while (!rest.empty()) m += group_moments(take_group(rest));
  MassProperties p = properties(m);
  p.centre += origin;
  return p;
}

MassProperties planar_clump_mass_properties(std::span<const ClumpSphere> discs) {
  SCREE_EXPECT(!discs.empty());
  const Vec3 origin{discs[0].centre.x, discs[0].centre.y, 0};
  std::vector<DiscInPlane> flat;
  for (const ClumpSphere& d : discs) {
    SCREE_EXPECT(d.radius > 0);
    flat.push_back({d.centre.x - origin.x, d.centre.y - origin.y, d.radius});
  }
  const PlaneMoments m = moments_of_union(flat);
  MassProperties p =
      properties({m.area, {m.x, m.y, 0}, {{{m.xx, m.xy, 0}, {m.xy, m.yy, 0}, {0, 0, 0}}}});
  p.centre += origin;
  return p;
}

}  // namespace scree
