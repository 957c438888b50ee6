#include "bench/reduction.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <optional>

#include "bench/merged_problem.h"
#include "bench/pile.h"
#include "bench/transcript.h"
#include "exit_code.h"
#include "running.h"
#include "scree/base/random.h"
#include "scree/run/session.h"
#include "scree/step/nonsmooth/nonsmooth_stepper.h"

namespace scree::app {
namespace {

constexpr double kSolved = 1e-3;  // speed left at the contacts, over that of a step's fall
constexpr Index kMost = 20000;    // sweeps
constexpr Index kBetween = 5;     // two looks
constexpr Index kTimed = 50;      // sweeps of which the time is taken, at most...
constexpr int kRepeats = 3;       // ...and how often
constexpr double kStir = 10;      // speeds of the disturbed grains, in falls of a step

/// The bodies that merged grains become: the nearest of some of them decides.
std::vector<Index> cut(const std::vector<Vec3>& x, double merged_share, int bodies) {
  const auto count = static_cast<Index>(x.size());
  std::vector<Index> by_height(count);
  for (Index k = 0; k < count; ++k) by_height[k] = k;
  std::sort(by_height.begin(), by_height.end(), [&](Index a, Index b) { return x[a].z < x[b].z; });
  const auto merged = static_cast<Index>(merged_share * count);
  Random random{11, 0};
  std::vector<Vec3> seeds;
  for (int k = 0; k < bodies && merged > 0; ++k)
    seeds.push_back(x[by_height[static_cast<Index>(random.uniform() * merged)]]);
  std::vector<Index> group(count, -1);
  for (Index n = 0; n < merged; ++n) {
    const Vec3 at = x[by_height[n]];
    Index best = 0;
    for (int k = 1; k < bodies; ++k)
      if (norm2(at - seeds[k]) < norm2(at - seeds[best])) best = k;
    group[by_height[n]] = best;
  }
  // Seeds may fall together: no body is empty.
  std::vector<Index> number(bodies, -1);
  Index next = 0;
  for (Index& g : group)
    if (g >= 0) g = number[g] >= 0 ? number[g] : (number[g] = next++);
  return group;
}

/// Sweeps until what is unsolved is slow enough; nothing: too many.
std::optional<Index> sweeps_to(double speed, const MergedProblem& from) {
  MergedProblem m = from;
  ContactSystem system;
  std::vector<JointRow> joints;
  make_system(m.problem, m.takes, false, joints, system);
  apply_impulses(m.problem, system);
  for (Index done = 0; done <= kMost; done += kBetween) {
    if (unsolved_speed(m.problem, system) <= speed) return done;
    gauss_seidel({kBetween, 0, kBetween}, 0, m.problem, system);
  }
  return {};
}

double seconds_a_sweep(const MergedProblem& from) {
  double best = INFINITY;
  for (int repeat = 0; repeat < kRepeats; ++repeat) {
    MergedProblem m = from;
    ContactSystem system;
    std::vector<JointRow> joints;
    make_system(m.problem, m.takes, false, joints, system);
    const auto start = std::chrono::steady_clock::now();
    gauss_seidel({kTimed, 0, kTimed}, 0, m.problem, system);
    best = std::min(
        best,
        std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count() / kTimed);
  }
  return best;
}

void forget(MergedProblem& m) {
  for (ContactRows& c : m.problem.contacts) c.p_n = 0, c.p_t = {0, 0, 0};
  for (RollingRows& r : m.problem.rolling) r.q = {0, 0, 0};
}

std::string text(const std::optional<Index>& sweeps) {
  return sweeps ? fmt::format("{}", *sweeps) : fmt::format("> {}", kMost);
}

void bench_size(long spheres, const std::string& folder) {
  CheckpointNote note;
  const auto run = load_simulation(settle(pile_start(spheres), folder), note, true);
  PosedStep next = run->next_contacts();
  const double fall = norm(run->state().gravity) * run->dt();
  std::vector<Vec3> x;
  for (const Place& p : next.state.grains.place) x.push_back(position(p));
  // Somewhere in the uppermost twentieth grains are stirred.
  Random random{7, 0};
  const std::vector<Index> low = cut(x, 0.95, 1);
  PosedStep stirred = next;
  for (Index b = 0; b < next.problem.spheres; ++b)
    for (int k = 0; k < 3 && low[b] < 0; ++k)
      at(stirred.problem.bodies[b].v, k) += kStir * fall * (2 * random.uniform() - 1);
  fmt::print(
      "{} spheres at rest, step {} ms; sweeps until the natural map is {} g h (root mean square\n"
      "over the contacts that are left), from zero, and from the impulses of the last step with the\n"
      "uppermost twentieth stirred by {} g h\n",
      spheres, 1e3 * run->dt(), kSolved, kStir);
  fmt::print("  {:>7} {:>7} {:6} {:>9} {:>13} {:>10} {:>9} {:>12}\n", "merged", "bodies", "",
             "contacts", "us a sweep", "from zero", "stirred", "ms, stirred");
  const auto row = [&](double share, int bodies, bool bound) {
    const std::vector<Index> group = cut(x, share, bodies);
    const auto merged = [&](const PosedStep& p) {
      return share > 0 ? merge_by_hand(p.problem, p.takes, x, group, bound)
                       : MergedProblem{p.problem, p.takes};
    };
    MergedProblem cold = merged(next), warm = merged(stirred);
    forget(cold);
    const double sweep = seconds_a_sweep(warm);
    const std::optional<Index> zero = sweeps_to(kSolved * fall, cold),
                               after = sweeps_to(kSolved * fall, warm);
    fmt::print("  {:6.0f}% {:7} {:6} {:9} {:13.1f} {:>10} {:>9} {:>12}\n", 100 * share,
               share > 0 ? bodies : 0,
               share == 0 ? ""
               : bound    ? "bound"
                          : "free",
               std::count(warm.takes.begin(), warm.takes.end(), 1), 1e6 * sweep, text(zero),
               text(after), after ? fmt::format("{:.2f}", 1e3 * sweep * *after) : std::string("-"));
    std::fflush(stdout);
  };
  row(0, 0, false);
  for (const double share : {0.7, 0.95}) {
    row(share, 1, true);
    for (const int bodies : {1, 10, 100}) row(share, bodies, false);
  }
  fmt::print("\n");
}

}  // namespace

int bench_reduction(const std::string& sizes, const std::string& folder) {
  choose_threads(1, 1);
  for (const std::string& size : split_list(sizes.empty() ? "10k" : sizes))
    bench_size(parse_size(size), folder);
  return kDone;
}

}  // namespace scree::app
