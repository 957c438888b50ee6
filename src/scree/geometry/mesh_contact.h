#pragma once
/// The distinct contacts of a sphere with a triangle mesh.
#include <span>
#include <vector>

#include "scree/geometry/mesh.h"

namespace scree {

struct MeshContact {
  Vec3 point;      // on the mesh
  Vec3 toward;     // unit, from the sphere's centre to the mesh
  Real distance;   // from the centre to the point [m]; gap = distance - radius
  Index triangle;  // one of those that hold the point
};

/// Replaces `out` by the contacts of a sphere at `x` of radius `r`: the places where the distance
/// to the surface has a local minimum below r and that can be seen from x.
///
/// Every triangle proposes its own closest point. Deepest first, a proposal is dropped if its
/// point lies on a triangle looked at before (that one is nearer, so this is no minimum) or behind
/// one (the underside of a thin plate). What is left is one contact on a flat surface however it
/// is cut into triangles, one at a convex edge or vertex, two in a concave edge, three in the
/// corner of a box. "On" is meant within flat_tolerance(): coordinates from single-precision files
/// do not meet exactly. Slivers, whose normals are mostly rounding error, borrow the plane of a
/// larger triangle they lie in.
///
/// Triangles are two-sided. If x lies on the surface, `toward` is against the triangle's normal.
/// `candidates` must hold every triangle within r (see TriangleTree). Order: deepest first, then
/// by triangle.
void find_mesh_contacts(const TriangleMesh& mesh, std::span<const Index> candidates, Vec3 x, Real r,
                        std::vector<MeshContact>& out);

/// Distance [m] below which a point counts as lying on a triangle: 1e-5 of the sphere's radius
/// plus the rounding of single-precision coordinates as large as `coordinate`, at most 1 % of r.
Real flat_tolerance(Real r, Real coordinate);

}  // namespace scree
