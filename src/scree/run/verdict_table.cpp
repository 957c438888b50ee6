#include <fmt/format.h>

#include <algorithm>

#include "scree/run/verify.h"

namespace scree {
namespace {

constexpr std::size_t kColumns = 6;
using Cells = std::array<std::string, kColumns>;

std::string word_for(const Finding& f) {
  if (f.statement.kind == StatementKind::kReport) return "reported";
  return f.holds ? "holds" : "FALLS SHORT";
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

/// Number of a note, added if it is new.
std::size_t note_number(std::vector<std::string>& notes, const std::string& text) {
  const auto found = std::find(notes.begin(), notes.end(), text);
  if (found != notes.end()) return static_cast<std::size_t>(found - notes.begin()) + 1;
  notes.push_back(text);
  return notes.size();
}

}  // namespace

std::string verdict_table(const Verdict& verdict) {
  std::vector<std::string> notes;
  std::vector<Cells> rows{{"", "statement", "expected", "measured", "distance", "tolerance"}};
  std::vector<std::string> ends{"source"};
  for (const Finding& f : verdict.findings) {
    const std::string unit = f.statement.unit.empty() ? "" : " " + f.statement.unit;
    if (f.trouble.empty())
      rows.push_back({word_for(f), what(f), f.expected + (f.statement.trend ? "" : unit),
                      f.measured + unit, f.distance, f.tolerance});
    else
      rows.push_back({word_for(f), what(f), "", "the run stopped", "", ""});
    std::string end = fmt::format("[{}]", note_number(notes, f.statement.source));
    if (!f.statement.reason.empty())
      end += fmt::format(" [{}]", note_number(notes, f.statement.reason));
    if (!f.trouble.empty())
      end += fmt::format(" [{}]", note_number(notes, fmt::format("run {}: {}", f.run, f.trouble)));
    ends.push_back(end);
  }
  std::array<std::size_t, kColumns> widths{};
  for (const Cells& cells : rows)
    for (std::size_t k = 0; k < kColumns; ++k) widths[k] = std::max(widths[k], width(cells[k]));
  std::string out = fmt::format("{}: {} ({} run{}, {:.1f} s)\n", verdict.folder, verdict.title,
                                verdict.runs, verdict.runs == 1 ? "" : "s", verdict.seconds);
  for (std::size_t r = 0; r < rows.size(); ++r) {
    out += " ";
    for (std::size_t k = 0; k < kColumns; ++k) out += " " + padded(rows[r][k], widths[k]) + " ";
    out += " " + ends[r] + "\n";
  }
  for (std::size_t k = 0; k < notes.size(); ++k) out += fmt::format("  [{}] {}\n", k + 1, notes[k]);
  return out;
}

}  // namespace scree
