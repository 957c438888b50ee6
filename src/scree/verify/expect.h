#pragma once
/// What a case is expected to show: the content of expect.toml (docs/formats/expect.md).
///
/// A file lists variants (the runs: the case with some keys set otherwise) and statements (a
/// number measured in those runs, what it should be, how near, and who says so).
#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "scree/case/case.h"
#include "scree/study/run_plan.h"

namespace scree {

struct VariantOptions {
  std::string name;              // may contain {parameter}
  std::vector<std::string> set;  // as --set; may contain {formula} of the parameters
  std::vector<Sweep> sweep;      // one run for every combination of values
  Origin origin;
};

enum class StatementKind { kMust, kReport };
enum class Trend { kRises, kFalls };

struct Statement {
  std::string name;
  std::string runs = "*";                                   // pattern of the runs it is about
  std::string measure;                                      // formula over the columns of a run
  std::vector<std::pair<std::string, std::string>> points;  // one number per run and name
  std::vector<std::array<Real, 2>> curve;                   // columns curve_x, curve_y of `measure`
  std::optional<Real> interrupt;                            // stop, save and resume at this part

  std::optional<std::string> value;          // formula, may use the parameters of the run
  std::optional<std::array<Real, 2>> range;  // from, to
  std::optional<Trend> trend;                // of a column
  std::optional<Real> tolerance;             // relative to the value [-]
  std::optional<Real> absolute;              // in the unit of the value

  std::string unit;
  std::string source;  // ends with its provenance: [ext: X], [derived], ...
  StatementKind kind = StatementKind::kMust;
  std::string reason;  // of a report: why it is no must
  Origin origin;
};

/// A program that is wrong on purpose: keys set so that some statements must not hold any more.
struct MutantOptions {
  std::string name;                 // in words; the keys it sets where none is given
  std::vector<std::string> set;     // on top of the run's own; may contain {formula}
  std::vector<std::string> misses;  // names of statements that must fall short
  std::string runs = "*";           // pattern of the runs it is in
  Origin origin;
};

struct Expectations {
  std::string file;
  std::vector<VariantOptions> variants;
  std::vector<Statement> statements;
  std::vector<MutantOptions> mutants;
  std::vector<RunPlan> runs;  // from the variants; one without name when there are none
};

/// Reads expect.toml; throws CaseError naming file, line, key and remedy.
Expectations read_expectations(const std::string& path);
Expectations read_expectations_text(const std::string& text, const std::string& name);

/// The runs a statement is about.
std::vector<const RunPlan*> runs_of(const Statement& statement, const Expectations& expected);

/// The run with the keys of a mutant set on top of its own. Throws CaseError.
RunPlan with_mutant(const RunPlan& run, const MutantOptions& mutant);

}  // namespace scree
