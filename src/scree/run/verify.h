#pragma once
/// Runs a case as its expect.toml says and compares what came out with what was expected.
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "scree/io/series_file.h"
#include "scree/run/expect.h"

namespace scree {

/// A finished run: its columns, or why it stopped early.
struct RunResult {
  Series series;
  std::string trouble;
  std::map<Real, bool> resumed;  // was the state the same after an interruption at this part
};

/// What was found about one statement. With several runs, the worst of them is shown.
struct Finding {
  Statement statement;
  std::string expected, measured, distance, tolerance;  // as printed
  std::string run;                                      // the one shown; empty: there is only one
  int runs = 0;                                         // the statement is about
  Real excess = 0;                                      // distance over tolerance: at most 1 holds
  bool holds = false;
  std::string trouble;  // of the run, if it stopped early
};

struct Verdict {
  std::string folder, title;
  int runs = 0;
  double seconds = 0;  // wall clock
  std::vector<Finding> findings;

  /// Statements that are a must and do not hold.
  int missed() const;
};

struct VerifyOptions {
  std::string out;  // keep each run's series.csv under this folder; empty: keep nothing
  /// Called now and then with the name of the run, its number, how many there are and the part
  /// of it that is done; may be empty.
  std::function<void(const std::string& run, int number, int of, Real done)> watch;
};

/// Verifies the case in a folder with case.toml and expect.toml. Throws CaseError.
Verdict verify_case(const std::string& folder, const VerifyOptions& options);

/// The columns of a run as names of formulas, with or without their unit; `series` must outlive it.
FormulaNames column_names(const Series& series);

/// Compares finished runs with the statements; results by name of the run.
std::vector<Finding> judge(const Expectations& expected,
                           const std::map<std::string, RunResult>& results);

/// The table for people: statements, numbers and verdicts, then sources and reasons.
std::string verdict_table(const Verdict& verdict);

}  // namespace scree
