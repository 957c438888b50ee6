#include "scree/run/estimate.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>

#include "scree/build/size_sampler.h"
#include "scree/case/bounds.h"
#include "scree/run/outputs.h"
#include "scree/run/picture_interval.h"
#include "scree/run/session.h"
#include "scree/step/nonsmooth/nonsmooth_stepper.h"
#include "scree/step/smooth/smooth_stepper.h"

namespace scree {
namespace {

using Clock = std::chrono::steady_clock;

/// Part of the places of the lattice that are taken: twelve neighbours become five, as in a heap of
/// spheres, or four, as in one of discs.
double part_kept(bool planar) { return planar ? 0.33 : 0.42; }

/// A packed bed of about n grains: face-centred lattice, slightly compressed, periodic, no gravity.
struct ProbeBed {
  Scene scene;
  State state;

  ProbeBed(const Simulation& sim, Index n) {
    const Grains& g = sim.state().grains;
    const double part = part_kept(sim.scene().planar);
    const Real r = g.size() > 0 ? g.place[0].r : 1e-3;
    const Real inv_mass = g.free > 0 ? g.motion[0].inv_mass : 1;
    const int cells = std::max(4, static_cast<int>(std::cbrt(n / (4 * part)) + 0.5));
    const Real a = 2 * std::sqrt(2.0) * r * (1 - 1e-4);  // a little overlap
    scene.method = sim.scene().method;
    scene.law = sim.scene().law;
    const Vec3 size{cells * a, cells * a, cells * a};
    scene.domain = {{0, 0, 0}, size, Cell(size)};
    scene.overlap_limit = 10;
    Random random{7, 0};
    std::vector<Vec3> x;
    for (int i = 0; i < cells; ++i)
      for (int j = 0; j < cells; ++j)
        for (int k = 0; k < cells; ++k)
          for (const Vec3 s : {Vec3{0, 0, 0}, Vec3{.5, .5, 0}, Vec3{.5, 0, .5}, Vec3{0, .5, .5}})
            x.push_back(a * (Vec3{i + 0.25, j + 0.25, k + 0.25} + s));
    std::vector<Vec3> kept;
    for (const Vec3& p : x)
      if (random.uniform() < part) kept.push_back(p);
    set_rows(state.grains, static_cast<Index>(kept.size()));
    state.grains.singles = state.grains.free = state.grains.size();
    for (Index q = 0; q < state.grains.size(); ++q) {
      state.grains.place[q] = {kept[q].x, kept[q].y, kept[q].z, r};
      state.grains.motion[q].inv_mass = inv_mass;
      state.grains.motion[q].inv_inertia = 2.5 * inv_mass / (r * r);
      state.grains.id[q] = q;
    }
    state.lists.skin = 0.2 * r;
    state.lists.inner_skin = 0.02 * r;
  }
};

/// Of a step that ends at a tolerance, begun with the impulses of the last one.
constexpr long kUsualIterations = 30;
/// In a flow most steps have an impact stage or two, solved like the step itself.
constexpr double kWithImpacts = 2.2;

/// Seconds per grain and step of the packed bed; half is added for keeping lists, walls and
/// the disorder of things that flow.
double seconds_per_grain_step(const Simulation& sim, Index n) {
  ProbeBed bed(sim, std::clamp<Index>(n, 500, 20000));
  const bool rigid = sim.case_file().run.method == Method::kNonsmooth;
  NonsmoothOptions o = sim.case_file().nonsmooth;
  o.solver = LocalSolver::kPgs;
  if (o.tolerance > 0) o.iterations = std::min(o.iterations, kUsualIterations);
  o.tolerance = 0;
  o.impacts = false;  // nothing moves here
  const std::unique_ptr<Stepper> chosen =
      rigid ? std::unique_ptr<Stepper>(std::make_unique<NonsmoothStepper>(o))
            : std::make_unique<SmoothStepper>();
  Stepper& stepper = *chosen;
  const Real dt = 1e-3 * sim.dt();
  stepper.prepare(bed.scene, bed.state, dt);
  bed.state.clock.dt = dt;
  NoDrive nothing;
  double best = INFINITY;
  const Clock::time_point start = Clock::now();
  for (int piece = 0; piece < 20; ++piece) {
    const int steps = rigid ? 2 : 10;
    const Clock::time_point t = Clock::now();
    for (int k = 0; k < steps; ++k) stepper.advance(bed.scene, bed.state, 1, nothing);
    const double s = std::chrono::duration<double>(Clock::now() - t).count();
    best = std::min(best, s / steps / bed.state.grains.size());
    if (std::chrono::duration<double>(Clock::now() - start).count() > 1.5) break;
  }
  return (rigid ? kWithImpacts : 1.5) * best;
}

}  // namespace

double poured_grains(const Case& c) {
  double total = 0;
  for (const EmitterOptions& e : c.emitters) {
    const double time = std::min<double>(longest_duration(c), e.stop.value_or(INFINITY)) - e.start;
    double mean_mass = 1;
    if (e.sizes) {
      const SizeSampler sizes(*e.sizes, c.run.planar);
      const Real r = 0.5 * (sizes.smallest() + sizes.largest());
      const Real density = c.materials[material_index(c, e.material)].density.value_or(1);
      mean_mass =
          density * (c.run.planar ? kPi * r * r * c.run.thickness : 4 * kPi / 3 * r * r * r);
    }
    double number = time * (e.number_rate ? *e.number_rate : e.mass_rate.value_or(0) / mean_mass);
    if (e.total_number) number = std::min<double>(number, *e.total_number);
    if (e.total_mass) number = std::min(number, *e.total_mass / mean_mass);
    total += std::max(0.0, number);
  }
  return total;
}

Estimate estimate(const Simulation& sim) {
  const Case& c = sim.case_file();
  Estimate e;
  e.grains = sim.state().grains.size() + poured_grains(c);
  e.contacts = 2.4 * e.grains;
  e.steps = std::ceil(sim.end() / sim.dt() - 1e-9);
  e.memory = 30e6 + kBytesPerSphere * e.grains;
  e.disk = expected_bytes(c, sim);
  const double grains = 0.5 * (sim.state().grains.size() + e.grains);
  const OutputIntervals i = output_intervals(sim);
  if (c.output.pictures)  // at the start, by the interval, and the last
    e.pictures = std::isfinite(i.picture) ? 2 + std::floor(sim.end() / i.picture) : 1;
  e.picture_seconds = e.pictures * picture_seconds(c, grains);
  const double outputs = (sim.end() / i.frame) * (2e-3 + 3e-6 * grains) + e.picture_seconds +
                         (sim.end() / i.series) * (1e-4 + 3e-7 * grains);
  e.seconds =
      outputs + e.steps * (2e-6 + grains * seconds_per_grain_step(sim, static_cast<Index>(grains)));
  return e;
}

}  // namespace scree
