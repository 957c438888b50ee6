#include "scree/io/vtp.h"

#include <fmt/format.h>
#include <zlib.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <string>

#include "scree/base/parallel.h"
#include "scree/io/atomic_file.h"
#include "scree/io/xml.h"

namespace scree {
namespace {

static_assert(std::endian::native == std::endian::little, "the files are little endian");

/// Bytes per compressed block: small enough that threads share the work of one array.
constexpr std::size_t kBlock = 1 << 18;

std::string compress_block(std::string_view raw) {
  uLongf size = compressBound(raw.size());
  std::string out(size, '\0');
  const int status = compress2(reinterpret_cast<Bytef*>(out.data()), &size,
                               reinterpret_cast<const Bytef*>(raw.data()), raw.size(), 1);
  SCREE_EXPECT(status == Z_OK);
  out.resize(size);
  return out;
}

/// Header [blocks, block size, size of the last block if partial, compressed sizes...] as UInt64,
/// then the blocks.
std::string compress_array(std::string_view raw) {
  const Index blocks = static_cast<Index>((raw.size() + kBlock - 1) / kBlock);
  std::vector<std::string> packed(static_cast<std::size_t>(blocks));
  for_chunks(
      blocks,
      [&](Index c, Index, Index) {
        packed[static_cast<std::size_t>(c)] =
            compress_block(raw.substr(static_cast<std::size_t>(c) * kBlock, kBlock));
      },
      1);
  std::vector<std::uint64_t> header{static_cast<std::uint64_t>(blocks), kBlock,
                                    raw.size() % kBlock};
  for (const std::string& p : packed) header.push_back(p.size());
  std::string out(reinterpret_cast<const char*>(header.data()), header.size() * sizeof(header[0]));
  for (const std::string& p : packed) out += p;
  return out;
}

template <class T>
constexpr const char* type_name() {
  if constexpr (std::is_same_v<T, double>) return "Float64";
  if constexpr (std::is_same_v<T, float>) return "Float32";
  return "Int64";
}

/// Float32 that keeps finite values finite: a huge force must not turn into infinity on paper.
float narrow(Real value) {
  constexpr Real kMost = std::numeric_limits<float>::max();
  if (std::isfinite(value)) value = std::fmin(std::fmax(value, -kMost), kMost);
  return static_cast<float>(value);
}

/// Collects the XML text and, apart from it, the appended bytes it refers to.
class PolyData {
 public:
  PolyData(std::size_t points, std::size_t verts, std::size_t polys, Real time) {
    xml_ =
        "<?xml version=\"1.0\"?>\n"
        "<VTKFile type=\"PolyData\" version=\"1.0\" byte_order=\"LittleEndian\""
        " header_type=\"UInt64\" compressor=\"vtkZLibDataCompressor\">\n<PolyData>\n<FieldData>\n";
    field("TimeValue", std::vector<double>{time});
    piece_ = fmt::format(
        "<Piece NumberOfPoints=\"{}\" NumberOfVerts=\"{}\" NumberOfLines=\"0\" "
        "NumberOfStrips=\"0\" NumberOfPolys=\"{}\">\n",
        points, verts, polys);
  }

  void field(std::string_view name, const std::vector<double>& values) {
    array(name, 1, values, fmt::format(" NumberOfTuples=\"{}\"", values.size()));
  }
  /// Strings travel as character codes, each string closed by a zero.
  void field(std::string_view name, const std::vector<std::string>& values) {
    xml_ +=
        fmt::format("<Array type=\"String\" Name=\"{}\" NumberOfTuples=\"{}\" format=\"ascii\">",
                    name, values.size());
    for (const std::string& s : values) {
      for (const char c : s) xml_ += fmt::format("{} ", static_cast<unsigned char>(c));
      xml_ += "0 ";
    }
    xml_ += "</Array>\n";
  }
  void begin_piece() { xml_ += "</FieldData>\n" + piece_; }
  void open(std::string_view tag) { xml_ += fmt::format("<{}>\n", tag); }
  void close(std::string_view tag) { xml_ += fmt::format("</{}>\n", tag); }

  template <class T>
  void array(std::string_view name, int components, const std::vector<T>& values,
             std::string_view extra = "") {
    xml_ += fmt::format(
        "<DataArray type=\"{}\" Name=\"{}\" NumberOfComponents=\"{}\"{} format=\"appended\" "
        "offset=\"{}\"/>\n",
        type_name<T>(), xml_escape(name), components, extra, appended_.size());
    appended_ +=
        compress_array({reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)});
  }

  void column(const Column& c, std::size_t points) {
    SCREE_EXPECT(c.components > 0 &&
                 c.data.size() == points * static_cast<std::size_t>(c.components));
    if (c.integer) {
      array(c.name, c.components, std::vector<std::int64_t>(c.data.begin(), c.data.end()));
    } else {
      std::vector<float> values(c.data.size());
      for (std::size_t i = 0; i < values.size(); ++i) values[i] = narrow(c.data[i]);
      array(c.name, c.components, values);
    }
  }

  void points(const std::vector<Vec3>& x) {
    std::vector<double> flat;
    flat.reserve(3 * x.size());
    for (const Vec3& p : x) flat.insert(flat.end(), {p.x, p.y, p.z});
    open("Points");
    array("Points", 3, flat);
    close("Points");
  }

  /// Cells of `corners` points each: their point numbers, and where each cell ends.
  void cells(std::string_view tag, std::int64_t corners,
             const std::vector<std::int64_t>& connectivity) {
    std::vector<std::int64_t> ends(connectivity.size() / static_cast<std::size_t>(corners));
    for (std::size_t i = 0; i < ends.size(); ++i)
      ends[i] = static_cast<std::int64_t>(i + 1) * corners;
    open(tag);
    array("connectivity", 1, connectivity);
    array("offsets", 1, ends);
    close(tag);
  }

  void write(const std::filesystem::path& path) {
    xml_ += "</Piece>\n</PolyData>\n<AppendedData encoding=\"raw\">\n_";
    xml_ += appended_;
    xml_ += "\n</AppendedData>\n</VTKFile>\n";
    write_file(path, xml_);
  }

 private:
  std::string xml_, piece_, appended_;
};

std::vector<std::int64_t> count_up(std::size_t n) {
  std::vector<std::int64_t> values(n);
  for (std::size_t i = 0; i < n; ++i) values[i] = static_cast<std::int64_t>(i);
  return values;
}

}  // namespace

void write_bodies_vtp(const std::filesystem::path& path, const BodyFrame& frame) {
  const std::size_t n = frame.x.size();
  SCREE_EXPECT(frame.radius.size() == n);
  PolyData file(n, n, 0, frame.time);
  if (!(frame.lo == frame.hi))
    file.field("domain", std::vector<double>{frame.lo.x, frame.hi.x, frame.lo.y, frame.hi.y,
                                             frame.lo.z, frame.hi.z});
  file.begin_piece();
  file.open("PointData");
  file.array("radius", 1, frame.radius);
  for (const Column& c : frame.columns) file.column(c, n);
  file.close("PointData");
  file.points(frame.x);
  file.cells("Verts", 1, count_up(n));
  file.write(path);
}

void write_walls_vtp(const std::filesystem::path& path, Real time,
                     std::span<const WallFrame> walls) {
  std::vector<Vec3> x;
  std::vector<std::int64_t> corners, wall_of;
  std::vector<std::string> names;
  for (const WallFrame& wall : walls) {
    const auto first = static_cast<std::int64_t>(x.size());
    for (const auto& t : wall.triangles) {
      for (const Index corner : t) corners.push_back(first + corner);
      wall_of.push_back(static_cast<std::int64_t>(names.size()));
    }
    x.insert(x.end(), wall.vertices.begin(), wall.vertices.end());
    names.push_back(wall.name);
  }
  PolyData file(x.size(), 0, wall_of.size(), time);
  file.field("wall_names", names);
  file.begin_piece();
  file.open("CellData");
  file.array("wall", 1, wall_of);
  file.close("CellData");
  file.points(x);
  file.cells("Polys", 3, corners);
  file.write(path);
}

void write_contacts_vtp(const std::filesystem::path& path, Real time, const ContactFrame& frame) {
  const std::size_t n = frame.point.size();
  PolyData file(n, n, 0, time);
  file.begin_piece();
  file.open("PointData");
  for (const Column& c : frame.columns) file.column(c, n);
  file.close("PointData");
  file.points(frame.point);
  file.cells("Verts", 1, count_up(n));
  file.write(path);
}

}  // namespace scree
