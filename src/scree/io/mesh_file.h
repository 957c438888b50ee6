#pragma once
/// Triangle meshes from STL (text and binary) and OBJ files.
#include <string>
#include <string_view>

#include "scree/geometry/mesh.h"

namespace scree {

/// Reads a mesh; the ending of the name (.stl, .obj, any case) tells the format, and for STL the
/// content tells text from binary. Vertices are as in the file: weld them with repair().
///
/// Parts: each named solid of a text STL; in OBJ the latest of `o`, `g` and `usemtl`. What has no
/// name belongs to the part "default".
///
/// Throws CaseError naming the file, the line (text) or byte (binary), and what to do.
TriangleMesh read_mesh(const std::string& path);

/// The same from memory; `name` is used for the format and in messages.
TriangleMesh read_mesh_from(std::string_view bytes, const std::string& name);

}  // namespace scree
