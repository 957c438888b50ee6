#include "progress.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>

#include "say.h"

namespace scree::app {
namespace {

using namespace std::chrono_literals;

constexpr auto kRedraw = 200ms;  // on a terminal: smooth to the eye, no load
constexpr int kPlainWidth = 120;
constexpr int kLongestBar = 30, kShortestBar = 5;
constexpr double kEarly = 2;  // before that many seconds a guess of the end is worth nothing [s]

int terminal_width(std::FILE* out) {
  winsize size{};
  if (::ioctl(::fileno(out), TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  return 80;
}

std::string time_left(const ProgressPoint& point, double seconds) {
  const Real covered = point.time - point.begin;
  if (seconds < kEarly || covered <= 0) return "";
  return ", " + duration_text(seconds * (point.end - point.time) / covered) + " left";
}

}  // namespace

double fraction_done(const ProgressPoint& point) {
  if (!(point.end > 0)) return 1;
  return std::clamp(point.time / point.end, 0.0, 1.0);
}

std::string duration_text(double seconds) {
  const auto s = static_cast<long>(std::llround(std::max(seconds, 0.0)));
  if (s < 60) return fmt::format("{} s", s);
  if (s < 3600) return fmt::format("{} min {:02} s", s / 60, s % 60);
  if (s < 86400) return fmt::format("{} h {:02} min", s / 3600, s % 3600 / 60);
  return fmt::format("{} d {:02} h", s / 86400, s % 86400 / 3600);
}

std::string count_text(double count) {
  for (const auto& [scale, unit] : {std::pair{1e9, "G"}, {1e6, "M"}, {1e3, "k"}})
    if (count >= scale) {
      const double scaled = count / scale;
      return fmt::format("{:.{}f} {}", scaled, scaled < 9.95 ? 1 : 0, unit);
    }
  return fmt::format("{:.0f}", count);
}

std::string progress_line(const ProgressPoint& point, double seconds, int width) {
  const double fraction = fraction_done(point);
  // Never 100 % before the end.
  const int percent = static_cast<int>(std::floor(100 * fraction));
  const std::string head = fmt::format("{} {:3} % ", point.phase, percent);
  const double speed = seconds > 0 ? point.grain_steps / seconds : 0;
  const std::string tail =
      fmt::format("t = {:.4g} of {:.4g}{}, {} grains, {} grain-steps/s{}", point.time, point.end,
                  point.unit, point.grains, count_text(speed), time_left(point, seconds));
  const int room = width - static_cast<int>(head.size() + tail.size());
  return (head + progress_bar(fraction, room) + tail)
      .substr(0, static_cast<std::size_t>(std::max(width, 0)));
}

std::string progress_bar(double part, int room) {
  room -= 3;  // brackets and a blank
  if (room < kShortestBar) return "";
  const int length = std::min(room, kLongestBar);
  const int full = static_cast<int>(std::lround(part * length));
  return fmt::format("[{:#>{}}{:->{}}] ", "", full, "", length - full);
}

Progress::Progress(std::FILE* out, std::chrono::seconds repeat)
    : out_(out),
      terminal_(::isatty(::fileno(out)) != 0),
      interval_(terminal_ ? Clock::duration(kRedraw) : Clock::duration(repeat)),
      next_(start_ + interval_) {}

bool Progress::due() const { return Clock::now() >= next_; }

void Progress::draw(const ProgressPoint& point) {
  draw([&](int width, double seconds) { return progress_line(point, seconds, width); });
}

void Progress::draw(const std::function<std::string(int, double)>& line_for) {
  const Clock::time_point now = Clock::now();
  const double seconds = std::chrono::duration<double>(now - start_).count();
  if (terminal_)
    // One column stays free: some terminals wrap when the last one is written.
    put(out_, fmt::format("\r\033[K{}", line_for(terminal_width(out_) - 1, seconds)));
  else
    put(out_, fmt::format("{}\n", line_for(kPlainWidth, seconds)));
  std::fflush(out_);
  drawn_ = true;
  next_ = now + interval_;
}

void Progress::finish() {
  if (terminal_ && drawn_) {
    put(out_, fmt::format("\r\033[K"));
    std::fflush(out_);
  }
  drawn_ = false;
}

}  // namespace scree::app
