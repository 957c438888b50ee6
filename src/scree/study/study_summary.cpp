#include "scree/study/study_summary.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "scree/io/table_file.h"

namespace scree {
namespace {

/// Parameters and results that the runs of a block have.
std::vector<std::string> columns_of(const Study& study, const StudyBlock& block) {
  std::vector<std::string> names;
  for (const Sweep& sweep : block.grid) names.push_back(sweep.name);
  for (const ResultOptions& r : study.results)
    if (matches(r.runs, block.name)) names.push_back(r.name);
  return names;
}

bool contains(const std::vector<std::string>& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// A result or numeric parameter of a run; not a number where there is none.
Real value_in(const Study& study, std::size_t run, const StudyResults& results,
              const std::string& name) {
  Real value = std::numeric_limits<Real>::quiet_NaN();
  const std::string* parameter = find_parameter(study.runs[run].plan.parameters, name);
  if (parameter) parse_number(*parameter, value);
  const ResultRow& row = results.rows[run];
  for (std::size_t k = 0; k < row.values.size(); ++k)
    if (study.results[k].name == name && row.values[k]) value = *row.values[k];
  return value;
}

/// The column of the finished runs of some blocks.
std::optional<Quantity> column(const Study& study, const StudyResults& results,
                               const std::string& blocks, const std::string& name) {
  std::vector<Real> values;
  bool known = false;
  for (std::size_t k = 0; k < study.runs.size(); ++k) {
    const StudyBlock& block = study.blocks[study.runs[k].block];
    if (!matches(blocks, block.name) || !contains(columns_of(study, block), name)) continue;
    known = true;
    if (results.rows[k].status == RunStatus::kDone)
      values.push_back(value_in(study, k, results, name));
  }
  return known ? std::optional(Quantity(std::move(values))) : std::nullopt;
}

FormulaNames names_for(const Study& study, const SummaryOptions& summary,
                       const StudyResults& results,
                       const std::vector<std::optional<Real>>& before) {
  FormulaNames names;
  names.known = summary_names(study, summary);
  names.find = [&](const std::string& name) -> std::optional<Quantity> {
    for (std::size_t k = 0; k < before.size(); ++k)
      if (study.summaries[k].name == name && before[k]) return *before[k];
    for (const StudyBlock& block : study.blocks)
      if (name.starts_with(block.name + "."))
        if (auto found = column(study, results, block.name, name.substr(block.name.size() + 1)))
          return found;
    if (auto found = column(study, results, summary.runs, name)) return found;
    const std::string* constant = find_parameter(study.constants, name);
    Real number = 0;
    if (constant && parse_number(*constant, number)) return number;
    return {};
  };
  return names;
}

}  // namespace

std::vector<std::string> summary_names(const Study& study, const SummaryOptions& summary) {
  std::vector<std::string> names;
  const auto add = [&](const std::string& name) {
    if (!contains(names, name)) names.push_back(name);
  };
  for (const StudyBlock& block : study.blocks)
    for (const std::string& name : columns_of(study, block)) {
      if (matches(summary.runs, block.name)) add(name);
      add(block.name + "." + name);
    }
  for (const auto& [name, value] : study.constants) add(name);
  for (const SummaryOptions& s : study.summaries) {
    if (&s == &summary) break;
    add(s.name);
  }
  return names;
}

std::vector<std::optional<Real>> summarize(const Study& study, StudyResults& results) {
  const bool complete =
      std::none_of(results.rows.begin(), results.rows.end(), [](const ResultRow& row) {
        return row.status != RunStatus::kDone && row.status != RunStatus::kFailed;
      });
  std::vector<std::optional<Real>> values;
  for (const SummaryOptions& s : study.summaries) {
    std::optional<Real> value;
    try {
      value = evaluate_number(s.formula, names_for(study, s, results, values));
    } catch (const FormulaError& error) {
      if (complete)
        results.notes["summary." + s.name] = fmt::format("{}:{}: summary.{}: {}", s.origin.file,
                                                         s.origin.line, s.name, error.what());
    }
    values.push_back(value);
  }
  return values;
}

std::string summary_csv(const Study& study, const std::vector<std::optional<Real>>& values) {
  std::string out = "name,value,unit\n";
  for (std::size_t k = 0; k < values.size(); ++k)
    out += fmt::format("{},{},{}\n", study.summaries[k].name,
                       values[k] ? csv_number(*values[k]) : "", csv_cell(study.summaries[k].unit));
  return out;
}

}  // namespace scree
