#include "scree/run/picture_interval.h"

#include <algorithm>
#include <cmath>

#include "scree/run/estimate.h"

namespace scree {
namespace {

/// Of a run, at most.
constexpr double kShare = 0.1;
/// A step, and a grain of it, of a fast run on one core [s]. The methods that solve for friction or
/// impulses take longer.
constexpr double kStep = 2e-6, kGrainStep = 4e-8, kGrainSolve = 4e-7;
/// A picture of 1200 pixels and no grains, and a grain of it, on one core [s].
constexpr double kPicture = 0.13, kGrainPicture = 4e-6;

double run_seconds(const Simulation& sim, double grains) {
  const bool smooth = sim.case_file().run.method == Method::kSmooth;
  return sim.end() / sim.dt() * (kStep + (smooth ? kGrainStep : kGrainSolve) * grains);
}

}  // namespace

double picture_seconds(const Case& c, double grains) {
  const double width = c.output.picture.width / 1200.0;
  return kPicture * width * width + kGrainPicture * grains;
}

Real picture_interval(const Simulation& sim, Real frame) {
  const Case& c = sim.case_file();
  if (!c.output.pictures) return INFINITY;
  if (c.output.picture_interval) return *c.output.picture_interval;
  const double grains = sim.state().grains.size() + 0.5 * poured_grains(c);
  // One is the last picture, which every run makes.
  const double number = kShare * run_seconds(sim, grains) / picture_seconds(c, grains) - 1;
  if (!(number >= 1)) return INFINITY;
  return frame * std::max(1.0, std::ceil(longest_duration(c) / frame / std::floor(number) - 1e-9));
}

}  // namespace scree
