#include "scree/run/verify.h"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <filesystem>
#include <set>

#include "scree/base/error.h"
#include "scree/io/checkpoint.h"
#include "scree/run/observing.h"
#include "scree/run/session.h"
#include "scree/run/stop_condition.h"

namespace scree {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;
using Done = std::function<void(Real part)>;

/// Keeps a row of the series every `interval` of simulated time, first and last step included.
class Recorder {
 public:
  Recorder(const Case& c, const Simulation& sim)
      : observing_(c, sim.scene()), interval_(output_intervals(c).series), dt_(sim.dt()) {
    series_.names = observing_.columns();
    series_.columns.resize(series_.names.size());
  }
  void start(Simulation& sim) {
    Observing::reset(sim.state());
    add_row(sim);
    observing_.change_phase(sim.scene(), sim.state(), -1);
  }
  /// True if this instant became a row.
  bool after_step(Simulation& sim) {
    observing_.advance(sim.scene(), sim.state(), sim.dt(), sim.stepped_phase());
    if (sim.state().phase != sim.stepped_phase())
      observing_.change_phase(sim.scene(), sim.state(), sim.stepped_phase());
    return add_row(sim);
  }
  /// Ends the present phase if what it waits for has come; `row`: the last step became a row.
  void end_phase_if_over(Simulation& sim, bool row) {
    if (sim.finished() || sim.state().phase != sim.stepped_phase()) return;
    if (!(row && phase_is_over(sim)) && !observing_.stationary()) return;
    const std::int64_t from = sim.state().phase;
    sim.end_phase();
    observing_.change_phase(sim.scene(), sim.state(), from);
  }
  Series take() { return std::move(series_); }

 private:
  bool add_row(Simulation& sim) {
    const Real time = sim.state().time;
    if (!sim.finished() && time < next_ - 0.5 * dt_) return false;
    observing_.sample(sim.scene(), sim.state(), row_);
    for (std::size_t k = 0; k < row_.size(); ++k) series_.columns[k].push_back(row_[k]);
    while (next_ < time + 0.5 * dt_) next_ = static_cast<Real>(++rows_) * interval_;
    return true;
  }
  bool phase_is_over(Simulation& sim) const {
    const std::string* awaited = awaited_quantity(sim);
    if (!awaited) return false;
    const std::vector<Real>* column = series_.find(*awaited);
    return stop_condition_met(sim, column ? std::optional(column->back()) : std::nullopt,
                              interval_);
  }
  Observing observing_;
  Series series_;
  std::vector<Real> row_;
  Real interval_, dt_, next_ = 0;
  std::int64_t rows_ = 0;
};

RunResult run_recorded(const Case& c, const Done& done) {
  RunResult result;
  Simulation sim(c, load_runs());
  Recorder recorder(c, sim);
  recorder.start(sim);
  for (long step = 0; !sim.finished(); ++step) {
    const Stop stop = sim.advance();
    if (stop.any()) {
      result.trouble = stop.message;
      break;
    }
    recorder.end_phase_if_over(sim, recorder.after_step(sim));
    if (step % 1024 == 0) done(sim.state().time / sim.end());
  }
  result.series = recorder.take();
  return result;
}

/// Fingerprint of the state after all steps (phases run to their latest end); with `part`, saved
/// and resumed on the way.
std::uint64_t final_hash(const Case& c, std::optional<Real> part) {
  auto sim = std::make_unique<Simulation>(c, load_runs());
  const Real pause = part ? *part * sim->end() : HUGE_VAL;
  bool resumed = false;
  while (!sim->finished()) {
    if (sim->advance().any()) break;
    if (resumed || sim->state().time < pause) continue;
    const fs::path file = fs::temp_directory_path() /
                          fmt::format("scree-verify-{}.h5", std::uint64_t(hash(sim->state())));
    write_checkpoint(file, sim->state(), {});
    CheckpointNote note;
    State state = read_checkpoint(file, note);
    fs::remove(file);
    const std::vector<std::string> labels = sim->scene().labels;
    sim = std::make_unique<Simulation>(c, std::move(state), labels);
    resumed = true;
  }
  return hash(sim->state());
}

void interrupt_run(const Case& c, const RunPlan& run, const Expectations& expected,
                   RunResult& result) {
  std::set<Real> parts;
  for (const Statement& s : expected.statements)
    if (s.interrupt && matches(s.runs, run.name)) parts.insert(*s.interrupt);
  if (parts.empty() || !result.trouble.empty()) return;
  const std::uint64_t straight = final_hash(c, {});
  for (const Real part : parts) result.resumed[part] = final_hash(c, part) == straight;
}

void keep_series(const Series& series, const fs::path& folder) {
  fs::create_directories(folder);
  SeriesFile file = SeriesFile::create(folder / "series.csv", series.names);
  std::vector<Real> row(series.names.size());
  for (std::size_t r = 0; r < series.rows(); ++r) {
    for (std::size_t k = 0; k < row.size(); ++k) row[k] = series.columns[k][r];
    file.append(row);
  }
}

/// A name that is good for a folder, too.
std::string folder_name(std::string name) {
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '.' && c != '-') c = '_';
  return name.empty() ? "run" : name;
}

}  // namespace

Verdict verify_case(const std::string& folder, const VerifyOptions& options) {
  const auto start = Clock::now();
  const Expectations expected = read_expectations((fs::path(folder) / "expect.toml").string());
  const std::string file = (fs::path(folder) / "case.toml").string();
  std::vector<Case> cases;  // all are read before any is run
  for (const RunPlan& run : expected.runs) cases.push_back(read_case(file, run.sets));
  Verdict verdict;
  verdict.folder = folder;
  verdict.title = cases.front().title;
  verdict.runs = static_cast<int>(cases.size());
  std::map<std::string, RunResult> results;
  for (int k = 0; k < verdict.runs; ++k) {
    const RunPlan& run = expected.runs[k];
    const auto done = [&](Real part) {
      if (options.watch) options.watch(run.name, k + 1, verdict.runs, part);
    };
    done(0);
    RunResult result = run_recorded(cases[k], done);
    interrupt_run(cases[k], run, expected, result);
    if (!options.out.empty())
      keep_series(result.series,
                  fs::path(options.out) / fs::path(folder).filename() / folder_name(run.name));
    results.emplace(run.name, std::move(result));
  }
  verdict.findings = judge(expected, results);
  verdict.seconds = std::chrono::duration<double>(Clock::now() - start).count();
  return verdict;
}

}  // namespace scree
