/// scree bench: how fast Scree is, alone and beside other codes on the same problem.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "bench/boxes.h"
#include "bench/disturbed_bed.h"
#include "bench/duel.h"
#include "bench/duel_problems.h"
#include "bench/heap_dae.h"
#include "bench/machine.h"
#include "bench/memory.h"
#include "bench/options.h"
#include "bench/peers.h"
#include "bench/pile.h"
#include "bench/polydisperse.h"
#include "bench/problems.h"
#include "bench/race.h"
#include "bench/reduction.h"
#include "bench/report.h"
#include "bench/serve.h"
#include "bench/shear_cell.h"
#include "bench/transcript.h"
#include "say.h"
#include "scree/base/error.h"
#include "scree/base/text.h"
#include "verbs.h"

namespace scree::app {
namespace {

int list_benchmarks() {
  say("Benchmarks (scree bench NAME; bench/README.md explains them):\n\n");
  for (const Problem& p : problems()) say("  {:13} {}; --peers\n", p.name, p.title);
  say("  {:13} cost per contact at a size ratio of 30 over that of equal spheres\n",
      "polydisperse");
  say("  {:13} a planar cell of 840 discs that fits into the cache, dry and wet\n", "shear-cell");
  say("  {:13} steps of a bed at rest by exact friction, beside those by springs\n", "heap-dae");
  say("  {:13} iterations on the contacts of a pile at rest; --peers\n", "pile");
  say("  {:13} a heap of 2,000 boxes beside one of 2,000 clumps of eight spheres\n", "boxes");
  say("  {:13} what merging the lower part of a bed at rest saves in the solver\n", "reduction");
  say("  {:13} a blade drawn through a deep bed at rest, reduced beside full\n", "bed-at-rest");
  say("  {:13} bytes per sphere, from 100k to 1M\n", "memory");
  say("  {:13} share of a step that the energy ledger takes\n", "ledger");
  say("\nTwo builds of Scree: {}, with --against PROGRAM\n", join(duel_names()));
  return kDone;
}

std::vector<Contender> contenders(const BenchOptions& o, const Problem& problem, long spheres,
                                  int cores) {
  std::vector<std::string> sets = sets_for(problem, spheres);
  sets.insert(sets.end(), o.sets.begin(), o.sets.end());
  const std::string file = case_file(problem.name);
  std::vector<Contender> all{scree_contender(own_program(), kScree, cores, file, sets)};
  if (o.with_peers) {
    const PeerFiles files = write_peer_files(problem, read_case(file, sets), work_folder());
    for (const Contender& peer : peers(problem, files, cores, o.skin)) all.push_back(peer);
  }
  return all;
}

/// One heat for each number of cores, all of them run in turn: their ratio counts too.
std::vector<Heat> run_size(const BenchOptions& o, const Problem& problem, long spheres,
                           const std::vector<int>& cores) {
  const RaceOptions options = race_options(o, problem, spheres);
  std::vector<Contender> all;
  for (const int n : cores)
    for (const Contender& c : contenders(o, problem, spheres, n)) all.push_back(c);
  const std::vector<Result> results = race(all, options, work_folder());
  std::vector<Heat> heats;
  for (const int n : cores) {
    heats.push_back({problem.name, spheres, n, options, {}});
    for (const Result& r : results)
      if (r.cores == n) heats.back().results.push_back(r);
  }
  return heats;
}

/// All sizes and numbers of cores; prints the heats of a size when they are done.
std::vector<Heat> run_heats(const BenchOptions& o, const Machine& machine) {
  const Problem& problem = find_problem(o.name);
  std::vector<int> cores;
  for (const int n : parse_counts(o.threads.empty() ? "1,2" : o.threads, "--threads"))
    if (n <= machine.cores)
      cores.push_back(n);
    else
      say("{} cores: this machine has {}; left out\n\n", n, machine.cores);
  std::vector<Heat> heats;
  for (const std::string& size : split_list(o.sizes.empty() ? "10k,100k" : o.sizes))
    for (const Heat& heat : run_size(o, problem, parse_size(size), cores)) {
      heats.push_back(heat);
      say("{}", heat_table(heat));
      for (const std::string& doubt : doubts(heat)) say("  note: {}\n", doubt);
      say("\n");
      std::fflush(stdout);
    }
  return heats;
}

/// The bed with and without the ledger, in turn.
int bench_ledger(const BenchOptions& o) {
  constexpr double kWanted = 0.05;
  const std::string other = own_program() + "_without_ledger";
  if (!std::filesystem::exists(other))
    throw CaseError(fmt::format(
        "{} is not there; build it with: cmake --build {} --target scree_without_ledger", other,
        std::filesystem::path(other).parent_path().string()));
  const Problem& bed = find_problem("bed");
  const RaceOptions options = race_options(o, bed.usual);
  for (const std::string& size : split_list(o.sizes.empty() ? "10k,100k" : o.sizes)) {
    const long spheres = parse_size(size);
    std::vector<Contender> both;
    for (const auto& [name, program] :
         {std::pair{"with ledger", own_program()}, std::pair{"without", other}})
      both.push_back(
          scree_contender(program, name, 1, case_file(bed.name), sets_for(bed, spheres)));
    const std::vector<Result> results = race(both, options, work_folder());
    const double share = 1 - results[1].seconds / results[0].seconds;
    say("  bed {:5} {:.2f} Mps with, {:.2f} without the ledger: it takes {:.1f} % of a step "
        "(wanted at most {:.0f} %)  {}\n",
        size, results[0].rate() * 1e-6, results[1].rate() * 1e-6, 100 * share, 100 * kWanted,
        share <= kWanted ? "met" : "short");
  }
  return kDone;
}

/// One thread against two, without the peers: between two of their turns minutes would pass, in
/// which a machine shared with others changes by more than what is to be measured.
std::vector<Heat> run_alone(BenchOptions o, const std::vector<Heat>& heats,
                            const Machine& machine) {
  if (thread_targets(heats).empty()) return {};
  say("Scree alone, for what its threads gain:\n\n");
  o.sizes = size_text(kScalingSpheres);
  o.with_peers = false;
  return run_heats(o, machine);
}

int bench_problem(const BenchOptions& o, const Machine& machine) {
  if (o.with_peers) require_peers();
  std::vector<Heat> heats = run_heats(o, machine);
  std::vector<Target> goals = targets(heats);
  const std::vector<Heat> own = o.with_peers ? run_alone(o, heats, machine) : heats;
  for (const Target& t : thread_targets(own)) goals.push_back(t);
  if (o.with_peers) heats.insert(heats.end(), own.begin(), own.end());
  if (!goals.empty()) say("targets\n{}", targets_table(goals));
  if (o.csv) say("kept in {}\n", append_csv(heats, machine));
  return kDone;
}

int bench(const BenchOptions& o) {
  if (!o.serve.empty()) return serve(o.serve, o.sets);
  if (o.name.empty()) {
    require_duel(o);
    return list_benchmarks();
  }
  std::vector<std::string> names{"polydisperse", "shear-cell",  "heap-dae", "pile",  "boxes",
                                 "reduction",    "bed-at-rest", "memory",   "ledger"};
  for (const Problem& p : problems()) names.push_back(p.name);
  if (std::find(names.begin(), names.end(), o.name) == names.end()) {
    const std::string near = nearest(o.name, names);
    throw CaseError(fmt::format("there is no benchmark '{}'{}; there are {}", o.name,
                                near.empty() ? "" : fmt::format(" (did you mean '{}'?)", near),
                                join(names)));
  }
  require_duel(o);
  const Machine machine = this_machine();
  say("{}", machine_text(machine));
  if (is_busy(machine))
    say("warning  the machine is busy (load {:.2f}); speeds will be too low, and those of "
        "several ranks far too low\n",
        machine.load);
  say("\n");
  std::fflush(stdout);
  if (!o.against.empty()) return bench_duel(o);
  if (o.name == "polydisperse")
    return bench_polydisperse(race_options(o, kPolydisperseRace), work_folder());
  if (o.name == "shear-cell")
    return bench_shear_cell(race_options(o, kShearCellRace), work_folder());
  if (o.name == "pile")
    return bench_pile(o.sizes, o.with_peers, race_options(o, kPileRace), work_folder());
  if (o.name == "boxes") return bench_boxes(o.sizes, race_options(o, kBoxesRace), work_folder());
  if (o.name == "reduction") return bench_reduction(o.sizes, work_folder());
  if (o.name == "bed-at-rest") return bench_disturbed_bed(work_folder());
  if (o.name == "heap-dae") return bench_heap_dae(o.sizes, work_folder());
  if (o.name == "memory") return bench_memory(work_folder());
  if (o.name == "ledger") return bench_ledger(o);
  return bench_problem(o, machine);
}

}  // namespace

void add_bench(CommandLine& command) {
  auto o = std::make_shared<BenchOptions>();
  Verb verb =
      command.verb("bench", "benchmarks, alone or beside other codes", [o] { return bench(*o); });
  verb.option("name", o->name, "which one (default: list them)");
  verb.option("--sizes", o->sizes, "numbers of spheres (default: 10k,100k; also 1M)");
  verb.option("--threads", o->threads, "threads, and ranks of the peers (default: 1,2)");
  verb.option("--repeats", o->repeats, "repeats from the same start").positive();
  verb.option("--steps", o->steps, "counted steps").positive();
  verb.option("--warmup", o->warmup, "steps before these").not_negative();
  verb.option("--pieces", o->pieces, "into which the counted steps are cut").positive();
  verb.flag("--peers", o->with_peers, "also other codes (./scree install peers)");
  verb.option("--peer-skin", o->skin, "margin of the peers' lists [m] (default: 5e-4)").positive();
  verb.option("--against", o->against, "race another build of Scree: path of its program")
      .existing_file();
  verb.option("--instructions", o->instructions,
              "with --against: count instructions, too, of THIS,OTHER built for x86-64-v3");
  verb.option("--set", o->sets, "change a key of the case: key=value");
  verb.flag("--csv", o->csv, "append the results to bench/results/");
  verb.option("--serve", o->serve, "case to be driven through standard input").hidden();
}

}  // namespace scree::app
