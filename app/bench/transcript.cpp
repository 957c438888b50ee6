#include "bench/transcript.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <sstream>

#include "scree/base/error.h"

namespace scree::app {
namespace {

std::vector<std::string> words_of(const std::string& line) {
  std::istringstream in(line);
  std::vector<std::string> words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

std::optional<double> number(const std::string& word) {
  char* end = nullptr;
  const double value = std::strtod(word.c_str(), &end);
  if (word.empty() || *end != '\0') return std::nullopt;
  return value;
}

/// A row of the table under the header that starts with "Step".
void read_row(const std::vector<std::string>& header, const std::vector<std::string>& row,
              Piece& piece) {
  if (header.empty() || row.size() != header.size()) return;
  for (std::size_t k = 0; k < row.size(); ++k) {
    const std::optional<double> value = number(row[k]);
    if (!value) return;
    if (header[k] == "KinEng") piece.kinetic = value;
    if (header[k] == "c_z" || header[k] == "z") piece.coordination = value;
  }
}

}  // namespace

Piece read_piece(const std::vector<std::string>& lines) {
  Piece piece;
  std::vector<std::string> header;
  bool timed = false;
  for (const std::string& line : lines) {
    const std::vector<std::string> words = words_of(line);
    if (words.empty()) continue;
    double seconds = 0;
    int ranks = 0;
    long count = 0, spheres = 0;
    if (words[0] == "Step") {
      header = words;
    } else if (std::sscanf(line.c_str(), "Loop time of %lf on %d procs for %ld steps with %ld",
                           &seconds, &ranks, &count, &spheres) == 4) {
      piece.seconds = seconds;
      piece.steps = count;
      piece.spheres = spheres;
      timed = true;
      header.clear();
    } else if (std::sscanf(line.c_str(), "Neighbor list builds = %ld", &count) == 1) {
      piece.builds = count;
    } else if (std::sscanf(line.c_str(), "List refreshes = %ld", &count) == 1) {
      piece.refreshes = count;
    } else if (std::sscanf(line.c_str(), "Contacts = %ld", &count) == 1) {
      piece.contacts = static_cast<double>(count);
    } else if (std::sscanf(line.c_str(), "Residual = %lf", &seconds) == 1) {
      piece.residual = seconds;
    } else if (words.size() == 3 && words[0] == "State" && words[1] == "=") {
      piece.state = words[2];
    } else {
      read_row(header, words, piece);
    }
  }
  if (!timed)
    throw CaseError("a code that was timed printed no 'Loop time of' line; it said last: " +
                    (lines.empty() ? std::string("nothing") : lines.back()));
  return piece;
}

long parse_size(const std::string& text) {
  double factor = 1;
  std::string digits = text;
  if (!digits.empty() && (digits.back() == 'k' || digits.back() == 'M')) {
    factor = digits.back() == 'k' ? 1e3 : 1e6;
    digits.pop_back();
  }
  const std::optional<double> value = number(digits);
  if (!value || !(*value > 0) || *value * factor > 1e9 ||
      *value * factor != std::floor(*value * factor))
    throw CaseError(fmt::format("'{}' is no number of spheres; write 10k, 100k or 1M", text));
  return static_cast<long>(*value * factor);
}

std::string size_text(long spheres) {
  if (spheres % 1000000 == 0) return fmt::format("{}M", spheres / 1000000);
  if (spheres % 1000 == 0) return fmt::format("{}k", spheres / 1000);
  return std::to_string(spheres);
}

std::vector<std::string> split_list(const std::string& text) {
  std::vector<std::string> words;
  std::istringstream in(text);
  for (std::string word; std::getline(in, word, ',');)
    if (!word.empty()) words.push_back(word);
  return words;
}

std::vector<int> parse_counts(const std::string& text, const std::string& what) {
  std::vector<int> counts;
  for (const std::string& word : split_list(text)) {
    const std::optional<double> value = number(word);
    if (!value || *value < 1 || *value > 1024 || *value != std::floor(*value))
      throw CaseError(fmt::format("{}: '{}' is no whole number from 1 to 1024", what, word));
    counts.push_back(static_cast<int>(*value));
  }
  if (counts.empty()) throw CaseError(what + ": give at least one number");
  return counts;
}

}  // namespace scree::app
