#pragma once
/// How far the motion of a body's neighbourhood is from an affine one: Falk & Langer 1998, Phys.
/// Rev. E 57, 7192, see docs/theory/nonaffine.md.
#include <span>
#include <vector>

#include "scree/state/scene.h"

namespace scree {

/// What happened around one body between two instants.
struct LocalMotion {
  Index neighbours = 0;
  bool measured = false;  // else too few neighbours, or all on a line (3D: in a plane), and all
                          // values below are zero
  Real d2min = 0;         // sum over neighbours of |d' - A d|^2 with the best A [m^2]
  Real shear = 0;         // sqrt(s:s / 2), s the deviator of (A^T A - 1) / 2: gamma/2 in simple
                          // shear by gamma, zero in a rotation
  Real volume = 0;        // det A - 1: relative change of volume, of area when planar

  Real d2min_per_neighbour() const { return neighbours > 0 ? d2min / neighbours : 0; }
};

/// Around every body: `before` and `now` are unwrapped positions of the same bodies [m].
/// Neighbours are those, and their periodic copies, within `radius` before. Same bits for any
/// number of threads.
std::vector<LocalMotion> local_motion(const Scene& scene, Real radius, std::span<const Vec3> before,
                                      std::span<const Vec3> now);

}  // namespace scree
