#pragma once
/// One line that says how far a run is: on a terminal redrawn a few times a second, elsewhere
/// (a log file, a batch system) a new line every ten seconds.
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <string>

#include "scree/base/real.h"

namespace scree::app {

/// Where a run stands. Times are simulated ones [s].
struct ProgressPoint {
  std::string phase;         // its name
  Real time = 0;             // now
  Real end = 0;              // latest possible end
  std::string unit = " s";   // of both; empty for dimensionless cases
  Real begin = 0;            // of this process: later than 0 after a resume
  std::uint64_t grains = 0;  // now
  double grain_steps = 0;    // sum of grains over the steps of this process
};

/// 0 to 1. A run without length is done.
double fraction_done(const ProgressPoint& point);

/// "42 s", "3 min 20 s", "5 h 07 min", "2 d 03 h".
std::string duration_text(double seconds);

/// "5.1 M", "870 k", "12".
std::string count_text(double count);

/// The line, at most `width` characters; the bar gives way first.
/// `seconds` is the wall clock since the process began stepping.
std::string progress_line(const ProgressPoint& point, double seconds, int width);

/// "[####----] " for a part of 0 to 1, at most `room` characters; nothing where that is too few.
std::string progress_bar(double part, int room);

class Progress {
 public:
  /// Draws on `out`; finds out by itself whether that is a terminal. Elsewhere a new line comes
  /// every `repeat`.
  explicit Progress(std::FILE* out = stderr,
                    std::chrono::seconds repeat = std::chrono::seconds(10));
  ~Progress() { finish(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// True when it is time to draw again: ask this every step, it costs one clock reading.
  bool due() const;
  void draw(const ProgressPoint& point);
  /// The same for any line; `line_for` is told the width and the seconds since the start.
  void draw(const std::function<std::string(int width, double seconds)>& line_for);
  /// Takes the line off the terminal, so that what follows starts clean.
  void finish();

 private:
  using Clock = std::chrono::steady_clock;
  std::FILE* out_;
  bool terminal_;
  Clock::duration interval_;
  bool drawn_ = false;
  Clock::time_point start_ = Clock::now();
  Clock::time_point next_;
};

}  // namespace scree::app
