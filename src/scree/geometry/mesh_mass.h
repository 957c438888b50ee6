#pragma once
/// Mass properties of the solid that a closed mesh encloses.
#include "scree/geometry/clump.h"
#include "scree/geometry/mesh.h"

namespace scree {

/// For density one, exact: every triangle and the origin make a tetrahedron (a, b, c, 0) of volume
/// V = a . (b x c)/6, first moment V (a + b + c)/4 and second moment V/20 (a a + b b + c c + s s),
/// s = a + b + c. A negative volume means that the mesh is inside out.
MassProperties mesh_mass_properties(const TriangleMesh& mesh);

}  // namespace scree
