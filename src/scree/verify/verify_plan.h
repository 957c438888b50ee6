#pragma once
/// What verifying cases and verifying their mutants share: from a run of expect.toml to one that
/// can be made, and what is kept of it.
#include <string>

#include "scree/verify/verify.h"

namespace scree {

/// The run of the case in a folder, its case read. Throws CaseError.
RunOrder run_order(const std::string& folder, const RunPlan& run);

/// Has the run interrupted where the statement asks for that.
void add_interrupt(const Statement& statement, RunOrder& order);

/// Keeps series.csv under out/<name of the folder>/<name of the run>; nothing where `out` is empty.
void keep_series(const Series& series, const std::string& out, const std::string& folder,
                 const std::string& run);

/// Throws CaseError: there is nothing of that name.
[[noreturn]] void refuse_only(const std::string& only, const std::string& what);

}  // namespace scree
