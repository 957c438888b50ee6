#include "bench/duel_problems.h"

#include <fmt/format.h>

#include "bench/heap_dae.h"
#include "bench/pile.h"
#include "bench/problems.h"
#include "bench/settle.h"
#include "bench/shear_cell.h"
#include "bench/transcript.h"

namespace scree::app {
namespace {

/// Steps by exact friction take tens of milliseconds each.
constexpr RaceOptions kHeapRace{.warmup = 20, .steps = 60, .pieces = 6, .repeats = kRaces};

using Sets = std::vector<std::string>;

Sets with(Sets sets, const Sets& more) {
  sets.insert(sets.end(), more.begin(), more.end());
  return sets;
}

/// Of a problem that starts from its case file.
SideSets for_both(const Sets& sets) { return {sets, sets}; }

RaceOptions three_races(const BenchOptions& o, RaceOptions options) {
  options.repeats = o.repeats > 0 ? o.repeats : kRaces;
  return options;
}

std::vector<std::string> sizes_or(const BenchOptions& o, const std::string& usual) {
  return split_list(o.sizes.empty() ? usual : o.sizes);
}

/// Bed and drum. Counted is the smallest, from a start that makes its lists as often as later.
std::vector<DuelProblem> of_problem(const BenchOptions& o, Starts& starts) {
  const Problem& problem = find_problem(o.name);
  const std::string file = case_file(problem.name);
  std::vector<DuelProblem> all;
  for (const std::string& size : sizes_or(o, "10k,100k")) {
    const long spheres = parse_size(size);
    const Sets sets = sets_for(problem, spheres);
    all.push_back({fmt::format("{} {}", o.name, size),
                   file,
                   for_both(with(sets, o.sets)),
                   three_races(o, race_options(o, problem, spheres)),
                   {}});
    if (o.instructions.empty() || spheres > kTile) continue;
    const Start started{file, with(sets, {"run.duration=0.016"}), o.name + "-started"};
    all.back().counted = CountedSteps{starts.from(started, with(sets, o.sets)), 10, 200};
  }
  return all;
}

std::vector<DuelProblem> of_pile(const BenchOptions& o, Starts& starts) {
  std::vector<DuelProblem> all;
  for (const std::string& size : sizes_or(o, "3k")) {
    const long spheres = parse_size(size);
    const SideSets sets = starts.from(pile_start(spheres), with(pile_sets(spheres), o.sets));
    all.push_back(
        {"pile " + size, case_file("pile"), sets, three_races(o, race_options(o, kPileRace)), {}});
    if (!o.instructions.empty() && spheres <= 3000) all.back().counted = CountedSteps{sets, 5, 20};
  }
  return all;
}

/// Raced as usual, after the press; counted from one that was sheared for a cycle.
std::vector<DuelProblem> of_shear_cell(const BenchOptions& o, Starts& starts) {
  std::vector<DuelProblem> all;
  for (const std::string kind : {"dry", "wet"}) {
    const std::string file = shear_cell_file(kind);
    all.push_back({"shear cell, " + kind,
                   file,
                   for_both(o.sets),
                   three_races(o, race_options(o, kShearCellRace)),
                   {}});
    if (o.instructions.empty()) continue;
    const Start sheared{file,
                        {"phase.shear.until.at_most=4000", "phase.average.duration=0.02"},
                        "shear-cell-" + kind};
    all.back().counted =
        CountedSteps{starts.from(sheared, with({"run.first_phase=shear"}, o.sets)), 100, 1000};
  }
  return all;
}

std::vector<DuelProblem> of_heap(const BenchOptions& o, Starts& starts) {
  std::vector<DuelProblem> all;
  for (const std::string& size : sizes_or(o, "2k"))
    for (const bool planar : {true, false}) {
      const Heap heap{planar, parse_size(size)};
      const SideSets sets = starts.from(heap.start(), with(heap.sets_by("dae"), o.sets));
      all.push_back({fmt::format("heap {} {}", size, planar ? "in the plane" : "in space"),
                     heap.file(),
                     sets,
                     three_races(o, race_options(o, kHeapRace)),
                     {}});
      if (!o.instructions.empty() && heap.grains <= 2000)
        all.back().counted = CountedSteps{sets, 3, 5};
    }
  return all;
}

}  // namespace

std::vector<std::string> duel_names() { return {"bed", "drum", "pile", "shear-cell", "heap-dae"}; }

std::vector<DuelProblem> duel_problems(const BenchOptions& o, Starts& starts) {
  if (o.name == "pile") return of_pile(o, starts);
  if (o.name == "shear-cell") return of_shear_cell(o, starts);
  if (o.name == "heap-dae") return of_heap(o, starts);
  return of_problem(o, starts);
}

}  // namespace scree::app
