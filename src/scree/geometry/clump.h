#pragma once
/// Mass properties of a rigid union of spheres (discs when planar), which may overlap: what lies
/// in several spheres counts once.
#include <span>

#include "scree/base/vec3.h"

namespace scree {

struct ClumpSphere {
  Vec3 centre;
  Real radius;
};

/// For density one: multiply volume and moments by the density [kg/m^3; planar kg/m^2 per unit
/// thickness].
struct MassProperties {
  Real volume;     // [m^3]; planar: area [m^2]
  Vec3 centre;     // of mass
  Mat3 inertia;    // about the centre of mass, in the axes of the input [m^5; planar m^4]
  Vec3 principal;  // its eigenvalues
  Quat frame;      // turns principal axes into the axes of the input; identity if they agree
};

/// From the moments of a solid: volume, integral of x, integral of x x^T (about the origin).
MassProperties mass_properties(Real volume, Vec3 first, const Mat3& second);

/// Union of spheres. Spheres that touch no other are added in closed form; each connected group is
/// cut into slices across its longest extent, where area and moments of the union of discs are
/// exact, and the slices are integrated by Gauss' rule between the heights at which spheres and
/// their intersections begin and end. Exact to round-off for spheres on one line, else to about
/// 1e-9.
MassProperties clump_mass_properties(std::span<const ClumpSphere> spheres);

/// Union of discs in the xy plane (z is ignored), exact. The frame is a turn about z.
MassProperties planar_clump_mass_properties(std::span<const ClumpSphere> discs);

}  // namespace scree
