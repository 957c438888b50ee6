#pragma once
/// series.csv: one row per output time, every number in the shortest form that reads back to the
/// same bits. Column names carry their unit: "kinetic_translation [J]".
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "scree/base/real.h"
#include "scree/io/append_file.h"

namespace scree {

class SeriesFile {
 public:
  /// Starts the file with its header line.
  static SeriesFile create(const std::filesystem::path& path,
                           const std::vector<std::string>& names);
  /// Continues at the byte `offset` a checkpoint recorded: the finished file equals that of an
  /// uninterrupted run byte for byte. Throws CaseError if the columns are others.
  static SeriesFile resume(const std::filesystem::path& path, const std::vector<std::string>& names,
                           std::uint64_t offset);

  /// Appends one row and hands it to the system at once.
  void append(std::span<const Real> row);
  void sync() { file_.sync(); }
  std::uint64_t offset() const { return file_.offset(); }

 private:
  SeriesFile(AppendFile file, std::size_t columns) : file_(std::move(file)), columns_(columns) {}
  AppendFile file_;
  std::size_t columns_;
};

/// A series read back, column by column.
struct Series {
  std::vector<std::string> names;          // with units, as in the header
  std::vector<std::vector<Real>> columns;  // one per name, all of the same length

  std::size_t rows() const { return columns.empty() ? 0 : columns[0].size(); }
  /// The column of that name, with or without its unit; null if there is none.
  const std::vector<Real>* find(std::string_view name) const;
};

/// Reads a series; CaseError names the line of a malformed row.
Series read_series(const std::filesystem::path& path);

/// "speed [m/s]" -> {"speed", "m/s"}; no brackets, no unit.
struct NameAndUnit {
  std::string name, unit;
};
NameAndUnit split_unit(std::string_view label);

}  // namespace scree
