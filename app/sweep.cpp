/// scree sweep: a study from its file to its table of results and its figures.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "cores.h"
#include "say.h"
#include "scree/base/error.h"
#include "scree/io/atomic_file.h"
#include "scree/io/folder_lock.h"
#include "scree/study/study_figures.h"
#include "scree/study/study_summary.h"
#include "signals.h"
#include "sweep/crew.h"
#include "verbs.h"

namespace scree::app {
namespace {

namespace fs = std::filesystem;

struct SweepOptions {
  std::string path, out, only = "*";
  int jobs = 0;
  bool dry_run = false, table = false;
};

const char* word_for(RunStatus status) {
  switch (status) {
    case RunStatus::kStarted:
      return "resume";
    case RunStatus::kChanged:
      return "changed";
    case RunStatus::kFailed:
      return "failed";
    case RunStatus::kDone:
      return "done";
    default:
      return "new";
  }
}

/// The runs, where they stand, and what is set in each.
int list_runs(const Study& study, const std::string& only) {
  const StudyMemory memory = StudyMemory::read(study.out);
  std::size_t width = 3, shown = 0;
  for (const StudyRun& run : study.runs) width = std::max(width, run.plan.name.size());
  for (const StudyRun& run : study.runs) {
    if (!matches(only, run.plan.name)) continue;
    ++shown;
    say("{:8} {:{}}  {}\n", word_for(status_of(study, run, memory)), run.plan.name, width,
        join(run.plan.sets, "  "));
  }
  say("\n{} runs of {}; results go to {}\n", shown, study.file, study.out);
  return kDone;
}

void print_notes(const StudyResults& results) {
  for (const auto& [entry, note] : results.notes) warn(note);
}

/// The numbers of the whole study, and where everything is.
void conclude(const Study& study, StudyResults results) {
  const std::vector<std::optional<Real>> values = summarize(study, results);
  for (std::size_t k = 0; k < values.size(); ++k)
    say("  {} = {} {}\n", study.summaries[k].name,
        values[k] ? fmt::format("{:.6g}", *values[k]) : "?", study.summaries[k].unit);
  say("  {0}/results.csv{1}\n", study.out,
      study.figures.empty() ? "" : fmt::format(", {}/figures", study.out));
}

int build_table(const Study& study) {
  if (!fs::is_directory(study.out))
    throw CaseError(
        fmt::format("there is no folder {}; run the study first, or name its folder "
                    "with --out",
                    study.out));
  const StudyMemory memory = StudyMemory::read(study.out);
  StudyResults results = gather_results(study, memory);
  write_study(study, results);
  write_file(fs::path(study.out) / "timings.csv", timings_csv(study, memory, results));
  print_notes(results);
  const auto done = std::count_if(results.rows.begin(), results.rows.end(),
                                  [](const auto& row) { return row.status == RunStatus::kDone; });
  say("{} of {} runs are done\n", done, study.runs.size());
  conclude(study, results);
  return results.notes.empty() ? kDone : kBadInput;
}

int run_study(const Study& study, const SweepOptions& o) {
  require_writable(study.out, 1 << 20);
  fs::create_directories(study.out);
  const FolderLock lock(study.out);
  catch_stop_signals();
  Crew crew(study, o.jobs > 0 ? o.jobs : usable_cores(), o.only);
  crew.work();
  print_notes(crew.results());
  const auto done =
      std::count_if(crew.results().rows.begin(), crew.results().rows.end(),
                    [](const ResultRow& row) { return row.status == RunStatus::kDone; });
  say("{} of {} runs done{}\n", done, study.runs.size(),
      crew.failures().empty() ? "" : fmt::format(", {} failed:", crew.failures().size()));
  for (const auto& [run, why] : crew.failures())
    say("  {}: {}\n    its words: {}/runs/{}/log.txt\n", run, why, study.out, run);
  conclude(study, crew.results());
  if (stop_requested()) {
    say("  continue with: scree sweep {}{}\n", o.path,
        o.out.empty() ? "" : fmt::format(" --out {}", o.out));
    return 128 + stop_signal();
  }
  if (!crew.failures().empty()) return kNumericalTrouble;
  return crew.results().notes.empty() ? kDone : kBadInput;
}

}  // namespace

void add_sweep(CommandLine& command) {
  auto o = std::make_shared<SweepOptions>();
  Verb verb = command.verb(
      "sweep", "run a study: a grid of parameters and seeds; called again, it continues", [o] {
        const Study study = read_study(o->path, o->out);
        if (o->dry_run) return list_runs(study, o->only);
        if (o->table) return build_table(study);
        return run_study(study, *o);
      });
  verb.option("study", o->path, "study.toml, or a folder that holds one").required();
  verb.option("--jobs", o->jobs, "runs at a time, one thread each; default: all cores")
      .thread_count();
  verb.option("--out", o->out, "folder for the results; default out/<name of the study>");
  verb.option("--only", o->only, "only runs named like this, e.g. 'dry/*'");
  verb.flag("--dry-run", o->dry_run, "list the runs and where they stand; run nothing");
  verb.flag("--table", o->table, "rebuild table and figures from the runs that are done");
}

}  // namespace scree::app
