/// scree run: a case from its file to its results.
#include <fmt/format.h>

#include <memory>

#include "running.h"
#include "say.h"
#include "verbs.h"

namespace scree::app {

namespace {

/// What a run that stopped for trouble needs to get past it.
std::string what_stopped(Session& session, bool unchanged) {
  std::string text =
      fmt::format("this run stopped: {}\n  It goes on from before that, at time {:.6g}",
                  session.earlier_trouble(), session.simulation().state().clock.time());
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

void add_run(CommandLine& command) {
  struct Options {
    std::string path, out;
    std::vector<std::string> sets;
    int threads = 0;
    bool force = false, strict = false;
  };
  auto o = std::make_shared<Options>();
  Verb verb = command.verb("run", "run a case (a folder with case.toml, or a .toml file)", [o] {
    const Case c = read_case(o->path, o->sets);
    choose_threads(o->threads, 1 << 30);
    Session session(c, o->out.empty() ? default_folder(o->path) : o->out, o->force);
    choose_threads(o->threads, session.simulation().state().grains.size());
    announce(session);
    if (o->strict) session.be_strict();
    return run_session(session);
  });
  verb.option("case", o->path, "case folder or file").required();
  verb.option("--set", o->sets, "override a key, e.g. --set run.seed=2 (may be repeated)");
  verb.option("--threads", o->threads, "number of threads; default: the cores the grains can feed")
      .thread_count();
  verb.option("--out", o->out, "folder for the results; default out/<case>");
  verb.flag("--force", o->force, "replace a run that is already there");
  verb.flag("--strict", o->strict, kStrictHelp);
}

void add_resume(CommandLine& command) {
  struct Options {
    std::string folder;
    double until = 0;
    std::vector<std::string> sets;
    int threads = 0;
    bool force = false, strict = false;
  };
  auto o = std::make_shared<Options>();
  Verb verb = command.verb("resume", "continue a run from its last checkpoint", [o] {
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
  });
  verb.option("folder", o->folder, "folder of the run, e.g. out/collapse").required();
  verb.option("--until", o->until, "new end of the run [s]").seconds();
  verb.option("--set", o->sets,
              "change a key from here on, e.g. --set run.time_step=1e-5 (may be repeated)");
  verb.flag("--force", o->force, "go on although a mesh or table has changed");
  verb.flag("--strict", o->strict, kStrictHelp);
  verb.option("--threads", o->threads, "number of threads").thread_count();
}

}  // namespace scree::app
