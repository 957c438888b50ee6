#include "bench/race.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <memory>

#include "bench/process.h"
#include "bench/transcript.h"
#include "scree/base/error.h"

namespace scree::app {
namespace {

/// What the counted steps of a turn gave, and what they took.
struct Turn {
  Piece piece;
  CoreTime time;
};

/// One contender in one repeat.
class Runner {
 public:
  Runner(const Contender& contender, const std::string& transcript)
      : contender_(contender), process_(contender.command, transcript) {
    process_.send(contender.setup);
  }

  /// Its turn: some steps that do not count, until its threads have found their cores and its data
  /// their way back into the caches, then those that do.
  Turn run(int unseen, int steps) {
    process_.resume();
    if (unseen > 0) ask(steps_command(unseen));
    const CoreTime before = process_.core_time();
    Turn turn{ask(steps_command(steps)), process_.core_time()};
    process_.pause();
    turn.time.ran -= before.ran, turn.time.waited -= before.waited;
    return turn;
  }
  Piece finish() {
    process_.resume();
    return ask(contender_.finish);
  }
  std::size_t resident_bytes() const { return process_.resident_bytes(); }

 private:
  /// Without "pre no" LAMMPS would make its lists anew before each piece, outside the clock.
  std::string steps_command(int steps) const {
    return fmt::format("run {}{}\n", steps, marks_ == 0 ? "" : " pre no");
  }
  Piece ask(const std::string& commands) {
    const std::string mark = fmt::format("scree-bench {}", ++marks_);
    process_.send(commands + "print \"" + mark + "\"\n");
    return read_piece(process_.read_until(mark));
  }

  const Contender& contender_;
  Process process_;
  int marks_ = 0;
};

/// One line on the terminal that is overwritten; nothing in a log.
class Ticker {
 public:
  ~Ticker() {
    if (terminal_) fmt::print(stderr, "\r\033[K");
  }
  void show(const std::string& text) const {
    if (terminal_) fmt::print(stderr, "\r\033[K{}", text);
  }

 private:
  bool terminal_ = ::isatty(STDERR_FILENO) != 0;
};

std::string file_name(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](char c) { return c == ' ' || c == '/'; }, '-');
  return text;
}

/// All that was measured of one contender, over the repeats.
struct Log {
  std::vector<std::vector<double>> seconds;  // by repeat and piece
  std::vector<std::vector<double>> core_seconds;
  double waited = 0;
};

void note(const Piece& piece, const Piece& warm, Result& result, Log& log) {
  log.seconds.back().push_back(piece.seconds);
  result.spheres = piece.spheres;
  result.kinetic = piece.kinetic;
  result.builds = piece.builds.value_or(0) - warm.builds.value_or(0);
  if (piece.refreshes) result.refreshes = *piece.refreshes - warm.refreshes.value_or(0);
}

void one_repeat(const std::vector<Contender>& contenders, const RaceOptions& options,
                const std::string& folder, const std::string& label, std::vector<Result>& results,
                std::vector<Log>& logs) {
  const Ticker ticker;
  std::vector<std::unique_ptr<Runner>> runners;
  std::vector<Piece> warm;
  for (std::size_t c = 0; c < contenders.size(); ++c) {
    ticker.show(fmt::format("{}: {} warms up", label, contenders[c].name));
    const std::string file =
        fmt::format("{}/{}-{}.log", folder, file_name(contenders[c].name), contenders[c].cores);
    runners.push_back(std::make_unique<Runner>(contenders[c], file));
    warm.push_back(runners.back()->run(0, options.warmup).piece);
    logs[c].seconds.emplace_back();
    logs[c].core_seconds.emplace_back();
  }
  for (int p = 0; p < options.pieces; ++p)
    for (std::size_t c = 0; c < runners.size(); ++c) {
      ticker.show(
          fmt::format("{}: piece {}/{} of {}", label, p + 1, options.pieces, contenders[c].name));
      const int steps = options.steps / options.pieces;
      const Turn turn = runners[c]->run((steps + 9) / 10, steps);
      note(turn.piece, warm[c], results[c], logs[c]);
      logs[c].core_seconds.back().push_back(turn.time.ran);
      logs[c].waited += turn.time.waited;
    }
  for (std::size_t c = 0; c < runners.size(); ++c) {
    results[c].resident = runners[c]->resident_bytes();
    const Piece last = runners[c]->finish();
    results[c].coordination = last.coordination;
    results[c].contacts = last.contacts;
    results[c].residual = last.residual;
    results[c].state = last.state;
    if (!results[c].kinetic) results[c].kinetic = last.kinetic;
  }
}

}  // namespace

double best_total(const std::vector<std::vector<double>>& seconds_by_repeat) {
  SCREE_EXPECT(!seconds_by_repeat.empty());
  std::vector<double> best = seconds_by_repeat[0];
  for (const std::vector<double>& repeat : seconds_by_repeat) {
    SCREE_EXPECT(repeat.size() == best.size());
    for (std::size_t p = 0; p < best.size(); ++p) best[p] = std::min(best[p], repeat[p]);
  }
  double sum = 0;
  for (const double t : best) sum += t;
  return sum;
}

double mean_total(const std::vector<std::vector<double>>& seconds_by_repeat) {
  double sum = 0;
  for (const std::vector<double>& repeat : seconds_by_repeat)
    for (const double t : repeat) sum += t;
  return sum / static_cast<double>(seconds_by_repeat.size());
}

std::vector<Result> race(const std::vector<Contender>& contenders, const RaceOptions& options,
                         const std::string& folder) {
  std::filesystem::create_directories(folder);
  std::vector<Result> results(contenders.size());
  std::vector<Log> logs(contenders.size());
  for (int r = 0; r < options.repeats; ++r)
    one_repeat(contenders, options, folder, fmt::format("repeat {}/{}", r + 1, options.repeats),
               results, logs);
  for (std::size_t c = 0; c < contenders.size(); ++c) {
    results[c].name = contenders[c].name;
    results[c].cores = contenders[c].cores;
    results[c].steps = options.steps / options.pieces * options.pieces;
    results[c].pieces = logs[c].seconds;
    results[c].seconds = best_total(logs[c].seconds);
    results[c].mean_seconds = mean_total(logs[c].seconds);
    results[c].core_seconds = best_total(logs[c].core_seconds);
    results[c].waited =
        logs[c].waited / (results[c].cores * options.repeats * results[c].mean_seconds);
  }
  return results;
}

}  // namespace scree::app
