#include "scree/io/vtp.h"

#include <doctest/doctest.h>
#include <zlib.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <map>

#include "scree/base/random.h"
#include "unit/io/scratch_folder.h"

using namespace scree;

namespace {

/// An independent reader of appended, compressed VTK XML: knows the format, not the writer.
class VtpReader {
 public:
  explicit VtpReader(const std::filesystem::path& path) : text_(file_bytes(path)) {
    const std::size_t tag = text_.find("<AppendedData encoding=\"raw\">");
    REQUIRE(tag != std::string::npos);
    data_ = text_.find('_', tag) + 1;
  }

  std::string attribute(const std::string& element, const std::string& key) const {
    const std::size_t at = text_.find(element);
    REQUIRE(at != std::string::npos);
    const std::size_t from = text_.find(key + "=\"", at) + key.size() + 2;
    return text_.substr(from, text_.find('"', from) - from);
  }

  /// The values of the array called `name` as T; checks that the file says the same type.
  template <class T>
  std::vector<T> array(const std::string& name, const std::string& type, int components) const {
    const std::string key = "Name=\"" + name + "\"";
    const std::size_t named = text_.find(key);
    REQUIRE_MESSAGE(named < data_, name);
    const std::size_t begin = text_.rfind('<', named);
    const std::string element = text_.substr(begin, text_.find('>', named) - begin);
    CHECK(contains(element, "<DataArray type=\"" + type + "\""));
    CHECK(contains(element, "NumberOfComponents=\"" + std::to_string(components) + "\""));
    CHECK(contains(element, "format=\"appended\""));
    const std::size_t offset_at = element.find("offset=\"") + 8;
    return unpack<T>(data_ + std::stoull(element.substr(offset_at)));
  }

  const std::string& text() const { return text_; }

 private:
  std::uint64_t word(std::size_t at) const {
    std::uint64_t value = 0;
    REQUIRE(at + 8 <= text_.size());
    std::memcpy(&value, text_.data() + at, 8);
    return value;
  }

  template <class T>
  std::vector<T> unpack(std::size_t at) const {
    const std::uint64_t blocks = word(at), full = word(at + 8), last = word(at + 16);
    std::size_t packed = at + 24 + 8 * blocks;
    std::string raw;
    for (std::uint64_t b = 0; b < blocks; ++b) {
      const std::uint64_t size = word(at + 24 + 8 * b);
      const uLongf expected = (b + 1 == blocks && last > 0) ? last : full;
      std::string block(expected, '\0');
      uLongf got = expected;
      REQUIRE(uncompress(reinterpret_cast<Bytef*>(block.data()), &got,
                         reinterpret_cast<const Bytef*>(text_.data() + packed), size) == Z_OK);
      REQUIRE(got == expected);
      raw += block;
      packed += size;
    }
    std::vector<T> values(raw.size() / sizeof(T));
    if (!raw.empty()) std::memcpy(values.data(), raw.data(), raw.size());
    return values;
  }

  std::string text_;
  std::size_t data_ = 0;
};

BodyFrame random_bodies(std::size_t n) {
  Random random{3};
  BodyFrame f;
  f.time = 0.1;
  Column id{"id", 1, {}, true, ""}, velocity{"velocity", 3, {}, false, "m/s"};
  for (std::size_t i = 0; i < n; ++i) {
    f.x.push_back({random.uniform(), random.uniform(), random.uniform()});
    f.radius.push_back(random.uniform(0.1, 0.2));
    id.data.push_back(static_cast<Real>(n - i));
    for (int k = 0; k < 3; ++k) velocity.data.push_back(random.normal());
  }
  f.columns = {id, velocity};
  f.lo = {0, 0, 0}, f.hi = {1, 1, 2};
  return f;
}

}  // namespace

TEST_CASE("every value of a body frame is in its .vtp, across block borders") {
  ScratchFolder folder;
  for (const std::size_t n : {0u, 1u, 32768u, 40001u}) {  // 32768 doubles fill a block exactly
    const BodyFrame f = random_bodies(n);
    write_bodies_vtp(folder / "b.vtp", f);
    const VtpReader file(folder / "b.vtp");
    CHECK(file.attribute("<VTKFile", "header_type") == "UInt64");
    CHECK(file.attribute("<VTKFile", "byte_order") == "LittleEndian");
    CHECK(file.attribute("<VTKFile", "compressor") == "vtkZLibDataCompressor");
    CHECK(file.attribute("<Piece", "NumberOfPoints") == std::to_string(n));
    CHECK(file.attribute("<Piece", "NumberOfVerts") == std::to_string(n));
    CHECK(file.array<double>("TimeValue", "Float64", 1) == std::vector<double>{0.1});
    CHECK(file.array<double>("domain", "Float64", 1) == std::vector<double>{0, 1, 0, 1, 0, 2});
    const auto x = file.array<double>("Points", "Float64", 3);
    const auto radius = file.array<double>("radius", "Float64", 1);
    const auto id = file.array<std::int64_t>("id", "Int64", 1);
    const auto velocity = file.array<float>("velocity", "Float32", 3);
    const auto connectivity = file.array<std::int64_t>("connectivity", "Int64", 1);
    const auto ends = file.array<std::int64_t>("offsets", "Int64", 1);
    REQUIRE((x.size() == 3 * n && velocity.size() == 3 * n && radius == f.radius));
    REQUIRE((id.size() == n && connectivity.size() == n && ends.size() == n));
    bool same = true;
    for (std::size_t i = 0; i < n; ++i) {
      same &= Vec3{x[3 * i], x[3 * i + 1], x[3 * i + 2]} == f.x[i];
      same &= id[i] == static_cast<std::int64_t>(n - i);
      same &= connectivity[i] == static_cast<std::int64_t>(i);
      same &= ends[i] == static_cast<std::int64_t>(i + 1);
      for (std::size_t k = 3 * i; k < 3 * i + 3; ++k)
        same &= velocity[k] == static_cast<float>(f.columns[1].data[k]);
    }
    CHECK(same);
  }
}

TEST_CASE("walls share one file: triangles, whose they are, and the names") {
  ScratchFolder folder;
  const WallFrame floor{
      "floor", {{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}, {{0, 1, 2}, {0, 2, 3}}};
  const WallFrame lid{"lid", {{0, 0, 2}, {1, 0, 2}, {0, 1, 2}}, {{0, 2, 1}}};
  write_walls_vtp(folder / "w.vtp", 2.5, std::vector<WallFrame>{floor, lid});
  const VtpReader file(folder / "w.vtp");
  CHECK(file.attribute("<Piece", "NumberOfPoints") == "7");
  CHECK(file.attribute("<Piece", "NumberOfPolys") == "3");
  CHECK(file.array<double>("Points", "Float64", 3) ==
        std::vector<double>{0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0, 0, 0, 2, 1, 0, 2, 0, 1, 2});
  using Ints = std::vector<std::int64_t>;
  CHECK(file.array<std::int64_t>("connectivity", "Int64", 1) == Ints{0, 1, 2, 0, 2, 3, 4, 6, 5});
  CHECK(file.array<std::int64_t>("offsets", "Int64", 1) == Ints{3, 6, 9});
  CHECK(file.array<std::int64_t>("wall", "Int64", 1) == Ints{0, 0, 1});
  CHECK(contains(file.text(), ">102 108 111 111 114 0 108 105 100 0 </Array>"));
}

TEST_CASE("contacts carry their columns; what Float32 cannot hold is cut, not made infinite") {
  ScratchFolder folder;
  const ContactFrame f{
      {{1, 2, 3}},
      {{"overlap", 1, {1e-300}, false, "m"}, {"a<b", 2, {1e300, std::nan("")}, false, ""}}};
  write_contacts_vtp(folder / "c.vtp", 0, f);
  const VtpReader file(folder / "c.vtp");
  CHECK(file.array<float>("overlap", "Float32", 1)[0] == 0);
  const auto odd = file.array<float>("a&lt;b", "Float32", 2);
  CHECK(odd[0] == std::numeric_limits<float>::max());
  CHECK(std::isnan(odd[1]));
}
