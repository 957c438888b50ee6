#pragma once
/// Instructions that steps take, counted by callgrind: other work on the machine does not change
/// them, so a per cent more or less shows that no clock would.
#include <optional>
#include <string>
#include <vector>

#include "bench/starts.h"

namespace scree::app {

/// A case from which instructions are counted, some fifty times slower than it runs: few steps.
struct CountedSteps {
  SideSets sets;
  int warmup = 10;  // steps before those that count
  int steps = 100;
};

/// The programs to be counted, "OWN,OTHER". Built for x86-64-v3: valgrind knows no AVX-512.
/// CaseError unless that is two files and valgrind is installed.
Programs parse_counted_programs(const std::string& text);

using InstructionCounts = Sides<double>;  // a step
/// Runs both programs under callgrind on one thread. A run of the warm-up alone is subtracted, so
/// neither the start nor the end counts. Transcripts and profiles go to `folder`, the profiles
/// named after the program's side: this.callgrind, other.callgrind.
InstructionCounts count_instructions(const Programs& programs, const std::string& case_path,
                                     const CountedSteps& counted, const std::string& folder);

/// N of callgrind's last words "==123== Collected : N"; nothing when it did not get so far.
std::optional<long> collected(const std::vector<std::string>& lines);

}  // namespace scree::app
