#include "bench/instructions.h"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>

#include "bench/problems.h"
#include "bench/process.h"
#include "bench/transcript.h"
#include "scree/base/error.h"

namespace scree::app {
namespace {

namespace fs = std::filesystem;

/// One program under callgrind, at work since it was made.
class Counting {
 public:
  Counting(const std::string& program, const std::string& case_path,
           const std::vector<std::string>& sets, int steps, const std::string& path)
      : program_(program),
        log_(path + "-callgrind.log"),
        process_(command(program, case_path, sets, path + ".callgrind"), log_) {
    process_.send(fmt::format("run {}\nquit\n", steps));
  }

  double finish() {
    const std::vector<std::string> lines = process_.read_rest();
    const std::optional<long> count = collected(lines);
    // Also a program that stopped early is counted: it did not get as far as its clock.
    bool ran = false;
    for (const std::string& line : lines) ran = ran || line.starts_with("Loop time of");
    if (count && ran) return static_cast<double>(*count);
    throw CaseError(log_, 0,
                    fmt::format("{} did not run to its end under callgrind; if an instruction was "
                                "not recognised, build it with SCREE_ARCH=x86-64-v3, as tools/race "
                                "does: valgrind knows no AVX-512",
                                program_));
  }

 private:
  static std::vector<std::string> command(const std::string& program, const std::string& case_path,
                                          const std::vector<std::string>& sets,
                                          const std::string& profile) {
    const Contender served = scree_contender(program, "", 1, case_path, sets);
    // A program that is told how to wait does not start itself anew, which would leave valgrind.
    std::vector<std::string> words{served.command[0],         served.command[1],
                                   "OMP_WAIT_POLICY=passive", "valgrind",
                                   "--tool=callgrind",        "--callgrind-out-file=" + profile};
    words.insert(words.end(), served.command.begin() + 2, served.command.end());
    return words;
  }

  std::string program_, log_;
  Process process_;
};

}  // namespace

Programs parse_counted_programs(const std::string& text) {
  const std::vector<std::string> files = split_list(text);
  if (files.size() != 2)
    throw CaseError("--instructions: give two programs, OWN,OTHER, both built for x86-64-v3");
  for (const std::string& file : files)
    if (!fs::exists(file))
      throw CaseError(fmt::format("--instructions: {} is not there; tools/race builds it", file));
  if (find_program("valgrind").empty())
    throw CaseError("--instructions needs valgrind (run ./scree install count first)");
  return {fs::absolute(files[0]).string(), fs::absolute(files[1]).string()};
}

InstructionCounts count_instructions(const Programs& programs, const std::string& case_path,
                                     const CountedSteps& counted, const std::string& folder) {
  fs::create_directories(folder);
  // Two processes beside each other: a count does not mind.
  const auto both = [&](int steps) {
    Counting own(programs.own, case_path, counted.sets.own, steps, folder + "/this");
    Counting other(programs.other, case_path, counted.sets.other, steps, folder + "/other");
    const double own_count = own.finish();
    return InstructionCounts{own_count, other.finish()};
  };
  // The longer run last: its profiles stay.
  const InstructionCounts before = both(counted.warmup);
  const InstructionCounts after = both(counted.warmup + counted.steps);
  return {(after.own - before.own) / counted.steps, (after.other - before.other) / counted.steps};
}

std::optional<long> collected(const std::vector<std::string>& lines) {
  std::optional<long> count;
  for (const std::string& line : lines) {
    int pid = 0;
    long n = 0;
    if (std::sscanf(line.c_str(), "==%d== Collected : %ld", &pid, &n) == 2) count = n;
  }
  return count;
}

}  // namespace scree::app
