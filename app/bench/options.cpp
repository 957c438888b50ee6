#include "bench/options.h"

#include <algorithm>

namespace scree::app {

RaceOptions race_options(const BenchOptions& o, RaceOptions usual) {
  if (o.repeats > 0) usual.repeats = o.repeats;
  if (o.warmup >= 0) usual.warmup = o.warmup;
  if (o.steps > 0) usual.steps = o.steps;
  if (o.pieces > 0) usual.pieces = o.pieces;
  usual.pieces = std::min(usual.pieces, usual.steps);
  return usual;
}

RaceOptions race_options(const BenchOptions& o, const Problem& problem, long spheres) {
  RaceOptions usual = problem.usual;
  if (spheres >= 1000000) {
    usual.repeats = 1;
    usual.steps = problem.large_steps;
    usual.pieces = usual.steps / 50;
  }
  return race_options(o, usual);
}

std::string work_folder() { return home() + "/out/bench"; }

}  // namespace scree::app
