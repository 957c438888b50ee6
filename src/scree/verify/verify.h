#pragma once
/// Runs a case as its expect.toml says and compares what came out with what was expected.
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "scree/verify/expect.h"
#include "scree/verify/verify_runs.h"

namespace scree {

/// What was found about one statement. With several runs, the worst of them is shown.
struct Finding {
  Statement statement;
  std::string expected, measured, distance, tolerance;  // as printed
  std::string run;                                      // the one shown; empty: there is only one
  int runs = 0;                                         // the statement is about
  Real excess = 0;                                      // distance over tolerance: at most 1 holds
  bool holds = false;
  std::string trouble;        // of the run, if it stopped early
  std::string why;            // it falls short although no distance could be told
  std::vector<Finding> each;  // in every run; with points, what each of them measured

  bool within() const { return excess <= 1; }
};

struct Verdict {
  std::string folder, title;
  int runs = 0;
  double seconds = 0;  // wall clock of its runs, added up
  std::vector<Finding> findings;

  /// Statements that are a must and do not hold.
  int missed() const;
};

struct VerifyOptions {
  std::string out;         // keep each run's series.csv under this folder; empty: keep nothing
  std::string only = "*";  // pattern of statements and runs (docs/formats/expect.md)
  int jobs = 1;            // runs at a time, each in a process of its own if there are several
  int threads = 0;         // of each run; 0: as many as OpenMP would take, shared by the jobs
  WatchRuns watch;         // may be empty
};

/// Verifies the cases in folders with case.toml and expect.toml; all are read before any is run.
/// `each` is given the verdicts in the order of the folders, each as soon as it is there; folders
/// without anything `only` asks for are left out. Throws CaseError.
void verify_cases(const std::vector<std::string>& folders, const VerifyOptions& options,
                  const std::function<void(const Verdict&)>& each);

/// The same for one folder.
Verdict verify_case(const std::string& folder, const VerifyOptions& options);

/// Compares finished runs with a statement; results by name of the run.
Finding judge(const Statement& statement, const std::vector<const RunPlan*>& runs,
              const std::map<std::string, RunResult>& results);
/// All statements of a file.
std::vector<Finding> judge(const Expectations& expected,
                           const std::map<std::string, RunResult>& results);

/// The table for people: statements, numbers and verdicts, then sources and reasons. With `all`,
/// every run has its line.
std::string verdict_table(const Verdict& verdict, bool all = false);

}  // namespace scree
