#include "scree/io/table_file.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "scree/base/error.h"
#include "scree/base/text.h"
#include "scree/io/case_file.h"

namespace scree {
namespace {

constexpr std::string_view kBlank = " \t\r";

std::string_view trim(std::string_view s) {
  const auto first = s.find_first_not_of(kBlank);
  if (first == std::string_view::npos) return {};
  return s.substr(first, s.find_last_not_of(kBlank) - first + 1);
}

}  // namespace

bool parse_number(std::string_view word, Real& value) {
  if (!word.empty() && word.front() == '+') word.remove_prefix(1);
  const auto result = std::from_chars(word.data(), word.data() + word.size(), value);
  return result.ec == std::errc() && result.ptr == word.data() + word.size();
}

TextTable::TextTable(std::string text, std::string file)
    : text_(std::move(text)), file_(std::move(file)) {
  const std::string_view all(text_);
  long number = 0;
  for (std::size_t begin = 0; begin < all.size();) {
    const std::size_t end = std::min(all.find('\n', begin), all.size());
    const std::string_view line = trim(all.substr(begin, end - begin));
    begin = end + 1;
    ++number;
    if (line.empty() || line.front() == '#') continue;
    add_row(number, line);
  }
  if (names_.empty())
    throw CaseError(file_, 0, "the table is empty; its first line must name the columns");
}

TextTable TextTable::read(const std::string& path) { return TextTable(read_text_file(path), path); }

std::vector<std::string_view> TextTable::split(std::string_view line) const {
  std::vector<std::string_view> words;
  if (comma_) {
    for (std::size_t begin = 0; begin <= line.size();) {
      const std::size_t end = std::min(line.find(',', begin), line.size());
      words.push_back(trim(line.substr(begin, end - begin)));
      begin = end + 1;
    }
    return words;
  }
  for (std::size_t begin = line.find_first_not_of(kBlank); begin != std::string_view::npos;) {
    const std::size_t end = std::min(line.find_first_of(kBlank, begin), line.size());
    words.push_back(line.substr(begin, end - begin));
    begin = line.find_first_not_of(kBlank, end);
  }
  return words;
}

void TextTable::add_row(long number, std::string_view line) {
  const bool header = names_.empty();
  if (header) {
    comma_ = line.find(',') != std::string_view::npos;
    header_line_ = number;
  }
  const std::vector<std::string_view> words = split(line);
  if (header) {
    Real ignored = 0;
    for (const std::string_view word : words) {
      if (word.empty() || parse_number(word, ignored))
        throw CaseError(
            file_, number,
            "the first line must name the columns (for example: x y z radius), found '" +
                std::string(word) + "'");
      if (std::find(names_.begin(), names_.end(), word) != names_.end())
        throw CaseError(file_, number, "column '" + std::string(word) + "' is named twice");
      names_.emplace_back(word);
    }
    return;
  }
  if (words.size() != names_.size())
    throw CaseError(file_, number,
                    "the row has " + std::to_string(words.size()) + " values, the header names " +
                        std::to_string(names_.size()) + " columns (" + join(names_) + ")");
  lines_.push_back(number);
  for (const std::string_view word : words)
    cells_.push_back(
        {word.empty() ? 0 : static_cast<std::size_t>(word.data() - text_.data()), word.size()});
}

std::string_view TextTable::cell(Index row, int column) const {
  const Span& span =
      cells_[static_cast<std::size_t>(row) * names_.size() + static_cast<std::size_t>(column)];
  return std::string_view(text_).substr(span.begin, span.size);
}

int TextTable::column(const std::string& name) const {
  const auto found = std::find(names_.begin(), names_.end(), name);
  return found == names_.end() ? -1 : static_cast<int>(found - names_.begin());
}

int TextTable::need(const std::string& name) const {
  const int found = column(name);
  if (found < 0)
    throw CaseError(file_, header_line_,
                    "the table has no column '" + name + "'; its columns are: " + join(names_));
  return found;
}

Real TextTable::number(Index row, int column) const {
  Real value = 0;
  const std::string_view word = cell(row, column);
  if (!parse_number(word, value) || !std::isfinite(value))
    throw CaseError(file_, line(row),
                    "column '" + names_[static_cast<std::size_t>(column)] +
                        "' wants a finite number, found '" + std::string(word.substr(0, 40)) + "'");
  return value;
}

}  // namespace scree
