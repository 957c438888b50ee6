/// The scree command: finds the verb, runs it, and turns every kind of trouble into one line on
/// stderr and an exit code.
#include <fmt/format.h>
#include <malloc.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <new>
#include <string>
#include <string_view>
#include <vector>

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

/// CLI11 would only say that the word was not expected.
std::string explain_unknown_verb(const CLI::App& command, const std::string& word) {
  std::vector<std::string> verbs{"test", "install", "help"};  // the first two: of the launcher
  for (const CLI::App* verb : command.get_subcommands({})) verbs.push_back(verb->get_name());
  const std::string near = nearest(word, verbs);
  return fmt::format("there is no verb '{}'{}; the verbs are {}", word,
                     near.empty() ? "" : fmt::format(" (did you mean '{}'?)", near), join(verbs));
}

/// Null if there is no such verb.
const CLI::App* find_verb(const CLI::App& command, const std::string& word) {
  for (const CLI::App* verb : command.get_subcommands({}))
    if (verb->check_name(word)) return verb;
  return nullptr;
}

bool is_unknown_verb(const CLI::App& command, int argc, char** argv) {
  return argc > 1 && argv[1][0] != '-' && !find_verb(command, argv[1]);
}

/// The first option that the verb does not have, with the nearest that it has; empty if all are
/// known.
std::string explain_unknown_option(const CLI::App& command, int argc, char** argv) {
  const CLI::App* verb = argc > 1 ? find_verb(command, argv[1]) : nullptr;
  if (!verb) return "";
  std::vector<std::string> options;
  for (const CLI::Option* option : verb->get_options())
    for (const std::string& name : option->get_lnames()) options.push_back("--" + name);
  for (int k = 2; k < argc; ++k) {
    const std::string word = std::string(argv[k]).substr(0, std::string(argv[k]).find('='));
    const bool option = word.rfind("--", 0) == 0 && word.size() > 2;
    if (!option || std::find(options.begin(), options.end(), word) != options.end()) continue;
    const std::string near = nearest(word, options);
    return fmt::format("scree {} has no option '{}'{}; its options are {}", verb->get_name(), word,
                       near.empty() ? "" : fmt::format(" (did you mean '{}'?)", near),
                       join(options));
  }
  return "";
}

/// scree help [VERB]
int help(const CLI::App& command, int argc, char** argv) {
  if (argc < 3) {
    say("{}", command.help());
    return kDone;
  }
  const CLI::App* verb = find_verb(command, argv[2]);
  if (!verb) return fail(kBadInput, explain_unknown_verb(command, argv[2]));
  say("{}", verb->help("scree"));
  return kDone;
}

int parse_and_run(int argc, char** argv) {
  CLI::App command{"Scree: granular matter and particulate flow, one engine.", "scree"};
  command.set_version_flag("--version", version_text());
  command.footer(
      "Also: scree test, scree install.  scree help VERB, or scree VERB --help, explains a verb.");
  command.require_subcommand(1);
  command.failure_message(CLI::FailureMessage::simple);
  Action action;
  add_bench(command, action);
  add_run(command, action);
  add_resume(command, action);
  add_check(command, action);
  add_fclib(command, action);
  add_list(command, action);
  add_sweep(command, action);
  add_verify(command, action);

  if (argc == 1 || std::string_view(argv[1]) == "help") return help(command, argc, argv);
  if (is_unknown_verb(command, argc, argv))
    return fail(kBadInput, explain_unknown_verb(command, argv[1]));
  try {
    command.parse(argc, argv);
  } catch (const CLI::Success& asked_for_help) {
    return command.exit(asked_for_help);
  } catch (const CLI::ExtrasError& error) {
    const std::string unknown = explain_unknown_option(command, argc, argv);
    return fail(kBadInput,
                unknown.empty() ? fmt::format("{} (scree --help)", error.what()) : unknown);
  } catch (const CLI::ParseError& error) {
    return fail(kBadInput, fmt::format("{} (scree --help)", error.what()));
  }
  return action();
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
