#pragma once
/// The verbs of the command, one file each. A verb describes its options to the parser and says
/// what to do when it was chosen; main() does it and turns trouble into exit codes.
#include "command_line.h"

namespace scree::app {

void add_bench(CommandLine& command);
void add_run(CommandLine& command);
void add_resume(CommandLine& command);
void add_check(CommandLine& command);
void add_fclib(CommandLine& command);
void add_list(CommandLine& command);
void add_sweep(CommandLine& command);
void add_verify(CommandLine& command);

}  // namespace scree::app
