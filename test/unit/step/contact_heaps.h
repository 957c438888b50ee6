#pragma once
/// Contact problems whose geometry is known: spheres by centre, radius and mass, after gravity
/// acted for a step.
#include <algorithm>
#include <cmath>

#include "scree/base/random.h"
#include "scree/step/nonsmooth/local_problem.h"

namespace scree {

constexpr Real kStep = 1e-3, kGravity = 10;  // [s], [m/s^2]
constexpr Real kBall = 0.01;                 // radius [m]

struct HeapPlane {
  Vec3 point, inward;
};

struct Heap {
  ContactProblem problem;
  std::vector<Vec3> x;
  std::vector<Real> r;
  std::vector<HeapPlane> planes{{{0, 0, 0}, {0, 0, 1}}};  // a floor

  void ball(Vec3 centre, Real radius, Real mass) {
    x.push_back(centre);
    r.push_back(radius);
    problem.bodies.push_back(
        {{0, 0, -kGravity * kStep}, {0, 0, 0}, 1 / mass, 2.5 / (mass * radius * radius)});
  }
  /// Contacts where balls are nearer than `reach` to each other or to a plane. From the bottom
  /// upwards, if the balls are.
  void touch(Real friction, Real reach = 1e-9) {
    const Index n = static_cast<Index>(x.size());
    const auto add = [&](Index i, Index j, Vec3 normal, Real arm_j, Real gap) {
      ContactRows c;
      c.i = i, c.j = j, c.n = normal, c.arm_i = r[i], c.arm_j = arm_j, c.gap = gap;
      c.friction = friction;
      problem.contacts.push_back(c);
    };
    for (Index i = 0; i < n; ++i) {
      for (Index j = i + 1; j < n; ++j) {
        const Vec3 d = x[j] - x[i];
        const Real gap = norm(d) - r[i] - r[j];
        if (gap < reach) add(i, j, d / norm(d), r[j], gap);
      }
      for (const HeapPlane& p : planes) {
        const Real gap = dot(x[i] - p.point, p.inward) - r[i];
        if (gap >= reach) continue;
        problem.bodies.push_back({{0, 0, 0}, {0, 0, 0}, 0, 0});
        add(i, static_cast<Index>(problem.bodies.size()) - 1, -p.inward, 0, gap);
      }
    }
  }
  std::vector<char> all() const { return std::vector<char>(problem.contacts.size(), 1); }
  LocalProblem local() const { return local_form(problem, all(), false); }
};

/// One above the other; masses from the bottom.
inline Heap column(const std::vector<Real>& masses) {
  Heap h;
  for (std::size_t k = 0; k < masses.size(); ++k)
    h.ball({0, 0, kBall * (1 + 2 * static_cast<Real>(k))}, kBall, masses[k]);
  h.touch(0.5);
  return h;
}

/// A pyramid of balls on a square grid, each in the hollow of four below.
inline Heap pyramid(int base, Real friction, Real top_mass = 1) {
  Heap h;
  for (int layer = 0; layer < base; ++layer)
    for (int a = 0; a < base - layer; ++a)
      for (int b = 0; b < base - layer; ++b)
        h.ball({kBall * (2 * a + layer), kBall * (2 * b + layer),
                kBall * (1 + layer * std::sqrt(2.0))},
               kBall, layer == base - 1 ? top_mass : 1);
  h.touch(friction);
  return h;
}

/// A box filled with `layers` layers: every other one has `across` balls from wall to wall (in both
/// directions unless it is a sheet), the others lie in their hollows.
inline Heap box(int across, int layers, bool sheet, Real friction) {
  Heap h;
  const Real width = 2 * kBall * across, rise = kBall * std::sqrt(sheet ? 3.0 : 2.0);
  h.planes.push_back({{0, 0, 0}, {1, 0, 0}});
  h.planes.push_back({{width, 0, 0}, {-1, 0, 0}});
  if (!sheet) {
    h.planes.push_back({{0, 0, 0}, {0, 1, 0}});
    h.planes.push_back({{0, width, 0}, {0, -1, 0}});
  }
  for (int k = 0; k < layers; ++k) {
    const int count = across - k % 2;
    const Real first = kBall * (1 + k % 2);
    for (int a = 0; a < count; ++a)
      for (int b = 0; b < (sheet ? 1 : count); ++b)
        h.ball({first + 2 * kBall * a, sheet ? 0 : first + 2 * kBall * b, kBall + rise * k}, kBall,
               1);
  }
  h.touch(friction);
  return h;
}

/// A pyramid whose balls are shifted at random, and touch where they are nearly as near as before;
/// `stir`: random velocities and spins, in units of the fall of a step.
inline Heap rough_pyramid(int base, Real friction, Real stir, unsigned seed = 7) {
  const Heap even = pyramid(base, friction);
  Random random{seed, 0};
  const auto draw = [&](Real size) {
    Vec3 v;
    for (int c = 0; c < 3; ++c) at(v, c) = size * (2 * random.uniform() - 1);
    return v;
  };
  Heap h;
  for (const Vec3& place : even.x) {
    Vec3 x = place + draw(0.03 * kBall);
    if (place.z < 1.1 * kBall) x.z = kBall;
    h.ball(x, kBall, 1);
    if (stir == 0) continue;
    Motion8& m = h.problem.bodies.back();
    m.v += draw(stir * kGravity * kStep);
    m.w += draw(stir * kGravity * kStep / kBall);
  }
  h.touch(friction, 0.05 * kBall);
  return h;
}

}  // namespace scree
