#pragma once
/// results.csv: one row per run of a study, with its parameters and what was measured in it.
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "scree/io/series_file.h"
#include "scree/study/study.h"
#include "scree/study/study_folder.h"

namespace scree {

/// One run: where it stands, and its results where there are any.
struct ResultRow {
  RunStatus status = RunStatus::kWaiting;
  std::vector<std::optional<Real>> values;  // one per Study::results; empty unless done
};

struct StudyResults {
  std::vector<ResultRow> rows;               // one per Study::runs
  std::map<std::string, std::string> notes;  // what could not be measured or drawn, by entry
};

/// Measures a finished run. A formula that cannot be computed leaves its cell empty and a note.
void measure_run(const Study& study, std::size_t run, StudyResults& results);

/// What a formula about one run may name: `columns` first, then results, parameters, constants.
FormulaNames result_names(const Study& study, std::size_t run, const StudyResults& results,
                          FormulaNames columns);

/// A table of a run with, beside its own columns, those of its series.csv.
class RunTable {
 public:
  /// Throws CaseError where a file is missing or malformed.
  RunTable(const std::string& run_folder, const std::string& table);
  FormulaNames names() const;
  /// A column with its unit; any other text as it is.
  std::string label(const std::string& column) const;

 private:
  Series table_, series_;
};

/// The whole file. Depends on the study and on what the runs measured, on nothing else: the same
/// bytes however often the study was interrupted.
std::string results_csv(const Study& study, const StudyResults& results);

/// A cell of a CSV file, quoted where it must be.
std::string csv_cell(const std::string& text);
/// The shortest form that reads back to the same bits.
std::string csv_number(Real value);

}  // namespace scree
