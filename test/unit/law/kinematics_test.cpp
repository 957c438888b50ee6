#include "scree/law/kinematics.h"

#include <doctest/doctest.h>

#include "scree/base/pack.h"
#include "scree/base/random.h"

namespace scree {
namespace {

Vec3 chance(Random& random) {
  return {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
}

struct Two {
  Vec3 d;
  Real r_i, r_j;
  MotionOf<Real> i, j;
};
Two two_spheres(Random& random) {
  return {chance(random),
          random.uniform(0.2, 0.8),
          random.uniform(0.2, 0.8),
          {chance(random), chance(random), random.uniform(0.5, 2)},
          {chance(random), chance(random), random.uniform(0.5, 2)}};
}

void put(Vec3T<Pack>& to, int l, Vec3 v) { to.x.v[l] = v.x, to.y.v[l] = v.y, to.z.v[l] = v.z; }
Vec3 lane(const Vec3T<Pack>& v, int l) { return {v.x[l], v.y[l], v.z[l]}; }
void put(MotionOf<Pack>& to, int l, const MotionOf<Real>& m) {
  put(to.v, l, m.v), put(to.w, l, m.w), to.inv_mass.v[l] = m.inv_mass;
}
bool same(Vec3 a, Vec3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }
Real off(Vec3 a, Vec3 b) { return norm(a - b); }

}  // namespace

TEST_CASE("a contact of two spheres follows from its definition") {
  Random random{3};
  for (int n = 0; n < 200; ++n) {
    const Two t = two_spheres(random);
    const SpherePair<Real> p = sphere_pair(t.d, t.r_i, t.r_j, t.i, t.j, true);
    const Real distance = norm(t.d);
    CHECK(std::fabs(p.distance - distance) < 1e-15);
    CHECK(std::fabs(p.in.overlap - (t.r_i + t.r_j - distance)) < 1e-15);
    CHECK(off(p.in.n, t.d / distance) < 1e-15);
    // The point lies in the middle of the overlap, seen from both.
    CHECK(std::fabs(p.arm_i + p.arm_j - distance) < 1e-15);
    CHECK(std::fabs((t.r_i - p.arm_i) - (t.r_j - p.arm_j)) < 1e-15);
    // Velocity of the material points of both that are there now.
    const Vec3 at_i = t.i.v + cross(t.i.w, p.arm_i * p.in.n);
    const Vec3 at_j = t.j.v + cross(t.j.w, -p.arm_j * p.in.n);
    CHECK(off(p.in.v, at_i - at_j) < 1e-14);
    CHECK(same(p.in.spin, t.i.w - t.j.w));
    CHECK(std::fabs(p.in.radius - t.r_i * t.r_j / (t.r_i + t.r_j)) < 1e-15);
    CHECK(std::fabs(p.in.mass - 1 / (t.i.inv_mass + t.j.inv_mass)) < 1e-15);
  }
}

TEST_CASE("seen from the other sphere a contact is the same contact") {
  Random random{4};
  for (int n = 0; n < 200; ++n) {
    const Two t = two_spheres(random);
    const SpherePair<Real> a = sphere_pair(t.d, t.r_i, t.r_j, t.i, t.j, true);
    const SpherePair<Real> b = sphere_pair(-t.d, t.r_j, t.r_i, t.j, t.i, true);
    CHECK(a.in.overlap == b.in.overlap);
    CHECK(a.arm_i == b.arm_j);
    CHECK(same(a.in.n, -b.in.n));
    CHECK(off(a.in.v, -b.in.v) < 1e-15);
  }
}

TEST_CASE("lanes of spheres compute what single spheres do, bit by bit, and fillings are apart") {
  Random random{5};
  for (int n = 0; n < 50; ++n) {
    Two t[kLanes];
    Vec3T<Pack> d;
    Pack r_i, r_j;
    MotionOf<Pack> i, j;
    Mask real;
    for (int l = 0; l < kLanes; ++l) {
      t[l] = two_spheres(random);
      put(d, l, t[l].d), put(i, l, t[l].i), put(j, l, t[l].j);
      r_i.v[l] = t[l].r_i, r_j.v[l] = t[l].r_j;
      real.v[l] = l == 3 ? 0 : -1;
    }
    const SpherePair<Pack> p = sphere_pair(d, r_i, r_j, i, j, real);
    for (int l = 0; l < kLanes; ++l) {
      if (l == 3) {
        CHECK(p.in.overlap[l] == -1);
        continue;
      }
      const SpherePair<Real> one = sphere_pair(t[l].d, t[l].r_i, t[l].r_j, t[l].i, t[l].j, true);
      CHECK(p.in.overlap[l] == one.in.overlap);
      CHECK(p.arm_i[l] == one.arm_i);
      CHECK(p.in.radius[l] == one.in.radius);
      CHECK(p.in.mass[l] == one.in.mass);
      CHECK(same(lane(p.in.n, l), one.in.n));
      CHECK(same(lane(p.in.v, l), one.in.v));
    }
  }
}

TEST_CASE("a sphere that rolls on a wall, or rides on a belt, does not slip") {
  const Real r = 0.5, gap = -0.01, arm = r + 0.5 * gap;
  const Vec3 down{0, 0, -1}, x{1, 2, r + gap};
  WallMotion<Real> wall{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
  // Rolling along x: w about +y.
  SphereWall<Real> c = sphere_wall(down, gap, x, r, {{3, 0, 0}, {0, 3 / arm, 0}, 2.0}, wall);
  CHECK(norm(c.in.v) < 1e-14);
  CHECK(c.in.overlap == -gap);
  CHECK(c.in.mass == 0.5);
  CHECK(off(c.point, x + arm * down) < 1e-15);
  // Carried by a belt that turns about the z axis.
  wall.belt_w = {0, 0, 2};
  c = sphere_wall(down, gap, x, r, {cross(wall.belt_w, x), {0, 0, 0}, 2.0}, wall);
  CHECK(norm(c.in.v) < 1e-14);
  // A wall that turns takes the sphere's spin with it, a belt does not.
  CHECK(same(c.in.spin, {0, 0, 0}));
  wall = {{0, 0, 0}, {0, 0, 0}, {0, 0, 2}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0}};
  c = sphere_wall(down, gap, x, r, {cross(wall.w, x), wall.w, 2.0}, wall);
  CHECK(norm(c.in.v) < 1e-14);
  CHECK(same(c.in.spin, {0, 0, 0}));
}

}  // namespace scree
