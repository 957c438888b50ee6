/// scree verify: runs cases and compares them with their expect.toml.
#include "scree/verify/verify.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>

#include "say.h"
#include "scree/base/error.h"
#include "scree/verify/mutants.h"
#include "verbs.h"

namespace scree::app {
namespace {

namespace fs = std::filesystem;

/// Folders with an expect.toml at or under a path, sorted.
std::vector<std::string> cases_under(const std::string& path) {
  std::string folder = path;
  if (fs::is_regular_file(path)) folder = fs::path(path).parent_path().string();
  if (!fs::is_directory(folder))
    throw CaseError(fmt::format("there is no folder {}; name a case or a folder of cases", path));
  std::vector<std::string> found;
  if (fs::exists(fs::path(folder) / "expect.toml")) found.push_back(folder);
  for (const fs::directory_entry& file : fs::recursive_directory_iterator(folder))
    if (file.path().filename() == "expect.toml" && file.path().parent_path() != fs::path(folder))
      found.push_back(file.path().parent_path().string());
  if (found.empty())
    throw CaseError(fmt::format("there is no expect.toml in or under {}: nothing to verify", path));
  std::sort(found.begin(), found.end());
  return found;
}

struct Options {
  std::vector<std::string> paths;
  std::string out, only = "*";
  int jobs = 1, threads = 0;
  bool all = false, mutants = false;
};

/// One line on a terminal that says what is being run.
class RunLine {
 public:
  void draw(const RunsOutlook& outlook) {
    const auto now = std::chrono::steady_clock::now();
    if (!terminal_ || now < next_) return;
    next_ = now + std::chrono::milliseconds(100);
    std::string running;
    for (const auto& [label, part] : outlook.running)
      running += fmt::format("; {} {:.0f} %", printable(label), 100 * part);
    say(stderr, "\r\033[K{} of {} runs done{}", outlook.done, outlook.total, running);
    std::fflush(stderr);
  }
  void clear() {
    if (terminal_) say(stderr, "\r\033[K");
  }

 private:
  bool terminal_ = ::isatty(STDERR_FILENO) != 0;
  std::chrono::steady_clock::time_point next_;
};

struct Counts {
  int cases = 0, mutants = 0;
  int holds = 0, missed = 0, reported = 0;  // statements
  int caught = 0, stopped = 0, passes = 0;  // mutants by statement

  void add(const Verdict& verdict) {
    ++cases;
    for (const Finding& f : verdict.findings) {
      if (f.statement.kind == StatementKind::kReport)
        ++reported;
      else
        ++(f.holds ? holds : missed);
    }
  }
  void add(const MutantVerdict& verdict) {
    ++cases;
    mutants += verdict.mutants;
    for (const MutantFinding& m : verdict.findings) {
      ++(m.caught() ? caught : passes);
      stopped += m.caught() && !m.finding.trouble.empty();
    }
  }
};

std::string plural(int n, const char* one, const char* several) {
  return fmt::format("{} {}", n, n == 1 ? one : several);
}

/// A table for every case as it is ready, then the sum of them all.
class Report {
 public:
  explicit Report(bool all) : all_(all) {}

  WatchRuns watch() {
    return [this](const RunsOutlook& outlook) { line_.draw(outlook); };
  }
  void show(const Verdict& verdict) { show(verdict, verdict_table(verdict, all_)); }
  void show(const MutantVerdict& verdict) { show(verdict, mutant_table(verdict, all_)); }
  int conclude() const {
    say("{}, {:.0f} s: {}, {}, {} reported\n", plural(counts_.cases, "case", "cases"), seconds(),
        plural(counts_.holds, "statement holds", "statements hold"),
        plural(counts_.missed, "falls short", "fall short"), counts_.reported);
    return counts_.missed > 0 ? kFellShort : kDone;
  }
  int conclude_mutants(int uncovered) const {
    const std::string stopped =
        counts_.stopped > 0 ? fmt::format(" ({} by a run that stopped)", counts_.stopped) : "";
    say("{}, {}, {:.0f} s: {} caught{}, {}; {} no mutant\n", plural(counts_.cases, "case", "cases"),
        plural(counts_.mutants, "mutant", "mutants"), seconds(), counts_.caught, stopped,
        plural(counts_.passes, "PASSES", "PASS"),
        plural(uncovered, "statement that is a must has", "statements that are a must have"));
    return counts_.passes > 0 ? kFellShort : kDone;
  }

 private:
  template <class V>
  void show(const V& verdict, const std::string& table) {
    line_.clear();
    say("{}\n", table);
    std::fflush(stdout);
    counts_.add(verdict);
  }
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }
  bool all_;
  RunLine line_;
  Counts counts_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

int verify(const Options& o) {
  std::vector<std::string> folders;
  for (const std::string& path : o.paths)
    for (const std::string& folder : cases_under(path)) folders.push_back(folder);
  Report report(o.all);
  const VerifyOptions options{o.out, o.only, o.jobs, o.threads, report.watch()};
  const auto show = [&](const auto& verdict) { report.show(verdict); };
  if (o.mutants) return report.conclude_mutants(verify_mutants(folders, options, show));
  verify_cases(folders, options, show);
  return report.conclude();
}

}  // namespace

void add_verify(CommandLine& command) {
  auto o = std::make_shared<Options>();
  Verb verb =
      command.verb("verify", "run cases, compare with expect.toml", [o] { return verify(*o); });
  verb.option("path", o->paths, "case folders, or folders of cases").required();
  verb.option("--out", o->out, "keep the series of every run under this folder");
  verb.flag("--all", o->all, "show every run of a statement, not only the worst");
  verb.option("--only", o->only,
              "only statements and runs whose names match, * standing for anything; other "
              "runs are not made");
  verb.option("--jobs", o->jobs, "runs at a time, each in a process of its own; default 1")
      .thread_count();
  verb.option("--threads", o->threads,
              "threads of each run; default: the cores, shared by the jobs")
      .thread_count();
  verb.flag("--mutants", o->mutants,
            "run the [[mutant]] entries: do the statements they name notice?");
}

}  // namespace scree::app
