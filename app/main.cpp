/// The scree command: finds the verb, runs it, and turns every kind of trouble into one line on
/// stderr and an exit code.
#include <fmt/format.h>
#include <malloc.h>

#include <cstdio>
#include <exception>
#include <filesystem>
#include <new>
#include <string>

#include "cores.h"
#include "say.h"
#include "scree/base/build_info.h"
#include "scree/base/error.h"
#include "scree/base/text.h"
#include "signals.h"
#include "verbs.h"

namespace scree::app {
namespace {

std::string version_text() {
  const BuildInfo& info = build_info();
  return fmt::format("scree {} ({})\n{}, {}", info.version, info.commit, info.compiler, info.flags);
}

/// Messages quote what a user wrote: no control character of it reaches the terminal.
int fail(ExitCode code, const std::string& message) {
  say(stderr, "scree: error: {}\n", printable(message));
  return code;
}

int parse_and_run(int argc, char** argv) {
  CommandLine command(
      "Scree: granular matter and particulate flow, one engine.", version_text(),
      "Also: scree test, scree install.  scree help VERB, or scree VERB --help, explains a verb.",
      {"test", "install", "help"});
  add_bench(command);
  add_run(command);
  add_resume(command);
  add_check(command);
  add_fclib(command);
  add_list(command);
  add_sweep(command);
  add_verify(command);
  return command.run(argc, argv);
}

/// Scratch of every few steps: up to 32 MB of it are kept, not given back and fetched again page by
/// page each time. Larger tables have pages of their own (base/raw_vector.h).
void keep_freed_memory() {
  mallopt(M_MMAP_THRESHOLD, 32 << 20);
  mallopt(M_TRIM_THRESHOLD, 32 << 20);
}

int guarded_main(int argc, char** argv) try {
  keep_freed_memory();
  make_failed_writes_errors();
  return parse_and_run(argc, argv);
} catch (const CaseError& error) {
  return fail(kBadInput, error.what());
} catch (const DiskError& error) {
  return fail(kBadInput, error.what());
} catch (const std::filesystem::filesystem_error& error) {
  return fail(kBadInput, error.what());
} catch (const std::bad_alloc&) {
  return fail(kBadInput, "out of memory; `scree check` tells how much a case needs");
} catch (const std::exception& error) {
  fail(kInternalError, fmt::format("internal fault: {}", error.what()));
  say(stderr, "This should not happen; please report it with the case and this line: scree {} {}\n",
      build_info().version, build_info().commit);
  return kInternalError;
}

}  // namespace
}  // namespace scree::app

int main(int argc, char** argv) {
  if (argc > 2) scree::app::wait_briefly(argv);  // a verb with an argument may use threads
  return scree::app::guarded_main(argc, argv);
}
