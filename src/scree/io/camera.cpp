#include "scree/io/camera.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace scree {
namespace {

constexpr Real kHuge = std::numeric_limits<Real>::max();

struct Bounds {
  Vec3 lo{kHuge, kHuge, kHuge}, hi{-kHuge, -kHuge, -kHuge};

  void add(Vec3 p, Real r = 0) {
    for (int k = 0; k < 3; ++k) {
      at(lo, k) = std::min(at(lo, k), at(p, k) - r);
      at(hi, k) = std::max(at(hi, k), at(p, k) + r);
    }
  }
  bool empty() const { return !(lo.x <= hi.x); }
};

/// Axes as the view asks for; upright even when it looks along `up`.
void set_axes(Camera& camera, const View& view, bool planar) {
  Vec3 direction = view.direction, up = view.up;
  if (planar && norm2(direction) == 0) {
    direction = {0, 0, -1}, up = {0, 1, 0};
  } else if (norm2(direction) == 0) {
    // From the front (-y when z is up), turned and lifted a little, so that depth shows.
    const Vec3 z = normalized(up);
    const Vec3 helper = std::abs(z.x) < 0.9 ? Vec3{1, 0, 0} : Vec3{0, 1, 0};
    const Vec3 x = normalized(helper - dot(helper, z) * z), y = cross(z, x);
    direction = -0.42 * x + 0.86 * y - 0.36 * z;
  }
  camera.toward = -normalized(direction);
  Vec3 right = cross(up, camera.toward);
  if (norm2(right) < 1e-12 * norm2(up)) right = cross(Vec3{0, 1, 0}, camera.toward);
  if (norm2(right) < 1e-12) right = cross(Vec3{1, 0, 0}, camera.toward);
  camera.right = normalized(right);
  camera.up = cross(camera.toward, camera.right);
}

/// Bounds of what is to be shown, in the camera's own axes.
Bounds seen(const BodyFrame& bodies, std::span<const WallFrame> walls, const View& view,
            const Camera& c) {
  Bounds b;
  const auto add = [&](Bounds& to, Vec3 p, Real r) {
    to.add({dot(p, c.right), dot(p, c.up), dot(p, c.toward)}, r);
  };
  if (view.fit) {
    for (int corner = 0; corner < 8; ++corner)
      add(b,
          {(*view.fit)[corner & 1].x, (*view.fit)[corner >> 1 & 1].y, (*view.fit)[corner >> 2].z},
          0);
    return b;
  }
  for (std::size_t i = 0; i < bodies.x.size(); ++i)
    if (std::isfinite(norm2(bodies.x[i]))) add(b, bodies.x[i], bodies.radius[i]);
  Bounds w;
  for (const WallFrame& wall : walls)
    for (const Vec3 p : wall.vertices) add(w, p, 0);
  if (b.empty() || w.empty()) return b.empty() ? w : b;
  // Walls matter, but a wide floor must not shrink the grains to dust.
  const Real largest = std::max(b.hi.x - b.lo.x, b.hi.y - b.lo.y);
  const Vec3 reach{0.3 * largest, 0.75 * largest, 0};
  for (int k = 0; k < 2; ++k) {
    at(b.lo, k) = std::min(at(b.lo, k), std::max(at(w.lo, k), at(b.lo, k) - at(reach, k)));
    at(b.hi, k) = std::max(at(b.hi, k), std::min(at(w.hi, k), at(b.hi, k) + at(reach, k)));
  }
  return b;
}

}  // namespace

Camera aim_camera(const BodyFrame& bodies, std::span<const WallFrame> walls, const View& view,
                  const Area& area) {
  Camera c;
  set_axes(c, view, bodies.planar);
  Bounds b = seen(bodies, walls, view, c);
  if (b.empty()) b.add({0, 0, 0}, 1);
  const Vec3 size = b.hi - b.lo, middle = 0.5 * (b.lo + b.hi);
  c.centre = middle.x * c.right + middle.y * c.up + middle.z * c.toward;
  c.u0 = 0.5 * (area.left + area.right);
  c.v0 = 0.5 * (area.top + area.bottom);
  const Real least = 1e-9 * (std::abs(middle.x) + std::abs(middle.y)) + 1e-30;
  c.scale = std::min((area.right - area.left) / std::max(size.x, least),
                     (area.bottom - area.top) / std::max(size.y, least));
  return c;
}

}  // namespace scree
