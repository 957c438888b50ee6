#pragma once
/// The runs behind a verification: a case from start to end with its series kept in memory; one
/// after the other, or several at a time in processes of their own.
#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "scree/case/case.h"
#include "scree/io/series_file.h"

namespace scree {

/// A finished run: its columns, or why it stopped early.
struct RunResult {
  Series series;
  std::string trouble;
  std::string refused;           // it could not start: the case is wrong
  std::map<Real, bool> resumed;  // was the state the same after an interruption at this part
  double seconds = 0;            // wall clock
};

/// A run to be made.
struct RunOrder {
  std::string label;  // for people
  Case c;
  std::set<Real> interrupts;  // parts of its time at which it is also saved and resumed
};

/// Where the runs stand.
struct RunsOutlook {
  int done = 0, total = 0;
  std::vector<std::pair<std::string, Real>> running;  // label and part that is done
};
using WatchRuns = std::function<void(const RunsOutlook&)>;

/// Runs that are judged together.
struct RunBatch {
  std::vector<RunOrder> orders;
  std::function<void(std::size_t order, RunResult result)> finished;  // one of its runs
  std::function<void()> done;                                         // all of them
};

struct RunCrew {
  int jobs = 1;     // runs at a time
  int threads = 0;  // of each; 0: as many as OpenMP would take, shared by the jobs
  WatchRuns watch;  // may be empty
};

/// Makes the runs and hands them over in their order. With several jobs every run has a process of
/// its own; its results are the same bits. A case that is refused is not thrown but a result.
void make_runs(const std::vector<RunBatch>& batches, const RunCrew& crew);

/// One run, here and now; `done` is told now and then which part of it is done.
RunResult make_run(const RunOrder& order, const std::function<void(Real part)>& done);

}  // namespace scree
