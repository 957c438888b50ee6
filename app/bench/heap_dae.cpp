#include "bench/heap_dae.h"

#include <fmt/format.h>

#include <chrono>
#include <cmath>

#include "bench/peers.h"
#include "bench/problems.h"
#include "bench/transcript.h"
#include "exit_code.h"
#include "running.h"
#include "scree/base/error.h"
#include "scree/observe/friction.h"

namespace scree::app {
namespace {

using Clock = std::chrono::steady_clock;

constexpr double kWantedRatio = 20;  // of a step by exact friction over one by springs, at 2,000
constexpr double kWantedExponent = 1.3;  // of its growth with the number of grains
constexpr int kPieces = 10;

struct Timed {
  double first, step;  // seconds of a step: at the start, and later the fastest of some pieces
  FrictionNow friction;
  double iterations = 0;  // of conjugate gradients per step, at the end
};

Timed time_steps(const Heap& heap, const std::string& settled, const std::string& method,
                 double budget) {
  std::vector<std::string> sets = heap.sets_by(method);
  sets.push_back(run_from(settled));
  Simulation sim(read_case(heap.file(), sets), load_runs());
  const auto advance = [&](int steps) {
    const Clock::time_point start = Clock::now();
    for (int k = 0; k < steps; ++k)
      if (const Stop stop = sim.advance(); stop.any()) throw CaseError(stop.message);
    return std::chrono::duration<double>(Clock::now() - start).count() / steps;
  };
  Timed t{advance(5), INFINITY, {}, 0};
  // The rest of the motion dies out; no longer than the budget allows.
  const Clock::time_point start = Clock::now();
  double now = t.first;
  for (int k = 0; k < 200; ++k) {
    now = advance(50);
    if (std::chrono::duration<double>(Clock::now() - start).count() > budget) break;
  }
  const auto before = sim.state().friction.iterations;
  const int steps = std::max(3, static_cast<int>(0.3 / now));
  for (int k = 0; k < kPieces; ++k) t.step = std::min(t.step, advance(steps));
  t.iterations = static_cast<double>(sim.state().friction.iterations - before) / (kPieces * steps);
  if (method == "dae") t.friction = measure_friction(sim.scene(), sim.state());
  return t;
}

}  // namespace

std::string Heap::file() const { return case_file(planar ? "heap-planar" : "heap"); }

std::vector<std::string> Heap::sets() const {
  const double across = planar ? 4e-4 * static_cast<double>(grains)
                               : 4e-3 * std::sqrt(0.1 * static_cast<double>(grains));
  std::vector<std::string> out{fmt::format("bodies.0.count={}", grains)};
  if (planar) {
    out.push_back(fmt::format("domain.hi=[{}, 0.3]", across));
    out.push_back(
        fmt::format("bodies.0.region={{kind=\"box\", lo=[0, 0.0025], hi=[{}, 0.1]}}", across));
  } else {
    out.push_back(fmt::format("domain.hi=[{0}, {0}, 0.3]", across));
    out.push_back(fmt::format(
        "bodies.0.region={{kind=\"box\", lo=[0, 0, 0.0025], hi=[{0}, {0}, 0.1]}}", across));
  }
  return out;
}

std::vector<std::string> Heap::sets_by(const std::string& method) const {
  std::vector<std::string> out = sets();
  out.insert(out.end(), {fmt::format("run.method=\"{}\"", method), "run.duration=10"});
  return out;
}

Start Heap::start() const {
  return {file(), sets(), fmt::format("heap-{}-{}", planar ? "2d" : "3d", grains)};
}

int bench_heap_dae(const std::string& sizes, const std::string& folder) {
  choose_threads(1, 1 << 30);
  std::vector<long> grains;
  for (const std::string& size : split_list(sizes.empty() ? "500,2000,8000" : sizes))
    grains.push_back(parse_size(size));
  for (const bool planar : {true, false}) {
    fmt::print("{}\n  {:>7} {:>9} {:>9} {:>11} {:>11} {:>11} {:>8} {:>11}\n",
               planar ? "in the plane" : "in space", "grains", "sticking", "slipping", "springs",
               "exact", "ratio", "CG", "first steps");
    std::vector<double> size, cost;
    double ratio = 0;
    for (const long n : grains) {
      const Heap heap{planar, n};
      const std::string settled = settle(heap.start(), folder);
      const Timed springs = time_steps(heap, settled, "smooth", 2);
      const Timed exact = time_steps(heap, settled, "dae", 40);
      size.push_back(static_cast<double>(n));
      cost.push_back(exact.step);
      if (n == 2000) ratio = exact.step / springs.step;
      fmt::print("  {:7} {:9} {:9} {:8.3f} ms {:8.3f} ms {:10.1f}x {:8.1f} {:8.1f} ms\n", n,
                 exact.friction.sticking, exact.friction.slipping, 1e3 * springs.step,
                 1e3 * exact.step, exact.step / springs.step, exact.iterations, 1e3 * exact.first);
      std::fflush(stdout);
    }
    if (ratio > 0)
      fmt::print("  at 2,000 grains {:.1f} times the step by springs (wanted at most {:.0f})  {}\n",
                 ratio, kWantedRatio, ratio <= kWantedRatio ? "met" : "short");
    if (size.size() > 1) {
      const double exponent =
          std::log(cost.back() / cost.front()) / std::log(size.back() / size.front());
      fmt::print("  grows as N^{:.2f} (wanted at most {:.1f})  {}\n", exponent, kWantedExponent,
                 exponent <= kWantedExponent ? "met" : "short");
    }
    fmt::print("\n");
  }
  return kDone;
}

}  // namespace scree::app
