#include "bench/duel.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <numeric>

#include "bench/duel_problems.h"
#include "bench/problems.h"
#include "bench/transcript.h"
#include "exit_code.h"
#include "running.h"
#include "say.h"
#include "scree/base/error.h"
#include "scree/base/text.h"

namespace scree::app {
namespace {

namespace fs = std::filesystem;

double total(const std::vector<double>& pieces) {
  return std::accumulate(pieces.begin(), pieces.end(), 0.0);
}

void race_all(const Programs& programs, const std::vector<DuelProblem>& problems,
              const std::vector<int>& threads) {
  say("{}", duel_header(problems[0].options.repeats));
  for (const DuelProblem& problem : problems)
    for (const int n : threads) {
      say("{}", duel_row(duel(problem, programs, n, work_folder())));
      std::fflush(stdout);
    }
  say("  ratios: time of the other over that of this; best: of every piece its shortest time\n");
}

void count_all(const Programs& programs, const std::vector<DuelProblem>& problems) {
  say("\n  {:24} {:>7} {:>16} {:>16} {:>8}\n", "instructions a step", "steps", "this", "other",
      "ratio");
  for (const DuelProblem& problem : problems) {
    if (!problem.counted) continue;
    const InstructionCounts counts =
        count_instructions(programs, problem.case_path, *problem.counted, work_folder());
    say("{}", count_row(problem.label, problem.counted->steps, counts));
    std::fflush(stdout);
  }
}

}  // namespace

bool own_first(int race) { return race % 2 == 0; }

DuelResult duel(const DuelProblem& problem, const Programs& programs, int threads,
                const std::string& folder) {
  const Contender own =
      scree_contender(programs.own, "this", threads, problem.case_path, problem.sets.own);
  const Contender other =
      scree_contender(programs.other, "other", threads, problem.case_path, problem.sets.other);
  RaceOptions once = problem.options;
  once.repeats = 1;
  DuelResult result{problem.label, threads, 0, {}, {}, {}};
  for (int r = 0; r < problem.options.repeats; ++r) {
    std::vector<Contender> both{own, other};
    if (!own_first(r)) std::swap(both[0], both[1]);
    std::vector<Result> times = race(both, once, folder);
    if (!own_first(r)) std::swap(times[0], times[1]);
    result.steps = times[0].steps;
    result.own.push_back(times[0].pieces[0]);
    result.other.push_back(times[1].pieces[0]);
    if (times[0].state && times[1].state) result.same = *times[0].state == *times[1].state;
  }
  return result;
}

std::vector<double> DuelResult::ratios() const {
  std::vector<double> out;
  for (std::size_t r = 0; r < own.size(); ++r) out.push_back(total(other[r]) / total(own[r]));
  return out;
}

double DuelResult::best() const { return best_total(other) / best_total(own); }

std::string duel_header(int races) {
  return fmt::format("  {:24} {:>7} {:>11} {:>11}   {:{}} {:>6}  {}\n", "problem", "threads",
                     "this", "other", "ratios", 6 * races - 1, "best", "states");
}

std::string duel_row(const DuelResult& result) {
  const double us = 1e6 / static_cast<double>(result.steps);
  std::string ratios;
  for (const double ratio : result.ratios()) ratios += fmt::format(" {:5.3f}", ratio);
  const char* states = !result.same ? "unknown" : *result.same ? "the same" : "differ";
  return fmt::format("  {:24} {:7} {:8.1f} us {:8.1f} us  {} {:6.3f}  {}\n", result.label,
                     result.threads, us * best_total(result.own), us * best_total(result.other),
                     ratios, result.best(), states);
}

std::string count_row(const std::string& label, int steps, const InstructionCounts& counts) {
  return fmt::format("  {:24} {:7} {:16.0f} {:16.0f} {:8.4f}\n", label, steps, counts.own,
                     counts.other, counts.other / counts.own);
}

void require_duel(const BenchOptions& o) {
  if (o.against.empty()) {
    if (!o.instructions.empty())
      throw CaseError("--instructions belongs to a duel: give the other program by --against");
    return;
  }
  const std::vector<std::string> names = duel_names();
  if (std::find(names.begin(), names.end(), o.name) == names.end())
    throw CaseError(fmt::format("--against: {}no duel of two programs; give one of {}",
                                o.name.empty() ? "" : fmt::format("'{}' has ", o.name),
                                join(names)));
  if (o.with_peers || o.csv)
    throw CaseError("--against is a duel of two programs: leave out --peers and --csv");
  if (o.name == "shear-cell" && !o.sizes.empty())
    throw CaseError("the shear cell has one size: leave out --sizes");
}

int bench_duel(const BenchOptions& o) {
  std::optional<Programs> counted;
  if (!o.instructions.empty()) counted = parse_counted_programs(o.instructions);
  const std::vector<int> threads = parse_counts(o.threads.empty() ? "1" : o.threads, "--threads");
  const Programs programs{own_program(), fs::absolute(o.against).string()};
  say("this   {}\nother  {}\n\n", programs.own, programs.other);
  // For what settles first: several threads on a machine with other work are far slower than one.
  choose_threads(1, 1 << 30);
  Starts starts(programs, work_folder());
  const std::vector<DuelProblem> problems = duel_problems(o, starts);
  if (problems.empty()) throw CaseError("--sizes: give at least one number of spheres");
  race_all(programs, problems, threads);
  if (counted) count_all(*counted, problems);
  return kDone;
}

}  // namespace scree::app
