// Whatever the bytes, the mesh reader returns a consistent mesh or throws a CaseError.
// The first byte chooses the format.
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "scree/base/error.h"
#include "scree/io/mesh_file.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  try {
    scree::TriangleMesh mesh = scree::read_mesh_from(bytes, data[0] == 'o' ? "m.obj" : "m.stl");
    for (const auto& t : mesh.triangles)
      for (const scree::Index v : t)
        if (v < 0 || static_cast<std::size_t>(v) >= mesh.vertices.size()) std::abort();
    for (const auto& p : mesh.vertices)
      if (!std::isfinite(p.x) || !std::isfinite(p.y) || !std::isfinite(p.z)) std::abort();
    if (mesh.part.size() != mesh.triangles.size() || mesh.triangles.empty()) std::abort();
    scree::repair(mesh, 1e-9);
  } catch (const scree::CaseError&) {
  }
  return 0;
}
