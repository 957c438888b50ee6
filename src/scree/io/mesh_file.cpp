#include "scree/io/mesh_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <unordered_map>

#include "scree/base/error.h"
#include "scree/base/memory.h"
#include "scree/geometry/polygon.h"

namespace scree {
namespace {

const char* const kDefaultPart = "default";

std::string lower(std::string_view s) {
  std::string r(s);
  for (char& c : r) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return r;
}

/// A word from the file fit for a message: short, and without control characters.
std::string shown(std::string_view word) {
  std::string r;
  for (const char c : word.substr(0, 30)) r += c >= 32 && c < 127 ? c : '?';
  return word.size() > 30 ? r + "..." : r;
}

/// One line of text at a time, cut into words.
class Lines {
 public:
  Lines(std::string_view text, const std::string& name) : rest_(text), name_(name) {}

  /// Moves to the next line that holds a word; false at the end of the file.
  bool next() {
    while (take_line()) {
      word_ = lower(word());
      if (!word_.empty()) return true;
    }
    return false;
  }
  /// First word of the line, in lower case.
  const std::string& keyword() const { return word_; }
  /// Next word of the line; empty when there is none. A line that ends in a lone backslash goes
  /// on with the next one.
  std::string_view word() {
    for (;;) {
      skip_space();
      std::size_t n = 0;
      while (n < line_.size() && !is_space(line_[n])) ++n;
      const std::string_view w = line_.substr(0, n);
      line_.remove_prefix(n);
      if (w != "\\" || !take_line()) return w;
    }
  }
  std::string_view rest_of_line() {
    skip_space();
    std::string_view r = line_;
    while (!r.empty() && is_space(r.back())) r.remove_suffix(1);
    return r;
  }
  Real number(const char* what) {
    std::string_view w = word();
    if (w.empty()) fail(fmt::format("{} needs three numbers; the line has fewer", what));
    const std::string_view digits = w.front() == '+' ? w.substr(1) : w;
    Real value = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    if (error == std::errc::result_out_of_range && end == digits.data() + digits.size())
      fail(fmt::format("'{}' does not fit a number; check the units of the export", shown(w)));
    if (error != std::errc{} || end != digits.data() + digits.size())
      fail(fmt::format("'{}' is not a number", shown(w)));
    if (!std::isfinite(value))
      fail(
          fmt::format("{} has the coordinate '{}'; every coordinate must be finite: mend the mesh "
                      "in the program it came from",
                      what, shown(w)));
    return value;
  }
  Vec3 point(const char* what) {
    const Real x = number(what), y = number(what), z = number(what);
    return {x, y, z};
  }
  [[noreturn]] void fail(const std::string& message) const {
    throw CaseError(name_, number_, message);
  }
  [[noreturn]] void fail_at_end(const std::string& message) const {
    throw CaseError(name_, std::max(number_, 1L), "the file ends here: " + message);
  }

 private:
  static bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v';
  }
  void skip_space() {
    while (!line_.empty() && is_space(line_.front())) line_.remove_prefix(1);
  }
  bool take_line() {
    if (rest_.empty()) return false;
    const std::size_t end = std::min(rest_.find('\n'), rest_.size());
    line_ = rest_.substr(0, end);
    rest_.remove_prefix(std::min(end + 1, rest_.size()));
    ++number_;
    return true;
  }

  std::string_view rest_, line_;
  std::string word_;
  std::string name_;
  long number_ = 0;
};

/// The mesh being read; a part appears in it with its first triangle.
struct Builder {
  TriangleMesh mesh;
  std::string part = kDefaultPart;
  std::unordered_map<std::string, Index> rows;

  Index vertex(Vec3 p) {
    mesh.vertices.push_back(p);
    return static_cast<Index>(mesh.vertices.size()) - 1;
  }
  void triangle(Index a, Index b, Index c) {
    const auto [found, fresh] = rows.try_emplace(part, static_cast<Index>(mesh.part_names.size()));
    if (fresh) mesh.part_names.push_back(part);
    mesh.triangles.push_back({a, b, c});
    mesh.part.push_back(found->second);
  }
  void use_part(std::string_view name) { part = name.empty() ? kDefaultPart : std::string(name); }
};

// --- STL, text -------------------------------------------------------------------------------

/// Reads "outer loop", three vertices, "endloop", "endfacet" after a "facet" line.
void read_facet(Lines& lines, Builder& build) {
  const auto expect = [&](const char* keyword, const char* context) {
    if (!lines.next())
      lines.fail_at_end(
          fmt::format("'{}' is missing; the file is cut off, export it again", keyword));
    if (lines.keyword() != keyword)
      lines.fail(fmt::format("expected '{}' {}, found '{}'; a facet has exactly three vertices",
                             keyword, context, shown(lines.keyword())));
  };
  expect("outer", "after 'facet'");
  Index v[3];
  for (Index& i : v) {
    expect("vertex", "in the loop");
    i = build.vertex(lines.point("vertex"));
  }
  expect("endloop", "after three vertices");
  expect("endfacet", "after 'endloop'");
  build.triangle(v[0], v[1], v[2]);
}

TriangleMesh read_stl_text(std::string_view bytes, const std::string& name) {
  Lines lines(bytes, name);
  Builder build;
  bool in_solid = false;
  while (lines.next()) {
    const std::string& key = lines.keyword();
    if (key == "solid") {
      if (in_solid) lines.fail("'solid' inside a solid; the one before lacks its 'endsolid'");
      in_solid = true;
      build.use_part(lines.rest_of_line());
    } else if (key == "endsolid") {
      if (!in_solid) lines.fail("'endsolid' without 'solid'; remove it");
      in_solid = false;
    } else if (key == "facet") {
      if (!in_solid) lines.fail("'facet' outside a solid; begin the file with 'solid <name>'");
      read_facet(lines, build);
    } else {
      lines.fail(fmt::format("expected 'facet' or 'endsolid', found '{}'; is this a text STL file?",
                             shown(key)));
    }
  }
  if (in_solid) lines.fail_at_end("'endsolid' is missing; the file is cut off, export it again");
  return std::move(build.mesh);
}

// --- STL, binary -----------------------------------------------------------------------------

constexpr std::size_t kStlHeader = 80;  // bytes of free text, then the count
constexpr std::size_t kStlFirst = 84;   // byte of the first triangle
constexpr std::size_t kStlFacet = 50;   // 12 floats and 2 bytes, little endian

std::uint32_t little_endian(std::string_view bytes, std::size_t at) {
  std::uint32_t v = 0;
  for (std::size_t k = 0; k < 4; ++k)
    v |= static_cast<std::uint32_t>(static_cast<unsigned char>(bytes[at + k])) << (8 * k);
  return v;
}
Real float_at(std::string_view bytes, std::size_t at) {
  const std::uint32_t v = little_endian(bytes, at);
  float f;
  std::memcpy(&f, &v, sizeof f);
  return f;
}

/// Does the length of the file agree with the count in a binary header?
bool has_binary_length(std::string_view bytes) {
  return bytes.size() >= kStlFirst &&
         bytes.size() == kStlFirst + kStlFacet * std::size_t{little_endian(bytes, kStlHeader)};
}

/// Some programs begin binary files with "solid" too: text is what holds no zero byte and goes on
/// like text.
bool is_stl_text(std::string_view bytes) {
  if (has_binary_length(bytes)) return false;
  const std::size_t start = bytes.find_first_not_of(" \t\r\n");
  if (start == std::string_view::npos || lower(bytes.substr(start, 5)) != "solid") return false;
  return bytes.substr(0, 1024).find('\0') == std::string_view::npos;
}

void check_binary_length(std::string_view bytes, const std::string& name) {
  if (bytes.size() < kStlFirst)
    throw CaseError(
        name, 0,
        fmt::format("byte {}: the file ends within the header of a binary STL ({} bytes) "
                    "and does not begin with 'solid' as a text STL; export it again",
                    bytes.size(), kStlFirst));
  const std::size_t count = little_endian(bytes, kStlHeader);
  if (has_binary_length(bytes)) return;
  const std::size_t need = kStlFirst + kStlFacet * count;
  const std::size_t whole = (bytes.size() - kStlFirst) / kStlFacet;
  const std::string remedy =
      bytes.size() < need ? "the file is cut off or its count is wrong; export it again"
                          : "the count is wrong or something follows the mesh; export it again";
  throw CaseError(name, 0,
                  fmt::format("byte {}: the header announces {} triangles ({} bytes), but the file "
                              "has {} bytes, room for {}: {}",
                              kStlHeader, count, need, bytes.size(), whole, remedy));
}

TriangleMesh read_stl_binary(std::string_view bytes, const std::string& name) {
  check_binary_length(bytes, name);
  const std::size_t count = little_endian(bytes, kStlHeader);
  if (count > static_cast<std::size_t>(std::numeric_limits<Index>::max()) / 3)
    throw CaseError(name, 0,
                    fmt::format("byte {}: {} triangles are more than a mesh may have; simplify it",
                                kStlHeader, count));
  Builder build;
  build.mesh.vertices.reserve(3 * count);
  build.mesh.triangles.reserve(count);
  build.mesh.part.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    Index v[3];
    for (std::size_t k = 0; k < 3; ++k) {
      const std::size_t at = kStlFirst + kStlFacet * i + 12 + 12 * k;  // 12: after the normal
      const Vec3 p{float_at(bytes, at), float_at(bytes, at + 4), float_at(bytes, at + 8)};
      if (!std::isfinite(p.x) || !std::isfinite(p.y) || !std::isfinite(p.z))
        throw CaseError(
            name, 0,
            fmt::format("byte {}: vertex {} of triangle {} has a coordinate that is not "
                        "finite; mend the mesh in the program it came from",
                        at, k + 1, i + 1));
      v[k] = build.vertex(p);
    }
    build.triangle(v[0], v[1], v[2]);
  }
  return std::move(build.mesh);
}

// --- OBJ -------------------------------------------------------------------------------------

/// Vertex row of a face corner "7", "7/1", "7//2", "7/1/2" or "-1" (counted back from the last).
Index corner_row(const Lines& lines, std::string_view corner, std::size_t vertices) {
  const std::string_view digits = corner.substr(0, corner.find('/'));
  long long i = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), i);
  if (error != std::errc{} || end != digits.data() + digits.size())
    lines.fail(fmt::format("'{}' is not a corner of a face; write a vertex number, as 7 or 7/1/2",
                           shown(corner)));
  const auto count = static_cast<long long>(vertices);
  if (i == 0) lines.fail("vertex 0 does not exist; OBJ files count vertices from 1");
  if (i > count || i < -count)
    lines.fail(
        fmt::format("vertex {} does not exist: {} vertices stand above this line", i, count));
  return static_cast<Index>(i > 0 ? i - 1 : count + i);
}

void read_face(Lines& lines, Builder& build) {
  std::vector<Index> rows;
  std::vector<Vec3> corners;
  for (std::string_view w = lines.word(); !w.empty(); w = lines.word()) {
    if (w.front() == '#') break;
    rows.push_back(corner_row(lines, w, build.mesh.vertices.size()));
    corners.push_back(build.mesh.vertices[static_cast<std::size_t>(rows.back())]);
  }
  if (rows.size() < 3)
    lines.fail(fmt::format("a face needs at least three corners, this one has {}", rows.size()));
  const auto triangles = triangulate_polygon(corners);
  if (triangles.empty())
    lines.fail(fmt::format("a face with {} corners that is not convex; export with triangles only",
                           rows.size()));
  for (const auto& t : triangles)
    build.triangle(rows[static_cast<std::size_t>(t[0])], rows[static_cast<std::size_t>(t[1])],
                   rows[static_cast<std::size_t>(t[2])]);
}

bool is_ignored_in_obj(const std::string& key) {
  static const char* const kIgnored[] = {
      "vt",  "vn",    "vp",     "s",      "mtllib",   "l",        "p",          "mg",
      "lod", "bevel", "maplib", "usemap", "c_interp", "d_interp", "shadow_obj", "trace_obj"};
  return key.front() == '#' ||
         std::any_of(std::begin(kIgnored), std::end(kIgnored), [&](auto k) { return key == k; });
}

TriangleMesh read_obj(std::string_view bytes, const std::string& name) {
  Lines lines(bytes, name);
  Builder build;
  while (lines.next()) {
    const std::string& key = lines.keyword();
    if (key == "v") {
      build.vertex(lines.point("vertex"));
    } else if (key == "f") {
      read_face(lines, build);
    } else if (key == "g" || key == "o" || key == "usemtl") {
      build.use_part(lines.rest_of_line());
    } else if (!is_ignored_in_obj(key)) {
      lines.fail(
          fmt::format("unknown statement '{}'; is this an OBJ file of polygons?", shown(key)));
    }
  }
  return std::move(build.mesh);
}

TriangleMesh read_by_ending(std::string_view bytes, const std::string& name) {
  const std::string ending = lower(std::filesystem::path(name).extension().string());
  if (ending == ".obj") return read_obj(bytes, name);
  if (ending != ".stl")
    throw CaseError(name, 0,
                    fmt::format("'{}' is no mesh format Scree knows; use a .stl or .obj file",
                                ending.empty() ? "(no ending)" : ending));
  return is_stl_text(bytes) ? read_stl_text(bytes, name) : read_stl_binary(bytes, name);
}

}  // namespace

TriangleMesh read_mesh_from(std::string_view bytes, const std::string& name) {
  if (bytes.empty()) throw CaseError(name, 0, "the file is empty; export the mesh again");
  TriangleMesh mesh = read_by_ending(bytes, name);
  if (mesh.triangles.empty())
    throw CaseError(name, 0, "the mesh has no triangles; export a surface, not points or lines");
  return mesh;
}

TriangleMesh read_mesh(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status))
    throw CaseError(path, 0, "there is no such mesh file; paths are relative to the case file");
  if (!fs::is_regular_file(status))
    throw CaseError(path, 0, "this is a folder or device; name a mesh file");
  constexpr double kPart = 0.25;  // of the memory: the mesh itself takes some times as much
  const auto size = static_cast<double>(fs::file_size(path, error));
  if (size > kPart * usable_memory())
    throw CaseError(path, 0,
                    fmt::format("has {:.3g} GB, too much for the memory of this machine ({:.3g} "
                                "GB); simplify the mesh",
                                size * 1e-9, usable_memory() * 1e-9));
  std::ifstream file(path, std::ios::binary);
  std::string bytes(static_cast<std::size_t>(fs::file_size(path, error)), '\0');
  if (!file.read(bytes.data(), static_cast<std::streamsize>(bytes.size())))
    throw CaseError(path, 0, "the mesh file cannot be read; check its permissions");
  return read_mesh_from(bytes, path);
}

}  // namespace scree
