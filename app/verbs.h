#pragma once
/// The verbs of the command, one file each. A verb describes its options to the parser and says
/// what to do when it was chosen; main() does it and turns trouble into exit codes.
#include <CLI/CLI.hpp>
#include <functional>

namespace scree::app {

/// What the shell sees. A second interrupt ends the process by its signal.
enum ExitCode {
  kDone = 0,
  kFellShort = 1,         // verification: a published result was missed
  kBadInput = 2,          // case, mesh, checkpoint, command line or disk
  kNumericalTrouble = 3,  // the run stopped itself after writing a checkpoint
  kInternalError = 70,    // a fault of ours (EX_SOFTWARE of sysexits.h)
};

/// What the chosen verb does; returns an exit code.
using Action = std::function<int()>;

void add_bench(CLI::App& command, Action& action);
void add_run(CLI::App& command, Action& action);
void add_resume(CLI::App& command, Action& action);
void add_check(CLI::App& command, Action& action);
void add_fclib(CLI::App& command, Action& action);
void add_list(CLI::App& command, Action& action);
void add_sweep(CLI::App& command, Action& action);
void add_verify(CLI::App& command, Action& action);

}  // namespace scree::app
