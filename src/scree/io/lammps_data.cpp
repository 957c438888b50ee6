#include "scree/io/lammps_data.h"

#include <zlib.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string_view>
#include <unordered_map>

#include "scree/base/error.h"
#include "scree/base/memory.h"
#include "scree/io/case_file.h"
#include "scree/io/table_file.h"

namespace scree {
namespace {

/// Walks the file line by line, comments cut off, words ready.
class Lines {
 public:
  Lines(const std::string& text, const std::string& file) : text_(text), file_(file) {}

  bool next() {
    while (begin_ < text_.size()) {
      const std::size_t end = std::min(text_.find('\n', begin_), text_.size());
      std::string_view line = text_.substr(begin_, end - begin_);
      begin_ = end + 1;
      ++number_;
      const std::size_t hash = line.find('#');
      comment_ = hash == std::string_view::npos ? std::string_view() : line.substr(hash + 1);
      split(line.substr(0, hash));
      if (!words_.empty()) return true;
    }
    return false;
  }
  const std::vector<std::string_view>& words() const { return words_; }
  std::string_view comment() const { return comment_; }
  long line() const { return number_; }
  bool ends_with(std::initializer_list<std::string_view> tail) const {
    return words_.size() >= tail.size() &&
           std::equal(tail.begin(), tail.end(), words_.end() - static_cast<long>(tail.size()));
  }
  [[noreturn]] void refuse(const std::string& message) const {
    throw CaseError(file_, number_, message);
  }
  Real real(std::size_t i, const char* what) const {
    Real value = 0;
    if (i >= words_.size() || !parse_number(words_[i], value) || !std::isfinite(value))
      refuse(std::string("wants ") + what + " as value " + std::to_string(i + 1) + " of the line" +
             (i < words_.size() ? ", found '" + std::string(words_[i].substr(0, 40)) + "'" : ""));
    return value;
  }
  long integer(std::size_t i, const char* what) const {
    constexpr Real kLargest = 9e15;  // below 2^53
    const Real value = real(i, what);
    if (value != std::floor(value) || std::abs(value) > kLargest)
      refuse(std::string(what) + " must be a whole number");
    return static_cast<long>(value);
  }

 private:
  void split(std::string_view line) {
    constexpr std::string_view kBlank = " \t\r";
    words_.clear();
    for (std::size_t b = line.find_first_not_of(kBlank); b != std::string_view::npos;) {
      const std::size_t e = std::min(line.find_first_of(kBlank, b), line.size());
      words_.push_back(line.substr(b, e - b));
      b = line.find_first_not_of(kBlank, e);
    }
  }
  std::string_view text_;
  const std::string& file_;
  std::size_t begin_ = 0;
  long number_ = 0;
  std::string_view comment_;
  std::vector<std::string_view> words_;
};

bool starts_section(const Lines& in) {
  const char c = in.words()[0][0];
  return (c >= 'A' && c <= 'Z');
}

struct Header {
  long atoms = -1;
  bool box[3] = {false, false, false};
};

void read_header_line(const Lines& in, Header& header, LammpsData& data) {
  constexpr const char* kLo[3] = {"xlo", "ylo", "zlo"};
  constexpr const char* kHi[3] = {"xhi", "yhi", "zhi"};
  if (in.ends_with({"xy", "xz", "yz"}))
    in.refuse("a tilted box (xy xz yz) is not supported; give an orthogonal one");
  for (int k = 0; k < 3; ++k) {
    if (!in.ends_with({kLo[k], kHi[k]})) continue;
    at(data.lo, k) = in.real(0, "the lower bound");
    at(data.hi, k) = in.real(1, "the upper bound");
    if (at(data.hi, k) <= at(data.lo, k)) in.refuse("the upper bound must be above the lower one");
    header.box[k] = true;
  }
  if (in.ends_with({"atom", "types"}))
    data.types = static_cast<int>(std::clamp(in.integer(0, "the number of types"), 0L, 1000000L));
  else if (in.ends_with({"atoms"}))
    header.atoms = in.integer(0, "the number of atoms");
}

void read_atom(const Lines& in, LammpsData& data, std::unordered_map<long, std::size_t>& rows) {
  const std::size_t count = in.words().size();
  if (count != 7 && count != 10)
    in.refuse(
        "an atom needs: id type diameter density x y z (and maybe three image flags), found " +
        std::to_string(count) + " values");
  const long id = in.integer(0, "the id");
  const long type = in.integer(1, "the type");
  const Real diameter = in.real(2, "the diameter"), density = in.real(3, "the density");
  if (type < 1 || type > data.types)
    in.refuse("type " + std::to_string(type) + " is outside 1.." + std::to_string(data.types) +
              " ('atom types' in the header)");
  if (diameter <= 0) in.refuse("the diameter must be above 0");
  if (density <= 0) in.refuse("the density must be above 0");
  if (!rows.emplace(id, data.id.size()).second)
    in.refuse("atom id " + std::to_string(id) + " occurs twice");
  data.id.push_back(id);
  data.type.push_back(static_cast<int>(type));
  data.diameter.push_back(diameter);
  data.density.push_back(density);
  data.x.push_back({in.real(4, "x"), in.real(5, "y"), in.real(6, "z")});
}

void read_velocity(const Lines& in, LammpsData& data,
                   const std::unordered_map<long, std::size_t>& rows) {
  if (in.words().size() != 7)
    in.refuse("a velocity needs: id vx vy vz wx wy wz, found " + std::to_string(in.words().size()) +
              " values");
  const long id = in.integer(0, "the id");
  const auto row = rows.find(id);
  if (row == rows.end())
    in.refuse("velocity of atom id " + std::to_string(id) + ", which is not in Atoms");
  data.v[row->second] = {in.real(1, "vx"), in.real(2, "vy"), in.real(3, "vz")};
  data.w[row->second] = {in.real(4, "wx"), in.real(5, "wy"), in.real(6, "wz")};
}

void check_style(const Lines& in) {
  std::string style(in.comment());
  style.erase(std::remove_if(style.begin(), style.end(),
                             [](char c) { return c == ' ' || c == '\t' || c == '\r'; }),
              style.end());
  if (!style.empty() && style != "sphere")
    in.refuse("atom style '" + style + "' is not supported; write the file with atom_style sphere");
}

void clear_velocities(LammpsData& data) {
  data.v.assign(data.id.size(), {0, 0, 0});
  data.w.assign(data.id.size(), {0, 0, 0});
}

void check_complete(const Header& header, const LammpsData& data, const std::string& file) {
  if (!header.box[0] || !header.box[1] || !header.box[2])
    throw CaseError(file, 0,
                    "the header gives no box; it needs lines like '0 0.1 xlo xhi' for x, y and z");
  if (header.atoms != static_cast<long>(data.id.size()))
    throw CaseError(file, 0,
                    "the header says " + std::to_string(header.atoms) +
                        " atoms, the Atoms section has " + std::to_string(data.id.size()) +
                        "; is the file complete?");
}

/// Whole content of a gzip file.
std::string unpack(const std::string& path) {
  const std::unique_ptr<gzFile_s, decltype(&gzclose)> file(gzopen(path.c_str(), "rb"), gzclose);
  if (!file) throw CaseError(path, 0, "cannot be opened; check the name and the rights");
  std::string text, block(1 << 16, '\0');
  int got = 0;
  constexpr double kPart = 0.25;  // of the memory: a packed file may hold any number of zeros
  const auto most = static_cast<std::size_t>(kPart * usable_memory());
  while ((got = gzread(file.get(), block.data(), static_cast<unsigned>(block.size()))) > 0) {
    text.append(block, 0, static_cast<std::size_t>(got));
    if (text.size() > most)
      throw CaseError(path, 0, "unpacks to more than a quarter of the memory of this machine");
  }
  int code = Z_OK;
  const char* reason = gzerror(file.get(), &code);
  if (code != Z_OK && code != Z_STREAM_END)
    throw CaseError(path, 0, std::string("cannot be unpacked: ") + reason + "; is it complete?");
  return text;
}

}  // namespace

LammpsData parse_lammps_data(const std::string& text, const std::string& file) {
  LammpsData data;
  Header header;
  std::unordered_map<long, std::size_t> rows;
  std::string section;
  Lines in(text, file);
  while (in.next()) {
    if (in.line() == 1) continue;  // a title, whatever it says
    if (starts_section(in)) {
      section = std::string(in.words()[0]);
      if (section == "Atoms") check_style(in);
      if (section == "Velocities") clear_velocities(data);
    } else if (section.empty()) {
      read_header_line(in, header, data);
    } else if (section == "Atoms") {
      read_atom(in, data, rows);
    } else if (section == "Velocities") {
      read_velocity(in, data, rows);
    }
  }
  if (data.v.size() != data.id.size()) clear_velocities(data);
  check_complete(header, data, file);
  return data;
}

LammpsData read_lammps_data(const std::string& path) {
  return parse_lammps_data(path.ends_with(".gz") ? unpack(path) : read_text_file(path), path);
}

}  // namespace scree
