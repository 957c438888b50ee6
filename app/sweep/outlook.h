#pragma once
/// How far a study is, and how long it will still take.
#include <string>
#include <vector>

namespace scree::app {

/// One run of a study.
struct RunOutlook {
  std::size_t block = 0;  // runs of a block cost about the same
  double weight = 1;      // how much there is to simulate, compared with other runs
  double part = 0;        // done of it, 0 to 1
  double gained = 0;      // of that, by the present process
  double seconds = 0;     // wall clock of the present process
};

struct StudyOutlook {
  int total = 0, done = 0, running = 0, failed = 0;
  double part = 0;           // of everything, 0 to 1
  double seconds_left = -1;  // below 0: not known yet
};

/// Wall clock until the last of the runs ends, `jobs` at a time, judged by the runs of the same
/// block, else by all; below 0 when nothing has been done yet.
double seconds_left(const std::vector<RunOutlook>& runs, int jobs);

/// Part of all runs that is done, by weight.
double part_done(const std::vector<RunOutlook>& runs);

/// "12 of 36 runs done, 2 running, 1 failed  41 % [####------] 2 h 13 min left", at most `width`
/// characters; the bar gives way first.
std::string outlook_line(const StudyOutlook& outlook, int width);

}  // namespace scree::app
