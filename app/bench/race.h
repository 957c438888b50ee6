#pragma once
/// Times several codes on the same problem, piece by piece in turn, so that a busy moment of the
/// machine hits all of them alike.
#include <optional>
#include <string>
#include <vector>

namespace scree::app {

/// A program that reads commands in the manner of LAMMPS from its standard input.
struct Contender {
  std::string name;                  // "LAMMPS granular"
  int cores = 1;                     // threads or ranks
  std::vector<std::string> command;  // program and arguments
  std::string setup;                 // sent first
  std::string finish;                // sent last; makes it print the coordination number
};

struct RaceOptions {
  int warmup = 500;  // steps that are not counted
  int steps = 1000;  // steps that are
  int pieces = 10;   // into which these are cut
  int repeats = 3;   // of everything, from the same start
};

/// What one code needed for the counted steps.
struct Result {
  std::string name;
  int cores = 1;
  long spheres = 0, steps = 0;
  std::vector<std::vector<double>> pieces;  // seconds by repeat and piece
  double seconds = 0;                       // see best_total()
  double mean_seconds = 0;                  // mean over the repeats
  double core_seconds = 0;             // as `seconds`, but only the time on a core, of all threads
  double waited = 0;                   // share of the time its threads waited for a core
  long builds = 0;                     // of the neighbour list during the counted steps
  std::optional<long> refreshes;       // of Scree's inner list
  std::optional<double> contacts;      // touching, with walls, at the end
  std::optional<double> residual;      // of the last solve for impulses, over the load
  std::optional<double> coordination;  // at the end
  std::optional<double> kinetic;       // energy of translation at the end [J]
  std::optional<std::string> state;    // fingerprint of everything Scree knows at the end
  std::size_t resident = 0;            // memory of all its processes [bytes]

  /// Particle-steps per second.
  double rate() const { return static_cast<double>(spheres * steps) / seconds; }
  /// The same per second on a core: nearly immune to other work, but blind to waiting and spinning.
  double core_rate() const { return static_cast<double>(spheres * steps) / core_seconds; }
};

/// Every repeat takes the same steps, so piece p is the same work in each of them. A disturbance
/// only ever adds time: the sum over pieces of the shortest repeat is what a quiet machine needs.
double best_total(const std::vector<std::vector<double>>& seconds_by_repeat);
/// The plain mean over repeats of their sums.
double mean_total(const std::vector<std::vector<double>>& seconds_by_repeat);

/// Starts all contenders anew for every repeat. Transcripts go to `folder`. Throws CaseError when
/// one of them fails.
std::vector<Result> race(const std::vector<Contender>& contenders, const RaceOptions& options,
                         const std::string& folder);

}  // namespace scree::app
