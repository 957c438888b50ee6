/// How far a problem is from its solution does not depend on how its bodies are described.
#include <doctest/doctest.h>

#include <cmath>

#include "scree/step/nonsmooth/gauss_seidel.h"

using namespace scree;

namespace {

constexpr Real kRadius = 0.01, kMass = 0.02, kInertia = 0.4 * kMass * kRadius * kRadius;
constexpr Real kArm = kRadius - 1e-4;  // they overlap a little

/// A ball that turns on another one, or on a body that does not move; both as spheres, or both as
/// bodies with levers and a tensor that happens to be that of a sphere.
ContactProblem spinning(bool levers, bool immobile, Vec3 spin) {
  ContactProblem p;
  p.bodies = {
      {{0, 0, -0.01}, spin, 1 / kMass, levers ? 0 : 1 / kInertia},
      {{0, 0, 0}, {0, 0, 0}, immobile ? 0 : 1 / kMass, immobile || levers ? 0 : 1 / kInertia}};
  ContactRows c;
  c.i = 0, c.j = 1, c.n = {0, 0, -1};
  c.arm_i = kArm, c.arm_j = immobile ? 0 : kArm, c.gap = -2e-4;
  c.radius = immobile ? kRadius : 0.5 * kRadius;
  c.friction = 0;
  c.p_n = 1e-3;
  p.rolling = {{0.3 * c.radius, 0.2 * c.radius, {0, 0, 0}}};
  p.spheres = 2;
  if (levers) {
    const Real i = 1 / kInertia;
    const Mat3 tensor{{{i, 0, 0}, {0, i, 0}, {0, 0, i}}};
    p.spheres = 0;
    p.inverse_inertia.assign(immobile ? 1 : 2, tensor);
    p.centre.assign(p.inverse_inertia.size(), Vec3{0, 0, 0});
    c.levers = 0;
    p.levers = {{c.arm_i * c.n, -c.arm_j * c.n}};
  }
  p.contacts = {c};
  return p;
}

Real residual(ContactProblem p) {
  ContactSystem system;
  std::vector<JointRow> joints;
  make_system(p, {1}, false, joints, system);
  return natural_map(p, system);
}

}  // namespace

TEST_CASE("a rolling contact has the same residual as spheres and as bodies with levers") {
  for (const bool immobile : {true, false})
    for (const Vec3 spin : {Vec3{3, 0, 0}, Vec3{0, 0, 3}, Vec3{1, -2, 0.5}}) {
      CAPTURE(immobile);
      CAPTURE(spin.x);
      const Real sphere = residual(spinning(false, immobile, spin));
      CHECK(residual(spinning(true, immobile, spin)) == doctest::Approx(sphere).epsilon(1e-12));
    }
}

TEST_CASE("a couple counts in the residual as the impulse that makes it at R*") {
  // The normal impulse is right, nothing rubs, so only the couple is missing: all that its bound
  // allows, rolling_friction R* p_n, counts as rolling_friction p_n.
  for (const bool levers : {false, true})
    for (const bool immobile : {true, false}) {
      CAPTURE(levers);
      CAPTURE(immobile);
      ContactProblem p = spinning(levers, immobile, {30, 0, 0});
      p.bodies[0].v = {0, 0, 0};
      CHECK(residual(p) == doctest::Approx(0.3 * 1e-3).epsilon(1e-12));
    }
}
