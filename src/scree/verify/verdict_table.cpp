#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "scree/verify/mutants.h"
#include "scree/verify/verify.h"

namespace scree {
namespace {

using Cells = std::vector<std::string>;

std::string word_for(const Finding& f) {
  if (f.statement.kind == StatementKind::kReport) return "reported";
  return f.holds ? "holds" : "FALLS SHORT";
}

/// The same for one run of several.
std::string word_in_run(const Finding& f) {
  if (f.statement.kind == StatementKind::kReport) return "";
  return f.holds ? "holds" : "falls short";
}

std::string what(const Finding& f) {
  if (f.runs <= 1 || f.statement.interrupt) return f.statement.name;
  if (!f.statement.points.empty()) return fmt::format("{} ({} runs)", f.statement.name, f.runs);
  return fmt::format("{} (worst of {}: {})", f.statement.name, f.runs, f.run);
}

/// Width on the screen: bytes that begin a character of UTF-8.
std::size_t width(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}
std::string padded(const std::string& text, std::size_t to) {
  return text + std::string(to - std::min(to, width(text)), ' ');
}

/// Rows below a line of titles, aligned, and numbered notes below them.
class Table {
 public:
  explicit Table(Cells titles) : rows_{std::move(titles)} {}

  void row(Cells cells) { rows_.push_back(std::move(cells)); }
  /// "[3]": the number of a note, which is added if it is new; nothing for an empty one.
  std::string note(const std::string& text) {
    if (text.empty()) return "";
    const auto found = std::find(notes_.begin(), notes_.end(), text);
    const auto number = static_cast<std::size_t>(found - notes_.begin()) + 1;
    if (found == notes_.end()) notes_.push_back(text);
    return fmt::format("[{}]", number);
  }
  std::string text() const {
    std::vector<std::size_t> widths(rows_[0].size() - 1);  // the last column is not padded
    for (const Cells& cells : rows_)
      for (std::size_t k = 0; k < widths.size(); ++k)
        widths[k] = std::max(widths[k], width(cells[k]));
    std::string out;
    for (const Cells& cells : rows_) {
      out += " ";
      for (std::size_t k = 0; k < widths.size(); ++k)
        out += " " + padded(cells[k], widths[k]) + " ";
      out += " " + cells.back() + "\n";
    }
    for (std::size_t k = 0; k < notes_.size(); ++k)
      out += fmt::format("  [{}] {}\n", k + 1, notes_[k]);
    return out;
  }

 private:
  std::vector<Cells> rows_;
  std::vector<std::string> notes_;
};

/// What is said about a finding below the table, beside its source: why it is what it is.
std::string reasons(const Finding& f, Table& table) {
  std::string numbers;
  const auto add = [&](const std::string& text) {
    const std::string number = table.note(text);
    if (!number.empty()) numbers += (numbers.empty() ? "" : " ") + number;
  };
  add(f.statement.reason);
  if (!f.trouble.empty()) add(fmt::format("run {}: {}", f.run, f.trouble));
  add(f.why);
  return numbers;
}

/// Expected, measured, distance and tolerance.
Cells numbers(const Finding& f) {
  if (!f.trouble.empty()) return {"", "the run stopped", "", ""};
  const bool bare = f.measured == "nothing" || f.statement.unit.empty();
  const std::string unit = bare ? "" : " " + f.statement.unit;
  return {f.expected + (f.statement.trend || f.expected.empty() ? "" : unit), f.measured + unit,
          f.distance, f.tolerance};
}

Cells joined(Cells first, const Cells& middle, const std::string& last) {
  first.insert(first.end(), middle.begin(), middle.end());
  first.push_back(last);
  return first;
}

std::string count(int n, const char* what) {
  return fmt::format("{} {}{}", n, what, n == 1 ? "" : "s");
}

}  // namespace

std::string verdict_table(const Verdict& verdict, bool all) {
  Table table({"", "statement", "expected", "measured", "distance", "tolerance", "source"});
  for (const Finding& f : verdict.findings) {
    const std::string source = table.note(f.statement.source);
    const std::string why = reasons(f, table);
    table.row(joined({word_for(f), what(f)}, numbers(f), source + (why.empty() ? "" : " " + why)));
    if (!all || f.each.size() < 2) continue;
    for (const Finding& own : f.each)
      table.row(joined({word_in_run(own), "  " + own.run}, numbers(own), reasons(own, table)));
  }
  return fmt::format("{}: {} ({}, {:.1f} s)\n", verdict.folder, verdict.title,
                     count(verdict.runs, "run"), verdict.seconds) +
         table.text();
}

std::string mutant_table(const MutantVerdict& verdict, bool all) {
  Table table({"", "mutant", "statement", "expected", "measured", "distance", "tolerance", ""});
  for (const MutantFinding& m : verdict.findings) {
    table.row(joined({m.caught() ? "caught" : "PASSES", m.mutant, what(m.finding)},
                     numbers(m.finding), reasons(m.finding, table)));
    if (!all || m.finding.each.size() < 2) continue;
    for (const Finding& own : m.finding.each)
      table.row(joined({"", "", "  " + own.run}, numbers(own), reasons(own, table)));
  }
  return fmt::format("{}: {} ({}, {}, {:.1f} s)\n", verdict.folder, verdict.title,
                     count(verdict.mutants, "mutant"), count(verdict.runs, "run"),
                     verdict.seconds) +
         table.text();
}

}  // namespace scree
