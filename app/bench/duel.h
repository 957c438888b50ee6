#pragma once
/// This program against another build of Scree on the same problems: which is faster, and by how
/// much, told from a difference of a per cent or two.
#include <optional>
#include <string>
#include <vector>

#include "bench/instructions.h"
#include "bench/options.h"
#include "bench/race.h"
#include "bench/starts.h"

namespace scree::app {

struct DuelProblem {
  std::string label;  // "bed 10k"
  std::string case_path;
  SideSets sets;
  RaceOptions options;                  // repeats: how many races
  std::optional<CountedSteps> counted;  // none: too large for callgrind, or not asked for
};

/// Races of a problem. Whoever starts first has an advantage of some 3 %: the other one in every
/// second race.
constexpr int kRaces = 3;
/// Whether this program starts first in a race, counted from 0.
bool own_first(int race);

/// Seconds of one side by race and piece.
using PieceTimes = std::vector<std::vector<double>>;

struct DuelResult {
  std::string label;
  int threads = 1;
  long steps = 0;
  PieceTimes own, other;
  std::optional<bool> same;  // state after the last step, where both tell it

  /// Time of the other over that of this, race by race: above 1 this one is faster.
  std::vector<double> ratios() const;
  /// The same, of every piece its shortest time in all races.
  double best() const;
};

/// All races of a problem.
DuelResult duel(const DuelProblem& problem, const Programs& programs, int threads,
                const std::string& folder);

std::string duel_header(int races);
std::string duel_row(const DuelResult& result);
std::string count_row(const std::string& label, int steps, const InstructionCounts& counts);

/// CaseError with the remedy when the benchmark has no duel, or options do not go with one.
void require_duel(const BenchOptions& o);
/// All problems of the benchmark; returns an exit code.
int bench_duel(const BenchOptions& o);

}  // namespace scree::app
