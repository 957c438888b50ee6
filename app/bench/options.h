#pragma once
/// What was asked of `scree bench`, and how long a race is then.
#include <string>
#include <vector>

#include "bench/problems.h"
#include "bench/race.h"

namespace scree::app {

struct BenchOptions {
  std::string name;
  std::string sizes, threads;                           // as given; empty: the usual ones
  int repeats = 0, steps = 0, warmup = -1, pieces = 0;  // 0 or -1: the usual number
  bool with_peers = false, csv = false;
  double skin = 5e-4;        // of the peers [m]
  std::string against;       // another Scree program, for a duel
  std::string instructions;  // both programs of the duel once more, as valgrind can run them
  std::string serve;
  std::vector<std::string> sets;
};

/// The usual options but for what was given.
RaceOptions race_options(const BenchOptions& o, RaceOptions usual);
/// Those of a problem, which are fewer steps from a million spheres on.
RaceOptions race_options(const BenchOptions& o, const Problem& problem, long spheres);

/// Where transcripts and settled starts are kept.
std::string work_folder();

}  // namespace scree::app
