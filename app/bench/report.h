#pragma once
/// What `scree bench` prints and keeps.
#include <string>
#include <vector>

#include "bench/machine.h"
#include "bench/race.h"

namespace scree::app {

/// All codes on one problem at one size and one number of cores.
struct Heat {
  std::string problem;
  long spheres = 0;
  int cores = 1;
  RaceOptions options;
  std::vector<Result> results;
};

std::string machine_text(const Machine& machine);
/// One line per code.
std::string heat_table(const Heat& heat);

/// The named code's result; null when it did not run.
const Result* find_result(const Heat& heat, const std::string& name);
/// The fastest code but Scree; null when Scree ran alone.
const Result* fastest_peer(const Heat& heat);

/// A speed we want to reach, and where we are.
struct Target {
  std::string what;
  double wanted = 0, measured = 0;
  bool met() const { return measured >= wanted; }
};
/// The size at which threads have a target.
constexpr long kScalingSpheres = 100000;
/// The targets of bench/README.md that these heats say something about: against the peers, and of
/// two threads against one.
std::vector<Target> targets(const std::vector<Heat>& heats);
std::vector<Target> thread_targets(const std::vector<Heat>& heats);
std::string targets_table(const std::vector<Target>& targets);

/// Doubts about a heat: too few list builds, energies that differ, a disturbed measurement.
std::vector<std::string> doubts(const Heat& heat);

std::string csv_header();
std::string csv_rows(const Heat& heat, const Machine& machine);
/// Appends to bench/results/<date>-<machine>.csv; returns its path.
std::string append_csv(const std::vector<Heat>& heats, const Machine& machine);

}  // namespace scree::app
