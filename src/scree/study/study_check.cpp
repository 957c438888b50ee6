#include "scree/study/study_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "scree/base/error.h"
#include "scree/base/text.h"
#include "scree/build/build_scene.h"
#include "scree/io/series_file.h"
#include "scree/run/observing.h"
#include "scree/run/stop_condition.h"
#include "scree/study/study_summary.h"

namespace scree {
namespace {

using Words = std::vector<std::string>;

bool contains(const Words& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// The columns of each file a run of the case writes, without units.
std::map<std::string, Words> columns_of(const Case& c) {
  SceneNotes notes;
  const Scene scene = build_scene(c, notes);
  const Observing observing(c, scene);
  check_awaited_quantities(c, observing.columns());
  std::map<std::string, Words> files;
  const auto add = [&](const std::string& file, const Words& columns) {
    for (const std::string& name : columns) files[file].push_back(split_unit(name).name);
  };
  add("series.csv", observing.columns());
  for (const ObserverTable& table : observing.tables()) add(table.file, table.columns);
  return files;
}

/// What was found about the runs of one block.
struct BlockFacts {
  Words parameters;
  std::map<std::string, Words> files;
};

BlockFacts read_cases(Study& study, std::size_t number) {
  const StudyBlock& block = study.blocks[number];
  BlockFacts facts;
  for (const Sweep& sweep : block.grid) facts.parameters.push_back(sweep.name);
  for (StudyRun& run : study.runs) {
    if (run.block != number) continue;
    try {
      const Case c = read_case(block.case_path, run.plan.sets);
      run.case_text = c.text;
      run.duration = longest_duration(c);
      run.dimensionless = c.run.dimensionless;
      if (facts.files.empty()) facts.files = columns_of(c);
    } catch (const CaseError& error) {
      throw CaseError(block.origin.file, block.origin.line,
                      fmt::format("runs.{}: {}", run.plan.name, error.what()));
    }
  }
  return facts;
}

/// Formulas of one entry of the study, checked against the names they may use.
struct Checker {
  const Origin& origin;
  std::string entry;  // "result.E_diss"

  template <class... Args>
  [[noreturn]] void refuse(fmt::format_string<Args...> format, Args&&... args) const {
    throw CaseError(origin.file, origin.line,
                    entry + ": " + fmt::format(format, std::forward<Args>(args)...));
  }
  void names(const std::string& formula, const Words& known, const std::string& where) const {
    Words used;
    try {
      used = names_in_formula(formula);
    } catch (const FormulaError& error) {
      refuse("{}", error.what());
    }
    for (const std::string& name : used) {
      if (contains(known, name) || name == "pi" || name == "deg") continue;
      const std::string near = nearest(name, known);
      refuse("in the formula \"{}\": {} has no column or parameter '{}'{}; there are {}",
             shown_formula(formula), where, name,
             near.empty() ? "" : fmt::format(" (did you mean '{}'?)", near), join_some(known));
    }
  }
  /// Columns of the table beside those of the series; refuses a file the runs do not write.
  Words columns(const BlockFacts& facts, const std::string& block, const std::string& table) const {
    const auto found = facts.files.find(table);
    if (found == facts.files.end()) {
      Words files;
      for (const auto& [file, columns] : facts.files) files.push_back(file);
      refuse("table: runs of \"{}\" write no {}; they write {}", block, table, join(files));
    }
    Words known = found->second;
    const Words& series = facts.files.at("series.csv");
    known.insert(known.end(), series.begin(), series.end());
    known.insert(known.end(), facts.parameters.begin(), facts.parameters.end());
    return known;
  }
};

class StudyCheck {
 public:
  explicit StudyCheck(Study& study) : study_(study) {
    for (const auto& [name, value] : study.constants) constants_.push_back(name);
    for (std::size_t k = 0; k < study.blocks.size(); ++k) facts_.push_back(read_cases(study, k));
  }

  void results() const {
    Words taken = study_.parameter_columns();
    taken.insert(taken.end(), constants_.begin(), constants_.end());
    taken.insert(taken.end(), {"run", "block", "status", "pi", "deg"});
    for (std::size_t k = 0; k < study_.results.size(); ++k) {
      const ResultOptions& r = study_.results[k];
      const Checker check{r.origin, "result." + r.name};
      if (contains(taken, r.name)) check.refuse("name: '{}' is taken; choose another", r.name);
      taken.push_back(r.name);
      for (const std::size_t block : blocks_like(r.runs, check)) {
        Words known = check.columns(facts_[block], study_.blocks[block].name, r.table);
        append(known, constants_);
        append(known, results_of(block, k));
        check.names(r.formula, known, fmt::format("a run of \"{}\"", study_.blocks[block].name));
      }
    }
  }

  void figures() const {
    std::set<std::string> names;
    for (const FigureOptions& f : study_.figures) {
      const Checker check{f.origin, "figure." + f.name};
      if (!names.insert(f.name).second) check.refuse("two figures have this name");
      const Words parameters = study_.parameter_columns();
      for (const Sweep& only : f.only) parameter(check, "only", only.name, parameters);
      for (const std::string& name : f.by)
        if (name != "block") parameter(check, "by", name, parameters);
      if (f.over)
        for (const std::string& name : *f.over) parameter(check, "over", name, parameters);
      for (const std::size_t block : blocks_like(f.runs, check)) formulas(f, check, block);
    }
  }

  void summaries() const {
    std::set<std::string> names;
    for (const SummaryOptions& s : study_.summaries) {
      const Checker check{s.origin, "summary." + s.name};
      if (!names.insert(s.name).second) check.refuse("two summaries have this name");
      blocks_like(s.runs, check);
      check.names(s.formula, summary_names(study_, s), "the table of results");
    }
  }

 private:
  static void append(Words& to, const Words& more) {
    to.insert(to.end(), more.begin(), more.end());
  }

  static void parameter(const Checker& check, const char* key, const std::string& name,
                        const Words& known) {
    if (contains(known, name)) return;
    const std::string near = nearest(name, known);
    check.refuse("{}: there is no parameter '{}'{}; there are {}", key, name,
                 near.empty() ? "" : fmt::format(" (did you mean '{}'?)", near),
                 known.empty() ? "none" : join(known));
  }

  void formulas(const FigureOptions& f, const Checker& check, std::size_t block) const {
    const std::string& name = study_.blocks[block].name;
    Words known = f.kind == FigureKind::kCurves ? check.columns(facts_[block], name, f.table)
                                                : facts_[block].parameters;
    append(known, constants_);
    append(known, results_of(block, study_.results.size()));
    const std::string where = fmt::format("a run of \"{}\"", name);
    check.names(f.x, known, where);
    if (!f.where.empty()) check.names(f.where, known, where);
    for (const auto& [curve, formula] : f.y) check.names(formula, known, where);
  }

  std::vector<std::size_t> blocks_like(const std::string& pattern, const Checker& check) const {
    std::vector<std::size_t> found;
    Words names;
    for (std::size_t k = 0; k < study_.blocks.size(); ++k) {
      names.push_back(study_.blocks[k].name);
      if (matches(pattern, names.back())) found.push_back(k);
    }
    if (found.empty())
      check.refuse("runs: no block is named like \"{}\"; there are {}", pattern, join(names));
    return found;
  }

  /// Names of the first `number` results that are measured in a block.
  Words results_of(std::size_t block, std::size_t number) const {
    Words names;
    for (std::size_t k = 0; k < number; ++k)
      if (matches(study_.results[k].runs, study_.blocks[block].name))
        names.push_back(study_.results[k].name);
    return names;
  }

  const Study& study_;
  Words constants_;
  std::vector<BlockFacts> facts_;
};

}  // namespace

void check_study(Study& study) {
  const StudyCheck check(study);
  check.results();
  check.figures();
  check.summaries();
}

}  // namespace scree
