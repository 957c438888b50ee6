/// The scree command: finds the verb and runs it.
#include <fmt/format.h>
#include <malloc.h>

#include <string>

#include "cores.h"
#include "guarded.h"
#include "scree/base/build_info.h"
#include "signals.h"
#include "verbs.h"

namespace scree::app {
namespace {

std::string version_text() {
  const BuildInfo& info = build_info();
  return fmt::format("scree {} ({})\n{}, {}", info.version, info.commit, info.compiler, info.flags);
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

}  // namespace
}  // namespace scree::app

int main(int argc, char** argv) {
  if (argc > 2) scree::app::wait_briefly(argv);  // a verb with an argument may use threads
  return scree::app::guarded([&] {
    scree::app::keep_freed_memory();
    scree::app::make_failed_writes_errors();
    return scree::app::parse_and_run(argc, argv);
  });
}
