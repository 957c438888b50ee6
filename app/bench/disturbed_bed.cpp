#include "bench/disturbed_bed.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <memory>
#include <vector>

#include "bench/problems.h"
#include "bench/report.h"
#include "bench/settle.h"
#include "exit_code.h"
#include "running.h"
#include "scree/observe/reduction.h"
#include "scree/run/session.h"
#include "scree/state/row_index.h"

namespace scree::app {
namespace {

constexpr int kTurn = 5;        // steps of one before the other has its turn
constexpr double kMoved = 0.1;  // radii: such a grain was disturbed
constexpr double kNear = 5;     // radii from the blade: none may be frozen there

/// A blade, and what is wanted of it.
struct Blade {
  double width;             // [m]
  double reduced;           // level of reduction, about
  double gain, solve_gain;  // at least: with 50 iterations, and to the same residual
};
constexpr Blade kBlades[]{{0.02, 0.95, 12, 40}, {0.14, 0.7, 3, 4}};

/// How a step is solved.
struct Solving {
  const char* how;
  std::vector<std::string> sets;
  int warm, timed;  // steps until bonds have formed, and those that count
};
const Solving kSolving[]{
    {"50 iterations", {}, 50, 250},
    {"to 1e-3 g h", {"nonsmooth.speed_tolerance=1.96e-5", "nonsmooth.iterations=20000"}, 20, 20}};

/// One of the two runs.
struct Side {
  std::unique_ptr<Simulation> run;
  double seconds = 0;
  std::array<double, kStageNames.size()> start{};
  double level = 0, force = 0;  // sums over the timed steps
  std::vector<Vec3> before;     // places by id
};

Start bed_start(const Blade& b) {
  return {home() + "/cases/reduction/bed-at-rest",
          {"reduction.merge_speed=0", "nonsmooth.iterations=100", "nonsmooth.tolerance=1e-3",
           "phase.draw.duration=0.2", fmt::format("wall.blade.lo=[-0.06, {}, 0.3]", -b.width / 2),
           fmt::format("wall.blade.hi=[-0.05, {}, 0.45]", b.width / 2)},
          fmt::format("bed-at-rest-{:g}", 1e3 * b.width)};
}

Index blade_of(const Scene& scene) {
  for (std::size_t w = 0; w < scene.walls.size(); ++w)
    if (scene.walls[w].name == "blade") return static_cast<Index>(w);
  return -1;
}

std::vector<Vec3> places(const State& s) {
  std::vector<Vec3> out(s.next_id);
  for (Index r = 0; r < s.grains.size(); ++r) out[s.grains.id[r]] = position(s.grains.place[r]);
  return out;
}

Side side_of(const Blade& b, const Solving& solving, const std::string& settled, bool reduced) {
  Start start = bed_start(b);
  std::erase_if(start.sets, [](const std::string& set) {
    return set.starts_with("nonsmooth.") || set.starts_with("reduction.");
  });
  start.sets.insert(start.sets.end(), solving.sets.begin(), solving.sets.end());
  Case c = read_case(start.case_path, start.sets);
  if (!reduced) c.reduction.reset();
  CheckpointNote note;
  State state = load_simulation(settled, note, true)->state();
  Side side;
  side.run = std::make_unique<Simulation>(c, std::move(state), std::vector<std::string>{"", "bed"});
  side.run->extend_to(side.run->state().clock.time() + 1);
  return side;
}

void take(Side& side, int steps, bool timed) {
  side.run->times().skip();  // the other one had its turn
  for (int k = 0; k < steps; ++k) {
    const auto begin = std::chrono::steady_clock::now();
    const Stop stop = side.run->advance();
    if (stop.any()) throw CaseError(stop.message);
    if (!timed) continue;
    side.seconds += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    const State& s = side.run->state();
    side.force += s.walls[blade_of(side.run->scene())].force.x;
    if (side.run->scene().reduction) side.level += measure_reduction(s).level;
  }
}

/// Of the grains that moved in the full run, the share that stood still in the reduced one, and
/// how many of those are near the blade.
struct Frozen {
  int moved = 0, frozen = 0, near = 0;
};
Frozen frozen_of(const Side& full, const Side& reduced, const Blade& b) {
  Frozen out;
  const std::vector<Vec3> x = places(full.run->state()), y = places(reduced.run->state());
  const WallState& blade = full.run->state().walls[blade_of(full.run->scene())];
  const double r = full.run->state().grains.place[0].r;
  for (std::size_t id = 0; id < x.size(); ++id) {
    if (norm(x[id] - full.before[id]) < kMoved * r) continue;
    ++out.moved;
    if (norm(y[id] - reduced.before[id]) > 0) continue;
    ++out.frozen;
    const Vec3 at = x[id] - blade.x;  // the frame of the blade is that of the case
    const Vec3 off{std::max({-0.06 - at.x, at.x + 0.05, 0.0}),
                   std::max(std::fabs(at.y) - b.width / 2, 0.0), std::max(0.3 - at.z, 0.0)};
    out.near += norm(off) < kNear * r;
  }
  return out;
}

void bench_blade(const Blade& b, const Solving& solving, int threads, const std::string& folder) {
  const std::string settled = settle(bed_start(b), folder);
  Side full = side_of(b, solving, settled, false), reduced = side_of(b, solving, settled, true);
  choose_threads(threads, 1 << 30);
  const int steps = solving.timed;
  take(full, solving.warm, false), take(reduced, solving.warm, false);
  for (Side* side : {&full, &reduced})
    side->start = side->run->times().seconds(), side->before = places(side->run->state());
  for (int k = 0; k < steps; k += kTurn) take(full, kTurn, true), take(reduced, kTurn, true);
  const auto full_stages = full.run->times().seconds(), stages = reduced.run->times().seconds();
  const double level = reduced.level / steps, gain = full.seconds / reduced.seconds;
  fmt::print("blade of {:g} mm, {} thread{}: {} grains, {} steps of {} ms, {}\n", 1e3 * b.width,
             threads, threads > 1 ? "s" : "", full.run->state().grains.size(), steps,
             1e3 * full.run->dt(), solving.how);
  fmt::print("  full {:.2f} ms a step, reduced {:.2f}: gain {:.2f} at R = {:.3f}\n",
             1e3 * full.seconds / steps, 1e3 * reduced.seconds / steps, gain, level);
  fmt::print("  {:12} {:>10} {:>10} {:>8}\n", "stage", "full [ms]", "reduced", "of full");
  for (std::size_t k = 0; k < stages.size(); ++k) {
    const double a = 1e3 * (full_stages[k] - full.start[k]) / steps,
                 c = 1e3 * (stages[k] - reduced.start[k]) / steps;
    if (a + c > 1e-3)
      fmt::print("  {:12} {:10.3f} {:10.3f} {:7.2f}%\n", kStageNames[k], a, c,
                 0.1 * c * steps / full.seconds);
  }
  const Frozen frozen = frozen_of(full, reduced, b);
  fmt::print("  force on the blade {:.2f} N, reduced {:.2f} N ({:+.1f} %)\n", full.force / steps,
             reduced.force / steps, 100 * (reduced.force / full.force - 1));
  fmt::print("  {} grains moved by {} radii, {} of them frozen ({:.2f} %), {} within {} r\n",
             frozen.moved, kMoved, frozen.frozen, 100.0 * frozen.frozen / std::max(frozen.moved, 1),
             frozen.near, kNear);
  const double wanted = solving.sets.empty() ? b.gain : b.solve_gain;
  fmt::print("{}\n",
             targets_table({{fmt::format("gain at R = {:g} %, {}", 100 * b.reduced, solving.how),
                             wanted, gain}}));
  std::fflush(stdout);
}

}  // namespace

int bench_disturbed_bed(const std::string& folder) {
  for (const Solving& solving : kSolving)
    for (const int threads : {1, 2})
      for (const Blade& b : kBlades) bench_blade(b, solving, threads, folder);
  return kDone;
}

}  // namespace scree::app
