#include "scree/io/series_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fstream>

#include "scree/base/error.h"

namespace scree {
namespace {

std::string header_line(const std::vector<std::string>& names) {
  std::string line;
  for (const std::string& name : names) {
    if (name.empty() || name.find_first_of(",\"\n\r") != std::string::npos)
      throw CaseError(fmt::format(
          "a series column cannot be named '{}'; use a name without comma, quote or line break",
          name));
    if (!line.empty()) line += ',';
    line += name;
  }
  return line + '\n';
}

void append_number(std::string& line, Real value) {
  if (std::isnan(value)) {  // one spelling, whatever the sign and payload
    line += "nan";
    return;
  }
  char text[32];
  const auto result = std::to_chars(text, text + sizeof(text), value);
  line.append(text, result.ptr);
}

std::vector<std::string_view> split(std::string_view line) {
  std::vector<std::string_view> cells;
  for (std::size_t begin = 0;;) {
    const std::size_t comma = line.find(',', begin);
    cells.push_back(line.substr(begin, comma - begin));
    if (comma == std::string_view::npos) return cells;
    begin = comma + 1;
  }
}

}  // namespace

SeriesFile SeriesFile::create(const std::filesystem::path& path,
                              const std::vector<std::string>& names) {
  const std::string header = header_line(names);
  SeriesFile series(AppendFile::create(path), names.size());
  series.file_.append(header);
  return series;
}

SeriesFile SeriesFile::resume(const std::filesystem::path& path,
                              const std::vector<std::string>& names, std::uint64_t offset) {
  std::ifstream in(path);
  std::string line;
  if (std::getline(in, line) && line + '\n' != header_line(names))
    throw CaseError(path.string(), 1,
                    "the columns differ from those this run writes; resume with the observers the "
                    "run was started with");
  return SeriesFile(AppendFile::resume(path, offset), names.size());
}

void SeriesFile::append(std::span<const Real> row) {
  SCREE_EXPECT(row.size() == columns_);
  std::string line;
  for (const Real value : row) {
    if (!line.empty()) line += ',';
    append_number(line, value);
  }
  file_.append(line + '\n');
}

const std::vector<Real>* Series::find(std::string_view name) const {
  for (std::size_t i = 0; i < names.size(); ++i)
    if (names[i] == name || split_unit(names[i]).name == name) return &columns[i];
  return nullptr;
}

Series read_series(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::string line;
  if (!in) throw CaseError(path.string(), 0, "cannot open this series; has the run written it?");
  if (!std::getline(in, line) || line.empty())
    throw CaseError(path.string(), 1, "the header line with the column names is missing");
  Series series;
  for (const std::string_view name : split(line)) series.names.emplace_back(name);
  series.columns.resize(series.names.size());

  for (long number = 2; std::getline(in, line); ++number) {
    if (in.eof())
      throw CaseError(path.string(), number,
                      "the last row is cut off; resume the run, or delete this line");
    const std::vector<std::string_view> cells = split(line);
    if (cells.size() != series.names.size())
      throw CaseError(path.string(), number,
                      fmt::format("{} values for {} columns; correct or delete this line",
                                  cells.size(), series.names.size()));
    for (std::size_t i = 0; i < cells.size(); ++i) {
      Real value = 0;
      const char* end = cells[i].data() + cells[i].size();
      const auto result = std::from_chars(cells[i].data(), end, value);
      if (result.ec != std::errc() || result.ptr != end)
        throw CaseError(path.string(), number,
                        fmt::format("'{}' in column '{}' is not a number; correct or delete this "
                                    "line",
                                    cells[i], series.names[i]));
      series.columns[i].push_back(value);
    }
  }
  return series;
}

NameAndUnit split_unit(std::string_view label) {
  const std::size_t open = label.rfind(" [");
  if (open == std::string_view::npos || label.back() != ']') return {std::string(label), ""};
  return {std::string(label.substr(0, open)),
          std::string(label.substr(open + 2, label.size() - open - 3))};
}

}  // namespace scree
