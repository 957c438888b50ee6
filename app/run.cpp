/// scree run: a case from its file to its results.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "option_ranges.h"
#include "running.h"
#include "say.h"
#include "verbs.h"

namespace scree::app {

namespace {

/// What a run that stopped for trouble needs to get past it.
std::string what_stopped(Session& session, bool unchanged) {
  std::string text =
      fmt::format("this run stopped: {}\n  It goes on from before that, at time {:.6g}",
                  session.earlier_trouble(), session.simulation().state().time);
  if (unchanged)
    text += fmt::format(
        ", and will stop there again\n  unless something is changed: scree resume {} --set "
        "KEY=VALUE",
        session.folder().string());
  return text + ".\n";
}

}  // namespace

constexpr const char* kStrictHelp =
    "end with 3 when the energy ledger is open by more than run.ledger_limit";

void add_run(CLI::App& command, Action& action) {
  struct Options {
    std::string path, out;
    std::vector<std::string> sets;
    int threads = 0;
    bool force = false, strict = false;
  };
  auto o = std::make_shared<Options>();
  CLI::App* verb =
      command.add_subcommand("run", "run a case (a folder with case.toml, or a .toml file)");
  verb->add_option("case", o->path, "case folder or file")->required();
  verb->add_option("--set", o->sets, "override a key, e.g. --set run.seed=2 (may be repeated)")
      ->take_all();
  verb->add_option("--threads", o->threads,
                   "number of threads; default: the cores the grains can feed")
      ->check(thread_count());
  verb->add_option("--out", o->out, "folder for the results; default out/<case>");
  verb->add_flag("--force", o->force, "replace a run that is already there");
  verb->add_flag("--strict", o->strict, kStrictHelp);
  verb->callback([&action, o] {
    action = [o] {
      const Case c = read_case(o->path, o->sets);
      choose_threads(o->threads, 1 << 30);
      Session session(c, o->out.empty() ? default_folder(o->path) : o->out, o->force);
      choose_threads(o->threads, session.simulation().state().grains.size());
      announce(session);
      if (o->strict) session.be_strict();
      return run_session(session);
    };
  });
}

void add_resume(CLI::App& command, Action& action) {
  struct Options {
    std::string folder;
    double until = 0;
    std::vector<std::string> sets;
    int threads = 0;
    bool force = false, strict = false;
  };
  auto o = std::make_shared<Options>();
  CLI::App* verb = command.add_subcommand("resume", "continue a run from its last checkpoint");
  verb->add_option("folder", o->folder, "folder of the run, e.g. out/collapse")->required();
  verb->add_option("--until", o->until, "new end of the run [s]")->check(positive_time());
  verb->add_option("--set", o->sets,
                   "change a key from here on, e.g. --set run.time_step=1e-5 (may be repeated)")
      ->take_all();
  verb->add_flag("--force", o->force, "go on although a mesh or table has changed");
  verb->add_flag("--strict", o->strict, kStrictHelp);
  verb->add_option("--threads", o->threads, "number of threads")->check(thread_count());
  verb->callback([&action, o] {
    action = [o] {
      ResumeOptions options{.force = o->force, .sets = o->sets};
      if (o->until > 0) options.until = o->until;
      Session session(o->folder, options);
      if (session.complete()) {
        say("{} is already finished; --until T extends it\n", o->folder);
        return static_cast<int>(kDone);
      }
      if (!session.earlier_trouble().empty()) say("{}", what_stopped(session, o->sets.empty()));
      choose_threads(o->threads, session.simulation().state().grains.size());
      announce(session);
      if (o->strict) session.be_strict();
      return run_session(session);
    };
  });
}

}  // namespace scree::app
