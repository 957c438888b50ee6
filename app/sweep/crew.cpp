#include "sweep/crew.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <thread>

#include "say.h"
#include "scree/base/text.h"
#include "scree/io/atomic_file.h"
#include "scree/study/study_figures.h"
#include "signals.h"

namespace scree::app {
namespace {

namespace fs = std::filesystem;
using namespace std::chrono_literals;

constexpr auto kLook = 20ms;   // how often we look after the runs: soon, and no load
constexpr auto kRepeat = 60s;  // between lines of a log: studies are long

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

std::vector<std::string> command_for(const Study& study, const StudyRun& run, bool resume) {
  const std::string folder = run_folder(study, run);
  if (resume) return {"resume", folder, "--threads", "1"};
  std::vector<std::string> words{
      "run", study.blocks[run.block].case_path, "--threads", "1", "--out", folder};
  if (fs::exists(fs::path(folder) / "run.json")) words.emplace_back("--force");
  for (const std::string& set : run.plan.sets) words.insert(words.end(), {"--set", set});
  return words;
}

}  // namespace

StudyResults gather_results(const Study& study, const StudyMemory& memory) {
  StudyResults results;
  results.rows.resize(study.runs.size());
  for (std::size_t k = 0; k < study.runs.size(); ++k) {
    results.rows[k].status = status_of(study, study.runs[k], memory);
    if (results.rows[k].status == RunStatus::kDone) measure_run(study, k, results);
  }
  return results;
}

std::string timings_csv(const Study& study, const StudyMemory& memory,
                        const StudyResults& results) {
  std::string out = "run,done,wall_seconds [s],processes\n";
  for (std::size_t k = 0; k < study.runs.size(); ++k) {
    const auto found = memory.runs.find(study.runs[k].plan.name);
    const RunMemory run = found == memory.runs.end() ? RunMemory{} : found->second;
    out +=
        fmt::format("{},{},{:.2f},{}\n", study.runs[k].plan.name,
                    results.rows[k].status == RunStatus::kDone ? 1 : 0, run.seconds, run.processes);
  }
  return out;
}

Crew::Crew(const Study& study, int jobs, const std::string& only)
    : study_(study),
      jobs_(static_cast<std::size_t>(std::max(jobs, 1))),
      memory_(StudyMemory::read(study.out)),
      results_(gather_results(study, memory_)),
      progress_(stderr, kRepeat) {
  queue_runs(only);
  announce();
}

void Crew::queue_runs(const std::string& only) {
  outlook_.resize(study_.runs.size());
  for (std::size_t k = 0; k < study_.runs.size(); ++k) {
    const StudyRun& run = study_.runs[k];
    const bool behind = run.after >= 0 && waiting_.contains(static_cast<std::size_t>(run.after));
    const bool todo = results_.rows[k].status != RunStatus::kDone || behind;
    if (todo && matches(only, run.plan.name)) waiting_.insert(k);
    outlook_[k] = {run.block, run.duration, part_of(k), 0, 0};
  }
}

/// What was found of an earlier call, and what will be done about it.
void Crew::announce() const {
  const auto named = [&](RunStatus status) {
    std::vector<std::string> names;
    for (const std::size_t k : waiting_)
      if (results_.rows[k].status == status) names.push_back(study_.runs[k].plan.name);
    return names;
  };
  const auto tell = [&](RunStatus status, const char* what) {
    constexpr std::size_t kMost = 6;  // names in a line
    std::vector<std::string> names = named(status);
    if (names.empty()) return;
    const std::size_t count = names.size();
    if (count > kMost) names.resize(kMost), names.emplace_back("...");
    say("  {} run{} {}: {}\n", count, count == 1 ? "" : "s", what, join(names));
  };
  if (!study_.title.empty()) say("{}\n", printable(study_.title));
  const auto done = std::count_if(results_.rows.begin(), results_.rows.end(),
                                  [](const auto& row) { return row.status == RunStatus::kDone; });
  say("  {} runs, {} done before, {} at a time; results in {}\n", study_.runs.size(), done, jobs_,
      study_.out);
  tell(RunStatus::kStarted, "will be resumed");
  tell(RunStatus::kChanged, "changed and will be made again");
  tell(RunStatus::kFailed, "failed and will be tried again");
  std::fflush(stdout);
}

double Crew::part_of(std::size_t k) const {
  const RunStatus status = results_.rows[k].status;
  if (status == RunStatus::kDone || status == RunStatus::kFailed) return 1;
  if (status != RunStatus::kStarted) return 0;
  const StudyRun& run = study_.runs[k];
  const double time = simulated_time(run_folder(study_, run));
  return run.duration > 0 ? std::clamp(time / run.duration, 0.0, 1.0) : 0;
}

void Crew::work() {
  for (const std::size_t k : waiting_)  // what failed before counts as unfinished until now
    if (results_.rows[k].status == RunStatus::kFailed)
      results_.rows[k].status = RunStatus::kWaiting, outlook_[k].part = 0;
  save();
  while (!stop_requested()) {
    start_ready();
    if (working_.empty()) break;
    collect_ended();
    if (progress_.due()) draw_progress();
    std::this_thread::sleep_for(kLook);
  }
  stop_all();
  progress_.finish();
}

/// Fills the free places with runs whose predecessor, if any, is done.
void Crew::start_ready() {
  for (auto next = waiting_.begin(); next != waiting_.end() && working_.size() < jobs_;) {
    const std::size_t k = *next;
    const int after = study_.runs[k].after;
    const bool ready = after < 0 || results_.rows[after].status == RunStatus::kDone;
    const auto same = [&](const Job& job) { return job.run == static_cast<std::size_t>(after); };
    const bool coming = after >= 0 && (waiting_.contains(static_cast<std::size_t>(after)) ||
                                       std::any_of(working_.begin(), working_.end(), same));
    if (!ready && coming) {
      ++next;
      continue;
    }
    next = waiting_.erase(next);
    if (ready)
      start(k);
    else
      note_failed(
          k, fmt::format("it starts from {}, which is not done", study_.runs[after].plan.name));
  }
}

/// False where it turned out to be done already.
bool Crew::start(std::size_t k) {
  const StudyRun& run = study_.runs[k];
  const RunStatus found = status_of(study_, run, memory_);
  if (found == RunStatus::kDone) {  // what it starts from came out the same again
    note_done(k, "is as it was");
    return false;
  }
  const bool resume = found == RunStatus::kStarted;
  RunMemory& memory = memory_.runs[run.plan.name];
  if (!resume) memory = {};
  if (run.after >= 0) memory.after_state = final_state(run_folder(study_, study_.runs[run.after]));
  ++memory.processes;
  memory_.write(study_.out);
  const fs::path folder = run_folder(study_, run);
  fs::create_directories(folder);
  results_.rows[k].status = resume ? RunStatus::kStarted : RunStatus::kWaiting;
  results_.rows[k].values.clear();
  outlook_[k].part = part_of(k);
  working_.push_back({k,
                      std::make_unique<Child>(command_for(study_, run, resume), folder / "log.txt"),
                      Clock::now(), outlook_[k].part, resume});
  return true;
}

void Crew::collect_ended() {
  // Asked once: one that ends while the others are looked at is found in the next round.
  const auto ended = std::stable_partition(working_.begin(), working_.end(),
                                           [](const Job& job) { return !job.child->has_ended(); });
  if (ended == working_.end()) return;
  std::for_each(ended, working_.end(), [&](Job& job) { finish(job); });
  working_.erase(ended, working_.end());
  save();
}

void Crew::finish(Job& job) {
  const StudyRun& run = study_.runs[job.run];
  RunMemory& memory = memory_.runs[run.plan.name];
  const double seconds = seconds_since(job.start);
  memory.seconds += seconds;
  RunOutlook& outlook = outlook_[job.run];
  outlook.seconds = seconds;
  const ChildEnd& end = job.child->end();
  if (end.code == 0 && status_of(study_, run, memory_) == RunStatus::kDone) {
    outlook.gained = 1 - job.part_before;
    note_done(job.run, "took " + duration_text(memory.seconds));
    return;
  }
  if (end.interrupted() && stop_requested()) {
    waiting_.insert(job.run);  // for the next time
    return;
  }
  const std::string trouble = trouble_of(run_folder(study_, run));
  const std::string why =
      !end.interrupted() && !trouble.empty() ? trouble : job.child->last_words();
  if (!end.interrupted()) memory.message = why;  // else it can be resumed
  if (job.resumed && !end.interrupted() && trouble.empty() && again_.insert(job.run).second) {
    progress_.finish();
    say("  {} cannot be resumed and starts again: {}\n", run.plan.name, why);
    waiting_.insert(job.run);
    return;
  }
  note_failed(job.run, why);
}

void Crew::note_done(std::size_t k, const std::string& how) {
  results_.rows[k].status = RunStatus::kDone;
  outlook_[k].part = 1;
  measure_run(study_, k, results_);
  progress_.finish();
  say("  {} {}\n", study_.runs[k].plan.name, how);
  std::fflush(stdout);
}

void Crew::note_failed(std::size_t k, const std::string& why) {
  results_.rows[k].status = RunStatus::kFailed;
  outlook_[k].part = 1;
  const std::string first = why.substr(0, why.find('\n'));
  failures_[study_.runs[k].plan.name] = first;
  progress_.finish();
  say("  {} FAILED: {}\n", study_.runs[k].plan.name, first);
  std::fflush(stdout);
}

/// Every run still at work writes its checkpoint and ends.
void Crew::stop_all() {
  for (Job& job : working_) job.child->ask_to_stop();
  while (!working_.empty()) {
    collect_ended();
    std::this_thread::sleep_for(kLook);
  }
}

void Crew::save() {
  memory_.write(study_.out);
  write_file(fs::path(study_.out) / "timings.csv", timings_csv(study_, memory_, results_));
  write_study(study_, results_);
}

void Crew::draw_progress() {
  StudyOutlook now;
  now.total = static_cast<int>(study_.runs.size());
  now.running = static_cast<int>(working_.size());
  now.failed = static_cast<int>(failures_.size());
  for (const ResultRow& row : results_.rows) now.done += row.status == RunStatus::kDone;
  for (const Job& job : working_) {
    RunOutlook& run = outlook_[job.run];
    const double length = study_.runs[job.run].duration;
    const double time = simulated_time(run_folder(study_, study_.runs[job.run]));
    run.part = length > 0 ? std::clamp(time / length, job.part_before, 1.0) : 0;
    run.gained = run.part - job.part_before;
    run.seconds = seconds_since(job.start);
  }
  now.part = part_done(outlook_);
  now.seconds_left = seconds_left(outlook_, static_cast<int>(jobs_));
  progress_.draw([&](int width, double) { return outlook_line(now, width); });
}

}  // namespace scree::app
