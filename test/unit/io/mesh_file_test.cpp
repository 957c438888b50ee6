#include "scree/io/mesh_file.h"

#include <doctest/doctest.h>

#include <cstring>
#include <fstream>
#include <limits>

#include "scree/base/error.h"
#include "unit/io/scratch_folder.h"

using namespace scree;

namespace {

const std::string kFacet =
    "facet normal 0 0 1\n outer loop\n  vertex 0 0 0\n  vertex 1 0 0\n  vertex 0 1.5e0 -0.25\n"
    " endloop\nendfacet\n";

/// Binary STL with the given 80-byte header text, count field and triangles actually written.
std::string binary_stl(const std::string& header, std::uint32_t count, std::size_t written,
                       float last = 1.0f) {
  std::string s = header;
  s.resize(80, ' ');
  s.append(reinterpret_cast<const char*>(&count), 4);
  for (std::size_t i = 0; i < written; ++i) {
    const float f[12] = {0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, last};
    s.append(reinterpret_cast<const char*>(f), sizeof f);
    s.append(2, '\0');
  }
  return s;
}

/// The message with which reading fails; empty if it does not.
std::string failure(const std::string& bytes, const std::string& name) {
  try {
    read_mesh_from(bytes, name);
  } catch (const CaseError& error) {
    return error.what();
  }
  return "";
}
bool has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a text STL gives its triangles, and each named solid is a part") {
  const TriangleMesh mesh =
      read_mesh_from("solid the drum\n" + kFacet + kFacet + "endsolid the drum\nSOLID lifter\r\n" +
                         kFacet + "endsolid\nsolid\n" + kFacet + "endsolid\n",
                     "m.stl");
  REQUIRE(mesh.triangles.size() == 4);
  CHECK(mesh.part_names == std::vector<std::string>{"the drum", "lifter", "default"});
  CHECK(mesh.part == std::vector<Index>{0, 0, 1, 2});
  CHECK(mesh.corner(2, 2) == Vec3{0, 1.5, -0.25});
}

TEST_CASE("solids of the same name are one part, solids without triangles none") {
  const TriangleMesh mesh = read_mesh_from(
      "solid a\n" + kFacet + "endsolid\nsolid empty\nendsolid\nsolid a\n" + kFacet + "endsolid\n",
      "m.stl");
  CHECK(mesh.part_names == std::vector<std::string>{"a"});
}

TEST_CASE("a binary STL is known by its length, even if its header begins with solid") {
  for (const char* header : {"made by hand", "solid pretending to be text"}) {
    const TriangleMesh mesh = read_mesh_from(binary_stl(header, 3, 3, 0.5f), "M.STL");
    REQUIRE(mesh.triangles.size() == 3);
    CHECK(mesh.part_names == std::vector<std::string>{"default"});
    CHECK(mesh.corner(2, 1) == Vec3{1, 0, 0});
    CHECK(mesh.corner(2, 2) == Vec3{0, 1, 0.5});
  }
}

TEST_CASE("text and binary files of the same mesh give the same mesh") {
  const TriangleMesh text = read_mesh_from(
      "solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex +1 0 0\nvertex 0 1 0.5\n"
      "endloop\nendfacet\nendsolid",
      "m.stl");
  const TriangleMesh binary = read_mesh_from(binary_stl("b", 1, 1, 0.5f), "m.stl");
  CHECK(text.vertices == binary.vertices);
  CHECK(text.triangles == binary.triangles);
  CHECK(text.part_names == binary.part_names);
}

TEST_CASE("an OBJ file gives polygons as triangles, counts back from the end, and names parts") {
  const TriangleMesh mesh = read_mesh_from(
      "# a house\nmtllib x.mtl\no walls\nv 0 0 0\nv 2 0 0\nv 2 2 0 1.0\nv 0 2 0\nv 1 3 0\n"
      "vt 0 0\nvn 0 0 1\ns off\nf 1 2/1 3/1/1 4//1\ng roof\nf -3 \\\n -1 -2  # last three\n"
      "usemtl steel\nf 1 2 3\n",
      "m.obj");
  REQUIRE(mesh.triangles.size() == 4);
  CHECK(mesh.triangles[0] == std::array<Index, 3>{0, 1, 2});
  CHECK(mesh.triangles[1] == std::array<Index, 3>{0, 2, 3});
  CHECK(mesh.triangles[2] == std::array<Index, 3>{2, 4, 3});
  CHECK(mesh.part_names == std::vector<std::string>{"walls", "roof", "steel"});
  CHECK(mesh.part == std::vector<Index>{0, 0, 1, 2});
}

TEST_CASE("a notched OBJ polygon covers its own area and not that of its hull") {
  const TriangleMesh mesh =
      read_mesh_from("v 0 0 0\nv 2 0 0\nv 2 2 0\nv 1 0.5 0\nv 0 2 0\nf 1 2 3 4 5\n", "m.obj");
  Real area = 0;
  for (Index i = 0; i < mesh.triangle_count(); ++i)
    area += 0.5 * norm(cross(mesh.corner(i, 1) - mesh.corner(i, 0),
                             mesh.corner(i, 2) - mesh.corner(i, 0)));
  CHECK(area == doctest::Approx(2.5));
}

TEST_CASE("a broken text STL is refused with its line and a remedy") {
  const std::string cut = "solid a\n" + kFacet.substr(0, 60);
  CHECK(has(failure(cut, "m.stl"), "m.stl:5: the file ends here"));
  CHECK(has(failure("solid a\n" + kFacet, "m.stl"), "'endsolid' is missing"));
  const std::string not_a_number =
      failure("solid\nfacet normal 0 0 1\nouter loop\nvertex 0 nan 0\n", "m.stl");
  CHECK(has(not_a_number, "m.stl:4: vertex has the coordinate 'nan'"));
  CHECK(has(failure("solid\nfacet normal 0 0 1\nouter loop\nvertex 0 x1 0\n", "m.stl"),
            "m.stl:4: 'x1' is not a number"));
  CHECK(has(failure("solid\nfacet normal 0 0 1\nouter loop\nvertex 0 1\n", "m.stl"),
            "m.stl:4: vertex needs three numbers"));
  CHECK(has(failure("solid\nfacet normal 0 0 1\nouter loop\nvertex 0 1 1e999\n", "m.stl"),
            "m.stl:4: '1e999' does not fit"));
  std::string four = "solid\n" + kFacet;
  four.replace(four.find(" endloop"), 8, "vertex 1 1 1\nendloop");
  CHECK(has(failure(four, "m.stl"), "m.stl:7: expected 'endloop' after three vertices"));
  CHECK(has(failure("solid a\nsolid b\n", "m.stl"), "m.stl:2: 'solid' inside a solid"));
  CHECK(has(failure("solid a\nfact\n", "m.stl"), "m.stl:2: expected 'facet' or 'endsolid'"));
  CHECK(has(failure("solid a\nendsolid a\n", "m.stl"), "no triangles"));
}

TEST_CASE("a broken binary STL is refused with its byte and a remedy") {
  std::string cut = binary_stl("b", 3, 3);
  cut.resize(cut.size() - 7);
  CHECK(has(failure(cut, "m.stl"), "byte 80: the header announces 3 triangles (234 bytes)"));
  CHECK(has(failure(cut, "m.stl"), "export it again"));
  CHECK(has(failure(binary_stl("b", 2, 3), "m.stl"), "announces 2 triangles"));
  CHECK(has(failure(binary_stl("b", 4294967295u, 1), "m.stl"),
            "announces 4294967295 triangles (214748364834 bytes)"));
  CHECK(has(failure(binary_stl("b", 1, 1, std::numeric_limits<float>::quiet_NaN()), "m.stl"),
            "byte 120: vertex 3 of triangle 1"));
  CHECK(has(failure(std::string("\x01\x02"), "m.stl"), "byte 2: the file ends within the header"));
  CHECK(has(failure(binary_stl("b", 0, 0), "m.stl"), "no triangles"));
}

TEST_CASE("a truncated binary STL whose header says solid is not taken for text") {
  std::string cut = binary_stl("solid part", 3, 3);
  cut.resize(cut.size() - 7);
  CHECK(has(failure(cut, "m.stl"), "announces 3 triangles"));
}

TEST_CASE("a broken OBJ file is refused with its line and a remedy") {
  const std::string points = "v 0 0 0\nv 1 0 0\nv 0 1 0\n";
  CHECK(has(failure(points + "f 1 2 9\n", "m.obj"),
            "m.obj:4: vertex 9 does not exist: 3 vertices stand above"));
  CHECK(has(failure(points + "f 1 2 -4\n", "m.obj"), "m.obj:4: vertex -4 does not exist"));
  CHECK(has(failure(points + "f 0 1 2\n", "m.obj"), "count vertices from 1"));
  CHECK(has(failure(points + "f 1 2\n", "m.obj"), "this one has 2"));
  CHECK(has(failure(points + "f 1 a 2\n", "m.obj"), "'a' is not a corner"));
  CHECK(has(failure(points + "f 1 99999999999999999999 2\n", "m.obj"), "m.obj:4"));
  CHECK(has(failure("v 0 0 inf\n", "m.obj"), "m.obj:1: vertex has the coordinate 'inf'"));
  CHECK(has(failure(points + "hello\n", "m.obj"), "m.obj:4: unknown statement 'hello'"));
  CHECK(has(failure(points, "m.obj"), "no triangles"));
}

TEST_CASE("empty, missing and unknown files are named with what to do") {
  CHECK(has(failure("", "m.stl"), "m.stl: the file is empty"));
  CHECK(has(failure("x", "m.ply"), "'.ply' is no mesh format Scree knows; use a .stl or .obj"));
  CHECK_THROWS_WITH_AS(read_mesh("no/such/mesh.stl"), doctest::Contains("no such mesh file"),
                       CaseError);
  const ScratchFolder folder;
  CHECK_THROWS_WITH_AS(read_mesh(folder.path().string()), doctest::Contains("folder"), CaseError);
}

TEST_CASE("a mesh file on disk is read as from memory, and repair closes what STL left loose") {
  const ScratchFolder folder;
  const std::string path = (folder / "two.stl").string();
  std::ofstream(path, std::ios::binary) << binary_stl("b", 2, 2);
  TriangleMesh mesh = read_mesh(path);
  CHECK(mesh.vertices.size() == 6);
  const MeshReport report = repair(mesh, 0);
  CHECK(report.welded_vertices == 3);
  CHECK(report.duplicates_removed == 1);
}
