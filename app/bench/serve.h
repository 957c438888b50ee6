#pragma once
/// The side of `scree bench` that is timed: a simulation driven through standard input, with the
/// few commands of LAMMPS that race.h sends. A process of its own, so that its threads, its memory
/// and its waiting do not mix with those of the other codes.
#include <string>
#include <vector>

namespace scree::app {

/// Reads "run N" (with N = 0: measure), "print ..." and "quit" until the end of input; returns an
/// exit code.
int serve(const std::string& case_file, const std::vector<std::string>& sets);

}  // namespace scree::app
