#pragma once
/// What stands in the folder of a study: which runs are done, which can go on, which must be made
/// again, and what the sweep remembers of them.
#include <map>
#include <string>

#include "scree/study/study.h"

namespace scree {

enum class RunStatus {
  kWaiting,  // nothing there yet
  kStarted,  // stopped on the way: can be resumed
  kChanged,  // the case or its parameters are others now: make it again
  kFailed,   // stopped for trouble, or refused: try it again
  kDone,
};

/// What is remembered of a run beside its own files.
struct RunMemory {
  double seconds = 0;       // wall clock of all its processes
  int processes = 0;        // how many there were
  std::string after_state;  // hash of the state it started from
  std::string message;      // why the last of them failed
};

/// study.json in the folder of the study: RunMemory by name of the run.
struct StudyMemory {
  std::map<std::string, RunMemory> runs;

  /// Empty where there is none yet.
  static StudyMemory read(const std::string& out);
  void write(const std::string& out) const;
};

/// How far a run has come by what its folder holds.
RunStatus status_of(const Study& study, const StudyRun& run, const StudyMemory& memory);

/// Hash of the state a finished run ended with; empty if it has none.
std::string final_state(const std::string& run_folder);

/// Why a run stopped for trouble, as its summary tells; empty if it did not.
std::string trouble_of(const std::string& run_folder);

/// Simulated time of the last whole row of series.csv; 0 before there is one [s].
Real simulated_time(const std::string& run_folder);

}  // namespace scree
