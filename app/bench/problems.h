#pragma once
/// The problems that are timed: a case file of bench/cases, its sizes and its usual length.
#include <string>
#include <vector>

#include "bench/race.h"

namespace scree::app {

struct Problem {
  std::string name;   // bed, drum
  std::string title;  // one line
  RaceOptions usual;  // length at 10k and 100k
  int large_steps;    // counted steps from 1M on: just enough for three list builds in every code
};

/// Spheres in the state each problem is tiled from.
constexpr long kTile = 10000;

const std::vector<Problem>& problems();
/// The named one; CaseError listing the names when there is none.
const Problem& find_problem(const std::string& name);

/// n as nx * ny with nx >= ny, as square as possible.
struct Tiling {
  long nx = 1, ny = 1;
};
Tiling square_tiling(long n);

/// Overrides of the case file for a number of spheres; CaseError unless it is whole tiles.
std::vector<std::string> sets_for(const Problem& problem, long spheres);

/// Where bench/ and out/ are: the checkout the launcher belongs to, else the working folder.
std::string home();
std::string case_file(const std::string& name);

/// This or another Scree program on a case, with the given number of threads.
Contender scree_contender(const std::string& program, const std::string& name, int threads,
                          const std::string& case_path, const std::vector<std::string>& sets);
/// Path of the program that runs now.
std::string own_program();

}  // namespace scree::app
