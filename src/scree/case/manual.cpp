#include "scree/case/manual.h"

#include <fmt/format.h>

#include <cmath>
#include <set>

#include "scree/case/case_schema.h"

namespace scree {
namespace {

constexpr const char* kIntroduction = R"(# Keys of a case file

<!-- Generated from src/scree/case/case_schema*.cpp by SCREE_UPDATE_MANUAL=1 test_case; edit there. -->

A case is a TOML file. Units are SI unless `run.dimensionless = true`; then they are labels only.
Every key can be changed on the command line: `--set run.seed=7`, `--set wall.drum.radius=0.2`
(entries of a list by `name` or by number; a list of one needs neither). Names of files and of folders of earlier runs
are relative to the case file; folders of earlier runs in `--set` are relative to the present folder. A vector is `[x, y, z]`; in a planar case it may be `[x, y]`, and a spin or
rotation may be one number. Names and labels are made of letters and digits of any script (UTF-8), spaces and
`- _ . + ( )`, at most 50 characters, not beginning with a dot or a space. Lengths, times, moduli and the like
are between 1e-20 and 1e20. An unknown key, a wrong type or an impossible value stops the program before anything is written.
)";

std::string escaped(std::string text) {
  for (std::size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2)
    text.insert(at, "\\");
  return text;
}

std::string code(const std::string& text) { return "`" + text + "`"; }

std::string range_of(const Wanted& w) {
  // The ends of all magnitudes are said once, at the head of the page.
  const bool tiny = w.lo == kSmallest, huge = w.hi == kLargest;
  const std::string lo = tiny ? "> 0"
                         : std::isfinite(w.lo) && w.lo != -kLargest
                             ? (w.lo_open ? "> " : "≥ ") + plain(w.lo)
                             : "";
  const std::string hi =
      std::isfinite(w.hi) && !huge ? (w.hi_open ? "< " : "≤ ") + plain(w.hi) : "";
  return lo + (lo.empty() || hi.empty() ? "" : ", ") + hi;
}

std::string value_of(const Field& field) {
  const Wanted& w = field.wanted;
  std::string text = w.words.empty() ? w.type : "";
  for (const std::string& word : w.words) text += (text.empty() ? "" : ", ") + code(word);
  if (w.type.rfind("list of", 0) == 0 && !w.words.empty()) text = "list of: " + text;
  const std::string range = range_of(w);
  return text + (range.empty() ? "" : " (" + range + ")");
}

std::string default_of(const Field& field) {
  if (field.is_required) return "**needed**";
  if (field.default_text.empty()) return "";
  const char c = field.default_text.front();
  const bool literal = c == '"' || c == '[' || c == '-' || (c >= '0' && c <= '9') ||
                       field.default_text == "true" || field.default_text == "false";
  return literal ? code(field.default_text) : field.default_text;
}

std::string row_of(const Field& field) {
  std::string help = field.help;
  if (!field.when.empty())
    help += " — only with " + field.selector + " " + code(join(field.when, "`, `"));
  std::string unit = field.wanted.unit;
  if (!field.wanted.planar_unit.empty()) unit += " (planar: " + field.wanted.planar_unit + ")";
  return fmt::format("| {} | {} | {} | {} | {} |\n", code(field.name), escaped(value_of(field)),
                     escaped(unit), escaped(default_of(field)), escaped(help));
}

/// "`[run]`" for a table, "`[[wall]]`" for a list, "`[material.NAME]`" for named tables.
std::string heading(const Field& field) {
  if (field.wanted.type == "named tables") return "[" + field.name + ".NAME]";
  return field.wanted.type == "list of tables" ? "[[" + field.name + "]]" : "[" + field.name + "]";
}

void write_table(const Schema& schema, std::string& out) {
  out += schema.help + "\n\n| key | value | unit | default | meaning |\n|---|---|---|---|---|\n";
  for (const Field& field : schema.fields) out += row_of(field);
  if (!schema.rules.empty()) out += "\nRules:\n\n";
  for (const Rule& rule : schema.rules) out += "- " + rule.statement + "\n";
  out += "\n";
}

/// Tables inside tables (regions, sizes, motions) are described once, after those that use them.
void write_inner(const Schema& schema, std::set<const Schema*>& written, std::string& out) {
  for (const Field& field : schema.fields) {
    if (!field.inner || !written.insert(field.inner()).second) continue;
    out += "## " + field.inner()->name + "\n\n";
    write_table(*field.inner(), out);
    write_inner(*field.inner(), written, out);
  }
}

}  // namespace

/// What detect/ knows to find; docs and code are compared by the test of can_touch().
constexpr const char* kPairsOfShapes = R"(
# Which shapes touch which

Grains (spheres, and the spheres of clumps) touch everything. Parts, walls with a mass, touch walls and each other as
follows; a case with another pair is refused unless a joint connects the two or one of them has `touches = "grains"`.

| | solid box | mesh | plane, inside of box, cylinder or cone, caps seen from inside | outside of cylinder or cone |
|---|---|---|---|---|
| **grain** | yes | yes | yes | yes |
| **solid box** (side outside) | yes | yes | yes | no: use a mesh |
| **mesh** | yes | no | yes, with its vertices | no |
| **plane, inside of box, cylinder or cone** | yes | yes, with its vertices | no | no |

Belts are walls that carry a surface velocity: they drag whatever touches them.
)";

std::string case_manual() {
  const Schema& root = schema_of<Case>();
  std::string out = kIntroduction;
  out += "\n## Top of the file\n\n";
  write_table(root, out);
  std::set<const Schema*> written;
  for (const Field& field : root.fields) {
    if (!field.inner || !written.insert(field.inner()).second) continue;
    out += "## " + code(heading(field)) + "\n\n";
    write_table(*field.inner(), out);
  }
  out += "# Tables used inside others\n\n";
  for (const Field& field : root.fields)
    if (field.inner) write_inner(*field.inner(), written, out);
  while (out.size() > 1 && out[out.size() - 2] == '\n') out.pop_back();
  out += kPairsOfShapes;
  return out;
}

}  // namespace scree
