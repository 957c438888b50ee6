#pragma once
/// What two programs are raced on, benchmark by benchmark.
#include <string>
#include <vector>

#include "bench/duel.h"

namespace scree::app {

/// Benchmarks that have a duel.
std::vector<std::string> duel_names();

/// The problems of a benchmark, as the options ask for them; what has to settle first is settled
/// then.
std::vector<DuelProblem> duel_problems(const BenchOptions& o, Starts& starts);

}  // namespace scree::app
