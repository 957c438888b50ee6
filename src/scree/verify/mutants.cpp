#include "scree/verify/mutants.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "scree/base/error.h"
#include "scree/verify/verify_plan.h"

namespace scree {
namespace {

namespace fs = std::filesystem;

/// A statement on a mutant: the runs in which it is judged, and where their results will stand.
struct Trial {
  const MutantOptions* mutant;
  const Statement* statement;
  std::vector<const RunPlan*> runs;
  std::vector<std::size_t> orders;  // of `runs`, in MutantPlan::orders
};

struct MutantPlan {
  Expectations expected;
  std::vector<Trial> trials;
  std::vector<RunOrder> orders;
  std::vector<std::vector<std::string>> sets;  // of the orders: what tells them apart
  std::vector<std::string> names;              // of the orders, for --out
  std::vector<const MutantOptions*> causes;    // of the orders; null for a run as it is
  std::vector<RunResult> results;
  MutantVerdict verdict;
};

[[noreturn]] void refuse(const MutantOptions& mutant, const std::string& message) {
  throw CaseError(mutant.origin.file, mutant.origin.line,
                  fmt::format("mutant \"{}\": {}", mutant.name, message));
}

/// The order of a run with or without the mutant; runs with the same keys are made once.
std::size_t order_for(MutantPlan& plan, const RunPlan& run, const MutantOptions* mutant) {
  const RunPlan changed = mutant ? with_mutant(run, *mutant) : run;
  const auto found = std::find(plan.sets.begin(), plan.sets.end(), changed.sets);
  if (found != plan.sets.end()) return static_cast<std::size_t>(found - plan.sets.begin());
  try {
    plan.orders.push_back(run_order(plan.verdict.folder, changed));
  } catch (const CaseError& error) {
    if (mutant) refuse(*mutant, error.what());
    throw;
  }
  plan.sets.push_back(changed.sets);
  plan.causes.push_back(mutant);
  plan.names.push_back(mutant ? fmt::format("{} {}", mutant->name, run.name) : run.name);
  if (mutant) plan.orders.back().label += fmt::format(" ({})", mutant->name);
  return plan.orders.size() - 1;
}

/// Judged are the runs the mutant is in. A statement over points of all its runs takes the others
/// as they are.
void plan_trial(MutantPlan& plan, const MutantOptions& mutant, const Statement& s) {
  Trial trial{&mutant, &s, {}, {}};
  bool any = false;
  for (const RunPlan* run : runs_of(s, plan.expected)) {
    const bool mutated = matches(mutant.runs, run->name);
    any = any || mutated;
    if (!mutated && s.points.empty()) continue;
    trial.runs.push_back(run);
    trial.orders.push_back(order_for(plan, *run, mutated ? &mutant : nullptr));
    add_interrupt(s, plan.orders[trial.orders.back()]);
  }
  if (!any)
    refuse(mutant, fmt::format("runs: no run of the statement \"{}\" is named like \"{}\"", s.name,
                               mutant.runs));
  plan.trials.push_back(std::move(trial));
}

bool named(const MutantOptions& mutant, const Statement& s) {
  return std::find(mutant.misses.begin(), mutant.misses.end(), s.name) != mutant.misses.end();
}

void plan_trials(MutantPlan& plan, const std::string& only) {
  for (const MutantOptions& mutant : plan.expected.mutants) {
    const std::size_t before = plan.trials.size();
    for (const Statement& s : plan.expected.statements)
      if (named(mutant, s) && (matches(only, mutant.name) || matches(only, s.name)))
        plan_trial(plan, mutant, s);
    plan.verdict.mutants += plan.trials.size() > before;
  }
  if (plan.trials.empty()) return;
  plan.verdict.title = plan.orders.front().c.title;
  plan.verdict.runs = static_cast<int>(plan.orders.size());
  plan.results.resize(plan.orders.size());
}

int without_mutant(const Expectations& e) {
  return static_cast<int>(
      std::count_if(e.statements.begin(), e.statements.end(), [&](const Statement& s) {
        return s.kind == StatementKind::kMust &&
               std::none_of(e.mutants.begin(), e.mutants.end(),
                            [&](const MutantOptions& m) { return named(m, s); });
      }));
}

void take_result(MutantPlan& plan, std::size_t order, RunResult result, const std::string& out) {
  if (!result.refused.empty()) {
    if (plan.causes[order]) refuse(*plan.causes[order], result.refused);
    throw CaseError(result.refused);
  }
  keep_series(result.series, out, plan.verdict.folder, plan.names[order]);
  plan.verdict.seconds += result.seconds;
  plan.results[order] = std::move(result);
}

void conclude(MutantPlan& plan, const std::function<void(const MutantVerdict&)>& each) {
  for (const Trial& trial : plan.trials) {
    std::map<std::string, RunResult> results;
    for (std::size_t k = 0; k < trial.runs.size(); ++k)
      results.emplace(trial.runs[k]->name, plan.results[trial.orders[k]]);
    plan.verdict.findings.push_back(
        {trial.mutant->name, judge(*trial.statement, trial.runs, results)});
  }
  each(plan.verdict);
  plan.results.clear();
}

}  // namespace

int verify_mutants(const std::vector<std::string>& folders, const VerifyOptions& options,
                   const std::function<void(const MutantVerdict&)>& each) {
  std::vector<std::unique_ptr<MutantPlan>> plans;
  std::vector<RunBatch> batches;
  int uncovered = 0;
  for (const std::string& folder : folders) {
    auto plan = std::make_unique<MutantPlan>();
    plan->verdict.folder = folder;
    plan->expected = read_expectations((fs::path(folder) / "expect.toml").string());
    uncovered += without_mutant(plan->expected);
    plan_trials(*plan, options.only);
    if (plan->trials.empty()) continue;
    batches.push_back({plan->orders,
                       [&options, &p = *plan](std::size_t order, RunResult result) {
                         take_result(p, order, std::move(result), options.out);
                       },
                       [&each, &p = *plan] { conclude(p, each); }});
    plans.push_back(std::move(plan));
  }
  if (batches.empty() && options.only != "*")
    refuse_only(options.only, "mutant or statement of one");
  make_runs(batches, {options.jobs, options.threads, options.watch});
  return uncovered;
}

}  // namespace scree
