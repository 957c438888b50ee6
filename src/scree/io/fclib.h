#pragma once
/// Files of FCLIB, the public collection of frictional contact problems, in local form: HDF5 with
/// W, q and mu under /fclib_local, first guesses under /guesses, a solution under /solution.
#include <filesystem>
#include <string>

#include "scree/state/local_problem.h"

namespace scree {

/// Throws CaseError for a file that is none, or whose parts contradict each other.
LocalProblem read_fclib(const std::filesystem::path& path);

/// Replaces the file. `title` and `description` are kept in it.
void write_fclib(const std::filesystem::path& path, const LocalProblem& problem,
                 const std::string& title, const std::string& description);

}  // namespace scree
