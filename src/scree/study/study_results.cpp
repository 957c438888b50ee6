#include "scree/study/study_results.h"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>

#include "scree/base/error.h"
#include "scree/base/text.h"
#include "scree/formula/column_names.h"

namespace scree {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSeries = "series.csv";

/// What a reader of the table needs to know: there is no row to use yet, or why there is none.
const char* word_for(RunStatus status) {
  return status == RunStatus::kDone     ? "done"
         : status == RunStatus::kFailed ? "failed"
                                        : "unfinished";
}

FormulaNames both(FormulaNames first, FormulaNames second) {
  FormulaNames names;
  names.known = first.known;
  names.known.insert(names.known.end(), second.known.begin(), second.known.end());
  names.find = [first = std::move(first.find),
                second = std::move(second.find)](const std::string& name) {
    std::optional<Quantity> found = first(name);
    return found ? found : second(name);
  };
  return names;
}

}  // namespace

RunTable::RunTable(const std::string& folder, const std::string& table)
    : table_(read_series(fs::path(folder) / table)) {
  if (table != kSeries) series_ = read_series(fs::path(folder) / kSeries);
}

FormulaNames RunTable::names() const { return both(column_names(table_), column_names(series_)); }

std::string RunTable::label(const std::string& column) const {
  for (const Series* series : {&table_, &series_})
    for (const std::string& name : series->names)
      if (split_unit(name).name == column) return name;
  return column;
}

FormulaNames result_names(const Study& study, std::size_t run, const StudyResults& results,
                          FormulaNames columns) {
  FormulaNames own;
  for (const ResultOptions& r : study.results) own.known.push_back(r.name);
  own.find = [&study, &row = results.rows[run]](const std::string& name) {
    std::optional<Quantity> found;
    for (std::size_t k = 0; k < row.values.size(); ++k)
      if (study.results[k].name == name && row.values[k]) found = *row.values[k];
    return found;
  };
  return study_names(study, study.runs[run], both(std::move(columns), std::move(own)));
}

void measure_run(const Study& study, std::size_t number, StudyResults& results) {
  const StudyRun& run = study.runs[number];
  const std::string& block = study.blocks[run.block].name;
  ResultRow& row = results.rows[number];
  row.values.assign(study.results.size(), {});
  std::map<std::string, RunTable> tables;
  for (std::size_t k = 0; k < study.results.size(); ++k) {
    const ResultOptions& r = study.results[k];
    if (!matches(r.runs, block)) continue;
    try {
      const auto table = tables.try_emplace(r.table, run_folder(study, run), r.table).first;
      row.values[k] =
          evaluate_number(r.formula, result_names(study, number, results, table->second.names()));
    } catch (const std::runtime_error& error) {  // of the formula, or of the file
      results.notes["result." + r.name] =
          fmt::format("{}:{}: result.{} in {}: {}", r.origin.file, r.origin.line, r.name,
                      run.plan.name, error.what());
    }
  }
}

std::string csv_number(Real value) {
  return std::isnan(value) ? "nan" : plain(value);  // one spelling, whatever the sign
}

std::string csv_cell(const std::string& given) {
  const std::string text = printable_lines(given);
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string cell = "\"";
  for (const char c : text) cell += c == '"' ? std::string("\"\"") : std::string(1, c);
  return cell + "\"";
}

std::string results_csv(const Study& study, const StudyResults& results) {
  const std::vector<std::string> parameters = study.parameter_columns();
  std::string out = "run,block";
  for (const std::string& name : parameters) out += "," + csv_cell(name);
  out += ",status";
  for (const ResultOptions& r : study.results)
    out += "," + csv_cell(r.unit.empty() ? r.name : fmt::format("{} [{}]", r.name, r.unit));
  out += "\n";
  for (std::size_t k = 0; k < study.runs.size(); ++k) {
    const StudyRun& run = study.runs[k];
    const ResultRow& row = results.rows[k];
    out += run.plan.name + "," + study.blocks[run.block].name;
    for (const std::string& name : parameters) {
      const std::string* value = find_parameter(run.plan.parameters, name);
      out += "," + (value ? csv_cell(*value) : "");
    }
    out += fmt::format(",{}", word_for(row.status));
    for (std::size_t i = 0; i < study.results.size(); ++i) {
      const bool known = i < row.values.size() && row.values[i];
      out += "," + (known ? csv_number(*row.values[i]) : "");
    }
    out += "\n";
  }
  return out;
}

}  // namespace scree
