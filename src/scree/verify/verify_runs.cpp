#include "scree/verify/verify_runs.h"

#include <fmt/format.h>
#include <omp.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <thread>

#include "scree/base/error.h"
#include "scree/io/checkpoint.h"
#include "scree/run/observing.h"
#include "scree/run/session.h"
#include "scree/run/stop_condition.h"
#include "scree/verify/run_process.h"

namespace scree {
namespace {

namespace fs = std::filesystem;
using WallClock = std::chrono::steady_clock;
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
    const Real time = sim.state().clock.time();
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

void run_recorded(const Case& c, const Done& done, RunResult& result) {
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
    if (step % 1024 == 0) done(sim.state().clock.time() / sim.end());
  }
  result.series = recorder.take();
}

/// Fingerprint of the state after all steps (phases run to their latest end); with `part`, saved
/// and resumed on the way.
std::uint64_t final_hash(const Case& c, std::optional<Real> part) {
  auto sim = std::make_unique<Simulation>(c, load_runs());
  const Real pause = part ? *part * sim->end() : HUGE_VAL;
  bool resumed = false;
  while (!sim->finished()) {
    if (sim->advance().any()) break;
    if (resumed || sim->state().clock.time() < pause) continue;
    const fs::path file =
        fs::temp_directory_path() /
        fmt::format("scree-verify-{}-{}.h5", ::getpid(), std::uint64_t(hash(sim->state())));
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

/// One after the other, in this process.
class Alone {
 public:
  Alone(const std::vector<const RunOrder*>& orders, const RunCrew& crew)
      : orders_(orders), crew_(crew), threads_before_(omp_get_max_threads()) {
    if (crew.threads > 0) omp_set_num_threads(crew.threads);
  }
  ~Alone() { omp_set_num_threads(threads_before_); }
  Alone(const Alone&) = delete;
  Alone& operator=(const Alone&) = delete;

  RunResult next() {
    const RunOrder& order = *orders_[at_];
    RunsOutlook outlook{static_cast<int>(at_), static_cast<int>(orders_.size()), {}};
    ++at_;
    return make_run(order, [&](Real part) {
      outlook.running = {{order.label, part}};
      if (crew_.watch) crew_.watch(outlook);
    });
  }

 private:
  const std::vector<const RunOrder*>& orders_;
  const RunCrew& crew_;
  int threads_before_;
  std::size_t at_ = 0;
};

/// Several at a time. This process itself only waits: OpenMP's threads do not survive a fork.
class Beside {
 public:
  Beside(const std::vector<const RunOrder*>& orders, const RunCrew& crew)
      : orders_(orders), crew_(crew), results_(orders.size()) {
    threads_ = crew.threads > 0 ? crew.threads : std::max(1, omp_get_max_threads() / crew.jobs);
  }

  /// The result of the next order; others go on meanwhile.
  RunResult next() {
    constexpr auto kLook = std::chrono::milliseconds(2);
    while (true) {
      while (started_ < orders_.size() && working_.size() < static_cast<std::size_t>(crew_.jobs))
        start();
      collect_ended();
      if (results_[at_]) break;
      if (crew_.watch) crew_.watch(outlook());
      std::this_thread::sleep_for(kLook);
    }
    RunResult result = std::move(*results_[at_]);
    results_[at_++].reset();
    return result;
  }

 private:
  struct Job {
    std::size_t order;
    std::unique_ptr<RunProcess> process;
  };
  void start() {
    working_.push_back({started_, std::make_unique<RunProcess>(*orders_[started_], threads_)});
    ++started_;
  }
  void collect_ended() {
    for (Job& job : working_)
      if (job.process->has_ended()) {
        results_[job.order] = job.process->result();
        job.process.reset();
        ++done_;
      }
    std::erase_if(working_, [](const Job& job) { return !job.process; });
  }
  RunsOutlook outlook() const {
    RunsOutlook outlook{done_, static_cast<int>(orders_.size()), {}};
    for (const Job& job : working_)
      outlook.running.emplace_back(orders_[job.order]->label, job.process->part());
    return outlook;
  }
  const std::vector<const RunOrder*>& orders_;
  const RunCrew& crew_;
  int threads_ = 1, done_ = 0;
  std::vector<std::optional<RunResult>> results_;
  std::vector<Job> working_;
  std::size_t started_ = 0, at_ = 0;
};

template <class Next>
void hand_over(const std::vector<RunBatch>& batches, Next next) {
  for (const RunBatch& batch : batches) {
    for (std::size_t k = 0; k < batch.orders.size(); ++k) batch.finished(k, next());
    batch.done();
  }
}

}  // namespace

RunResult make_run(const RunOrder& order, const Done& done) {
  const auto start = WallClock::now();
  RunResult result;
  done(0);
  try {
    run_recorded(order.c, done, result);
    if (!order.interrupts.empty() && result.trouble.empty()) {
      const std::uint64_t straight = final_hash(order.c, {});
      for (const Real part : order.interrupts)
        result.resumed[part] = final_hash(order.c, part) == straight;
    }
  } catch (const CaseError& error) {
    result.refused = error.what();
  }
  result.seconds = std::chrono::duration<double>(WallClock::now() - start).count();
  return result;
}

void make_runs(const std::vector<RunBatch>& batches, const RunCrew& crew) {
  std::vector<const RunOrder*> orders;
  for (const RunBatch& batch : batches)
    for (const RunOrder& order : batch.orders) orders.push_back(&order);
  if (crew.jobs > 1) {
    Beside crew_at_work(orders, crew);
    hand_over(batches, [&] { return crew_at_work.next(); });
  } else {
    Alone one(orders, crew);
    hand_over(batches, [&] { return one.next(); });
  }
}

}  // namespace scree
