#pragma once
/// The verbs of the command, one file each. A verb describes its options to the parser and says
/// what to do when it was chosen; main() does it and turns trouble into exit codes.
#include <functional>

#include "exit_code.h"

namespace CLI {
class App;
}

namespace scree::app {

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
