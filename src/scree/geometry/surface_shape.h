#pragma once
/// What pictures, frames and the run need to know of a smooth wall besides its distance.
#include "scree/geometry/aabb.h"
#include "scree/geometry/mesh.h"
#include "scree/geometry/surface.h"

namespace scree {

/// Smallest axis-aligned box around the surface; infinite where the surface is.
Aabb bounds(const Surface& surface);

/// Triangles that look like the surface, wound so that normals point to the grains. Unbounded
/// surfaces are cut off at `extent`, which must be finite.
TriangleMesh triangulate(const Surface& surface, const Aabb& extent);

/// The same surface, moved by d.
Surface shifted(const Surface& surface, Vec3 d);

/// True if turning the surface about the line through `point` along `axis` (unit) by any angle
/// leaves it unchanged, so that a rotating wall need not move: a drum about its axis.
bool symmetric_about(const Surface& surface, Vec3 point, Vec3 axis);

}  // namespace scree
