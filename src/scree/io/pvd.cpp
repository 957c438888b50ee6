#include "scree/io/pvd.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <fstream>

#include "scree/base/error.h"
#include "scree/io/atomic_file.h"
#include "scree/io/xml.h"

namespace scree {
namespace {

std::string unescape(std::string text) {
  const std::pair<const char*, const char*> codes[] = {
      {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&amp;", "&"}};
  for (const auto& [code, plain] : codes)
    for (std::size_t at = 0; (at = text.find(code, at)) != std::string::npos; ++at)
      text.replace(at, std::string_view(code).size(), plain);
  return text;
}

/// The value of `key="..."`; false if the line has none.
bool attribute(const std::string& line, std::string_view key, std::string& value) {
  const std::string start = fmt::format(" {}=\"", key);
  const std::size_t from = line.find(start);
  if (from == std::string::npos) return false;
  const std::size_t begin = from + start.size();
  const std::size_t end = line.find('"', begin);
  if (end == std::string::npos) return false;
  value = unescape(line.substr(begin, end - begin));
  return true;
}

PvdIndex::Entry parse_entry(const std::string& path, long number, const std::string& line) {
  PvdIndex::Entry e;
  std::string time;
  const bool found = attribute(line, "timestep", time) && attribute(line, "name", e.part) &&
                     attribute(line, "file", e.file);
  const char* end = time.data() + time.size();
  if (!found || std::from_chars(time.data(), end, e.time).ptr != end)
    throw CaseError(path, number,
                    "cannot read this DataSet entry (timestep, name, file); delete the index and "
                    "resume to start a new one");
  return e;
}

}  // namespace

PvdIndex PvdIndex::resume(const std::filesystem::path& path, Real time) {
  PvdIndex index(path);
  std::ifstream in(path);
  std::string line;
  for (long number = 1; std::getline(in, line); ++number) {
    if (line.find("<DataSet") == std::string::npos) continue;
    Entry e = parse_entry(path.string(), number, line);
    if (e.time <= time) index.entries_.push_back(std::move(e));
  }
  return index;
}

void PvdIndex::add(Real time, std::string part, std::string file) {
  entries_.push_back({time, std::move(part), std::move(file)});
}

void PvdIndex::write() const {
  std::vector<std::string> parts;  // numbered in order of appearance, the same in every frame
  std::string xml =
      "<?xml version=\"1.0\"?>\n"
      "<VTKFile type=\"Collection\" version=\"0.1\" byte_order=\"LittleEndian\">\n<Collection>\n";
  for (const Entry& e : entries_) {
    const auto known = std::find(parts.begin(), parts.end(), e.part);
    const auto number = known - parts.begin();
    if (known == parts.end()) parts.push_back(e.part);
    xml += fmt::format("<DataSet timestep=\"{}\" part=\"{}\" name=\"{}\" file=\"{}\"/>\n", e.time,
                       number, xml_escape(e.part), xml_escape(e.file));
  }
  write_file(path_, xml + "</Collection>\n</VTKFile>\n");
}

std::string frame_file_name(std::string_view part, long number, std::string_view extension) {
  return fmt::format("{}_{:06}.{}", part, number, extension);
}

}  // namespace scree
