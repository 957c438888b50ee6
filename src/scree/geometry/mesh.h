#pragma once
/// Triangle meshes as values, and what can be mended in them without guessing.
#include <array>
#include <string>
#include <vector>

#include "scree/base/vec3.h"
#include "scree/geometry/aabb.h"

namespace scree {

struct TriangleMesh {
  std::vector<Vec3> vertices;                   // [m]
  std::vector<std::array<Index, 3>> triangles;  // vertex rows, anticlockwise seen from outside
  std::vector<Index> part;                      // per triangle: row of part_names
  std::vector<std::string> part_names;          // in order of first appearance

  Index triangle_count() const { return static_cast<Index>(triangles.size()); }
  Vec3 corner(Index triangle, int k) const {
    return vertices[static_cast<std::size_t>(
        triangles[static_cast<std::size_t>(triangle)][static_cast<std::size_t>(k)])];
  }
};

/// What repair() found. Nothing here is an error: open edges are right for a chute and wrong for
/// a solid, and only the user knows which it is.
struct MeshReport {
  Index triangles = 0;           // left after the repair
  Index vertices = 0;            // left after the repair
  Index welded_vertices = 0;     // merged into an earlier vertex
  Index degenerate_removed = 0;  // triangles without area
  Index duplicates_removed = 0;  // same three vertices, in any order
  Index open_edges = 0;          // edges of one triangle only
  Index nonmanifold_edges = 0;   // edges of three triangles or more
  Index flipped_edges = 0;       // edges whose two triangles disagree about the outside

  bool closed() const { return open_edges == 0 && nonmanifold_edges == 0; }
  /// A few readable lines, without a final newline.
  std::string text() const;
};

/// A triangle is degenerate when its height is below this fraction of its longest edge: its
/// normal is then made of rounding errors.
constexpr Real kDegenerateHeight = 1e-12;

/// Welds vertices closer than `weld_tolerance` [m] (0: identical ones), removes degenerate and
/// duplicate triangles and unused vertices, and counts what is left unusual. Of several equal
/// things the first stays, so the result depends on the input alone.
MeshReport repair(TriangleMesh& mesh, Real weld_tolerance);

/// Numbers the smooth patches of a mesh: triangles joined through edges across which the surface
/// turns by less than `angle` [rad] share a number, in the order of their first triangle. The mesh
/// must be welded.
std::vector<Index> smooth_patches(const TriangleMesh& mesh, Real angle);

Aabb bounds(const TriangleMesh& mesh);

}  // namespace scree
