#pragma once
/// Carries out a study: its runs as processes of their own, some at a time, each finished one
/// measured at once, so that tables and figures grow with the study.
#include <chrono>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "progress.h"
#include "scree/study/study_results.h"
#include "sweep/child.h"
#include "sweep/outlook.h"

namespace scree::app {

class Crew {
 public:
  /// `only` is a pattern of names of runs; the others are left as they are.
  Crew(const Study& study, int jobs, const std::string& only);

  /// Runs whatever is not done, until all is done or somebody asks to stop.
  void work();

  const StudyResults& results() const { return results_; }
  /// Why runs failed, by name.
  const std::map<std::string, std::string>& failures() const { return failures_; }
  /// Runs still to be made.
  std::size_t unfinished() const { return waiting_.size(); }

 private:
  using Clock = std::chrono::steady_clock;
  /// A run at work.
  struct Job {
    std::size_t run;
    std::unique_ptr<Child> child;
    Clock::time_point start;
    double part_before;  // done by earlier processes
    bool resumed;
  };

  void queue_runs(const std::string& only);
  void announce() const;
  void start_ready();
  bool start(std::size_t run);
  void collect_ended();
  void finish(Job& job);
  void note_done(std::size_t run, const std::string& how);
  void note_failed(std::size_t run, const std::string& why);
  void stop_all();
  void save();
  void draw_progress();
  double part_of(std::size_t run) const;

  const Study& study_;
  std::size_t jobs_;
  StudyMemory memory_;
  StudyResults results_;
  std::set<std::size_t> waiting_;    // runs to be started
  std::set<std::size_t> again_;      // resumed in vain, then made from the start
  std::vector<RunOutlook> outlook_;  // one per run
  std::vector<Job> working_;
  std::map<std::string, std::string> failures_;
  Progress progress_;
};

/// timings.csv: wall clock and processes each run took. Apart from results.csv, which must not
/// depend on how fast the machine was.
std::string timings_csv(const Study& study, const StudyMemory& memory, const StudyResults& results);

/// The results of all runs that are done, without running anything.
StudyResults gather_results(const Study& study, const StudyMemory& memory);

}  // namespace scree::app
