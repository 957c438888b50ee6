#pragma once
/// Mutants: cases made wrong on purpose ([[mutant]] of expect.toml), to see whether the statements
/// that should notice do so.
#include <functional>
#include <string>
#include <vector>

#include "scree/verify/verify.h"

namespace scree {

/// One statement judged on one mutant.
struct MutantFinding {
  std::string mutant;
  Finding finding;

  /// The statement falls short, as it should.
  bool caught() const { return !finding.holds; }
};

struct MutantVerdict {
  std::string folder, title;
  int mutants = 0, runs = 0;
  double seconds = 0;  // wall clock of the runs, added up
  std::vector<MutantFinding> findings;
};

/// Runs the mutants of the cases and judges the statements they name. `options.only` is a pattern
/// of mutants and statements. `each` is given the folders that have any, in order. Returns how many
/// statements that are a must no mutant names. Throws CaseError, also where a mutant is no valid
/// case.
int verify_mutants(const std::vector<std::string>& folders, const VerifyOptions& options,
                   const std::function<void(const MutantVerdict&)>& each);

/// The table for people. With `all`, every run has its line.
std::string mutant_table(const MutantVerdict& verdict, bool all = false);

}  // namespace scree
