#pragma once
/// An orthographic camera: which place of the scene falls on which sample of the image.
#include <array>
#include <span>

#include "scree/io/depth_image.h"
#include "scree/io/picture.h"

namespace scree {

struct Camera {
  Vec3 right, up, toward;  // unit vectors; `toward` points at the eye
  Vec3 centre;             // what falls on (u0, v0)
  Real u0 = 0, v0 = 0;     // [samples]
  Real scale = 1;          // samples per metre

  /// {u to the right, v downward, depth away from the eye} [samples].
  Vec3 project(Vec3 x) const {
    const Vec3 d = x - centre;
    return {u0 + scale * dot(d, right), v0 - scale * dot(d, up), -scale * dot(d, toward)};
  }
  SeenDisc project(Vec3 x, Real radius) const {
    const Vec3 p = project(x);
    return {static_cast<float>(p.x), static_cast<float>(p.y), static_cast<float>(p.z),
            static_cast<float>(scale * radius)};
  }
};

/// A rectangle of the image [samples].
struct Area {
  Real left, top, right, bottom;
};

/// The camera of `view` with everything to be shown inside `area`.
Camera aim_camera(const BodyFrame& bodies, std::span<const WallFrame> walls, const View& view,
                  const Area& area);

}  // namespace scree
