#pragma once
/// Where a box touches, or nearly touches, another box, a smooth wall or a triangle mesh.
#include <cstdint>
#include <vector>

#include "scree/geometry/mesh.h"
#include "scree/geometry/surface.h"
#include "scree/geometry/triangle_tree.h"

namespace scree {

struct PlacedBox {
  Vec3 x;     // centre [m]
  Quat q;     // frame of the box to world
  Vec3 half;  // half edges [m]
};

/// One point where two bodies touch or nearly do.
struct TouchPoint {
  Vec3 point;            // midway between the two surfaces [m]
  Vec3 normal;           // unit, from the first body into the second
  Real gap;              // signed; negative: overlap [m]
  std::int64_t feature;  // which features meet; a step later the same ones have the same number
};

/// Everything that lies within this fraction of the smallest half edge of a tie is a tie: a face
/// wins over an edge, a corner that close beyond the rim of a face counts as on it. Without it a
/// resting box would change its contact points with every rounding error.
constexpr Real kBoxSlack = 1e-3;

/// Replaces `out` by the points where the boxes are closer than `reach`, ordered by feature: at
/// most eight. Face against face gives the corners of the common area, everything else one point
/// (or the lowest corners of a face within reach, where that face is inclined).
///
/// The smallest gap is the signed distance of the boxes: their distance, or minus the shortest way
/// that separates them. Never larger; smaller by at most kBoxSlack of the smallest half edge, and
/// only where boxes apart from each other have their nearest points on an edge or a corner of
/// both. Swapping the boxes reverses the normals and keeps the rest, except between equal boxes
/// whose faces tie: there the face of the first one sets the normal.
void find_box_box(const PlacedBox& a, const PlacedBox& b, Real reach, std::vector<TouchPoint>& out);

/// Can a box touch this surface with its corners only? True of planes, of the inside of cylinders
/// and cones, and of one-sided discs. The rim of a disc or of an open end is neglected: a corner
/// feels it, an edge or a face of the box does not.
bool touched_by_corners(const Surface& surface);

/// Replaces `out` by the corners of the box closer than `reach` to a surface whose frame lies at
/// `x`, `q`. The surface must be touched_by_corners().
void find_box_surface(const PlacedBox& a, const Surface& surface, Vec3 x, Quat q, Real reach,
                      std::vector<TouchPoint>& out);

/// A mesh with its tree, placed in the world. Triangles are two-sided.
struct PlacedMesh {
  const TriangleMesh& mesh;
  const TriangleTree& tree;
  Vec3 x;
  Quat q;
};

/// Replaces `out` by the points where the box is closer than `reach` to the mesh, ordered by
/// feature.
///
/// Every triangle is separated from the box along the best of thirteen directions, as find_box_box
/// does; its points then have to be points of the whole surface. A normal that is not the
/// triangle's own is refused where the surface goes on flat, or rises towards the box, beyond the
/// edge or vertex that proposes it; corners of the common area that lie inside a flat part of the
/// mesh are no corners. So a flat mesh, however cut, gives the contacts of a plane. What the centre
/// of the box sees only through another triangle (the underside of a plate) is no contact, nor is
/// a common area much narrower than the slack.
///
/// A box whose centre has passed through a triangle is pushed out on the other side.
void find_box_mesh(const PlacedBox& a, const PlacedMesh& b, Real reach,
                   std::vector<TouchPoint>& out);

}  // namespace scree
