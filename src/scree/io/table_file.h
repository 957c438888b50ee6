#pragma once
/// A text table: a header line naming the columns, then one row a line, separated by commas (if
/// the header has any) or blanks. Empty lines and lines starting with # are skipped.
#include <string>
#include <string_view>
#include <vector>

#include "scree/base/real.h"

namespace scree {

class TextTable {
 public:
  /// Throws CaseError naming the line and what is wrong with it.
  TextTable(std::string text, std::string file);
  static TextTable read(const std::string& path);

  Index rows() const { return static_cast<Index>(lines_.size()); }
  const std::vector<std::string>& names() const { return names_; }
  /// Number of the named column, -1 when there is none.
  int column(const std::string& name) const;
  /// The same, but a CaseError when there is none.
  int need(const std::string& name) const;
  /// A finite number, or a CaseError with line and column name.
  Real number(Index row, int column) const;
  std::string text(Index row, int column) const { return std::string(cell(row, column)); }
  /// Line of the file on which a row stands.
  long line(Index row) const { return lines_[static_cast<std::size_t>(row)]; }
  long header_line() const { return header_line_; }
  const std::string& file() const { return file_; }

 private:
  struct Span {
    std::size_t begin = 0, size = 0;
  };
  std::string_view cell(Index row, int column) const;
  void add_row(long number, std::string_view line);
  std::vector<std::string_view> split(std::string_view line) const;

  std::string text_, file_;
  long header_line_ = 0;
  bool comma_ = false;
  std::vector<std::string> names_;
  std::vector<long> lines_;  // line of the file of each row
  std::vector<Span> cells_;  // rows() * names_.size(), row by row
};

/// Parses a whole word as a number; false if it is none. Accepts a leading '+'.
bool parse_number(std::string_view word, Real& value);

}  // namespace scree
