#include "scree/verify/verify.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "scree/base/error.h"
#include "scree/verify/verify_plan.h"

namespace scree {
namespace {

namespace fs = std::filesystem;

/// A statement and the runs in which it is judged.
struct Chosen {
  const Statement* statement;
  std::vector<const RunPlan*> runs;
};

/// What `only` asks for: statements of that name, and other statements in the runs of that name.
/// One over the points of all its runs is not judged by a part of them.
std::vector<Chosen> choose(const Expectations& expected, const std::string& only) {
  std::vector<Chosen> all;
  for (const Statement& s : expected.statements) {
    Chosen chosen{&s, runs_of(s, expected)};
    const std::size_t runs = chosen.runs.size();
    if (!matches(only, s.name))
      std::erase_if(chosen.runs, [&](const RunPlan* run) { return !matches(only, run->name); });
    const bool whole = s.points.empty() || chosen.runs.size() == runs;
    if (!chosen.runs.empty() && whole) all.push_back(std::move(chosen));
  }
  return all;
}

/// A folder, what is judged in it, and what has come of it so far.
struct CasePlan {
  Expectations expected;
  std::vector<Chosen> chosen;
  std::vector<const RunPlan*> runs;  // those needed, in the order of the file
  std::map<std::string, RunResult> results;
  Verdict verdict;
};

void plan_runs(CasePlan& plan) {
  for (const RunPlan& run : plan.expected.runs) {
    const bool needed = std::any_of(plan.chosen.begin(), plan.chosen.end(), [&](const Chosen& c) {
      return std::find(c.runs.begin(), c.runs.end(), &run) != c.runs.end();
    });
    if (needed) plan.runs.push_back(&run);
  }
}

std::vector<RunOrder> orders_of(CasePlan& plan) {
  std::vector<RunOrder> orders;
  for (const RunPlan* run : plan.runs) {
    orders.push_back(run_order(plan.verdict.folder, *run));
    for (const Chosen& c : plan.chosen)
      if (std::find(c.runs.begin(), c.runs.end(), run) != c.runs.end())
        add_interrupt(*c.statement, orders.back());
  }
  plan.verdict.title = orders.front().c.title;
  plan.verdict.runs = static_cast<int>(orders.size());
  return orders;
}

void take_result(CasePlan& plan, std::size_t order, RunResult result, const std::string& out) {
  if (!result.refused.empty()) throw CaseError(result.refused);
  const std::string& name = plan.runs[order]->name;
  keep_series(result.series, out, plan.verdict.folder, name);
  plan.verdict.seconds += result.seconds;
  plan.results.emplace(name, std::move(result));
}

void conclude(CasePlan& plan, const std::function<void(const Verdict&)>& each) {
  for (const Chosen& c : plan.chosen)
    plan.verdict.findings.push_back(judge(*c.statement, c.runs, plan.results));
  each(plan.verdict);
  plan.results.clear();
}

}  // namespace

void verify_cases(const std::vector<std::string>& folders, const VerifyOptions& options,
                  const std::function<void(const Verdict&)>& each) {
  std::vector<std::unique_ptr<CasePlan>> plans;
  std::vector<RunBatch> batches;
  for (const std::string& folder : folders) {
    auto plan = std::make_unique<CasePlan>();
    plan->verdict.folder = folder;
    plan->expected = read_expectations((fs::path(folder) / "expect.toml").string());
    plan->chosen = choose(plan->expected, options.only);
    plan_runs(*plan);
    if (plan->runs.empty()) continue;
    batches.push_back({orders_of(*plan),
                       [&options, &p = *plan](std::size_t order, RunResult result) {
                         take_result(p, order, std::move(result), options.out);
                       },
                       [&each, &p = *plan] { conclude(p, each); }});
    plans.push_back(std::move(plan));
  }
  if (batches.empty()) refuse_only(options.only, "statement or run");
  make_runs(batches, {options.jobs, options.threads, options.watch});
}

Verdict verify_case(const std::string& folder, const VerifyOptions& options) {
  Verdict verdict;
  verify_cases({folder}, options, [&](const Verdict& v) { verdict = v; });
  return verdict;
}

}  // namespace scree
