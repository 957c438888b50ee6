#pragma once
/// A study: cases run over a grid of parameters, what is measured in each run, and the figures
/// drawn from it. The content of study.toml (docs/formats/study.md).
#include <string>
#include <utility>
#include <vector>

#include "scree/case/case.h"
#include "scree/study/run_plan.h"

namespace scree {

/// Runs of one case over a grid.
struct StudyBlock {
  std::string name;
  std::string case_path;         // folder or file; once read, the file
  std::vector<std::string> set;  // as --set; may contain {formula} of parameters and constants
  std::vector<Sweep> grid;       // once read, with what the study's own grid adds
  std::string after;             // the block whose runs these start from
  Origin origin;
};

/// One number per run: a column of results.csv.
struct ResultOptions {
  std::string name, unit, formula;
  std::string runs = "*";            // pattern of the blocks it is about
  std::string table = "series.csv";  // file of the run whose columns the formula uses
  Origin origin;
};

enum class FigureKind { kPoints, kCurves };
enum class FitKind { kNone, kLine };

struct FigureOptions {
  std::string name, title, x_label, y_label, label;
  FigureKind kind = FigureKind::kPoints;
  std::string x;                                       // formula over results, or over a table
  std::vector<std::pair<std::string, std::string>> y;  // name and formula of each
  std::string runs = "*";                              // pattern of the blocks shown
  std::vector<Sweep> only;                             // values of parameters shown
  std::vector<std::string> by = {"block"};             // a curve for each of their values
  std::optional<std::vector<std::string>> over;        // parameters averaged over
  std::string table = "series.csv";
  std::string where;    // condition on the rows of the table that are drawn
  bool pooled = false;  // rows with the same x become one point
  FitKind fit = FitKind::kNone;
  bool log_x = false, log_y = false;
  Origin origin;
};

/// One number about the whole study: a row of summary.csv.
struct SummaryOptions {
  std::string name, unit, formula;
  std::string runs = "*";  // pattern of the blocks whose columns have no prefix
  Origin origin;
};

/// One run of a study.
struct StudyRun {
  RunPlan plan;           // its name is "block/P=0.1/seed=1", also its folder under runs/
  std::size_t block = 0;  // in Study::blocks
  int after = -1;         // the run it starts from, in Study::runs
  std::string case_text;  // of the case file, to notice that it changed
  Real duration = 0;      // the longest it may simulate, for estimates [s]
  bool dimensionless = false;
};

struct Study {
  std::string file, name, title;
  std::string out;          // folder of all that is written
  Parameters constants;     // names for formulas
  std::vector<Sweep> grid;  // of every block
  std::vector<StudyBlock> blocks;
  std::vector<ResultOptions> results;
  std::vector<FigureOptions> figures;
  std::vector<SummaryOptions> summaries;
  std::vector<StudyRun> runs;  // of all blocks, in the order of the file

  /// Names of all parameters, in the order in which the blocks bring them.
  std::vector<std::string> parameter_columns() const;
};

/// Reads study.toml (or the one in a folder) and every case it names; throws CaseError with file,
/// line, key and remedy. `out` is the folder for all results; empty: out/<name of the study>.
Study read_study(const std::string& path, const std::string& out = "");
Study read_study_text(const std::string& text, const std::string& file,
                      const std::string& out = "");

/// Folder of a run.
std::string run_folder(const Study& study, const StudyRun& run);

/// Parameters of a run and constants of its study; `others` are asked first.
FormulaNames study_names(const Study& study, const StudyRun& run, FormulaNames others);

/// `label` with every {parameter}, {block} and {constant} filled in. Throws FormulaError.
std::string fill_label(const std::string& label, const Study& study, const StudyRun& run);

}  // namespace scree
