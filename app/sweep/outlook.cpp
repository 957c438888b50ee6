#include "sweep/outlook.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "progress.h"

namespace scree::app {
namespace {

constexpr double kEarly = 2;  // seconds of work before which an estimate is worth nothing [s]

/// Wall clock per unit of weight.
struct Cost {
  double seconds = 0, work = 0;

  void add(const RunOutlook& run) {
    seconds += run.seconds;
    work += run.weight * run.gained;
  }
  bool known() const { return seconds >= kEarly && work > 0; }
  double each() const { return seconds / work; }
};

}  // namespace

double seconds_left(const std::vector<RunOutlook>& runs, int jobs) {
  Cost all;
  std::map<std::size_t, Cost> blocks;
  for (const RunOutlook& run : runs) {
    all.add(run);
    blocks[run.block].add(run);
  }
  if (!all.known()) return -1;
  double sum = 0, longest = 0;
  for (const RunOutlook& run : runs) {
    const Cost& block = blocks[run.block];
    const double left = run.weight * (1 - run.part) * (block.known() ? block : all).each();
    sum += left;
    longest = std::max(longest, left);
  }
  return std::max(sum / std::max(jobs, 1), longest);
}

double part_done(const std::vector<RunOutlook>& runs) {
  double done = 0, all = 0;
  for (const RunOutlook& run : runs) done += run.weight * run.part, all += run.weight;
  return all > 0 ? std::clamp(done / all, 0.0, 1.0) : 1;
}

std::string outlook_line(const StudyOutlook& o, int width) {
  std::string head = fmt::format("{} of {} runs done", o.done, o.total);
  if (o.running > 0) head += fmt::format(", {} running", o.running);
  if (o.failed > 0) head += fmt::format(", {} failed", o.failed);
  const int most = o.done + o.failed < o.total ? 99 : 100;  // never 100 % before the end
  head += fmt::format(" {:3} % ", std::min(static_cast<int>(std::floor(100 * o.part)), most));
  const std::string tail =
      o.seconds_left < 0 ? "" : fmt::format("about {} left", duration_text(o.seconds_left));
  const int room = width - static_cast<int>(head.size() + tail.size());
  return (head + progress_bar(o.part, room) + tail)
      .substr(0, static_cast<std::size_t>(std::max(width, 0)));
}

}  // namespace scree::app
