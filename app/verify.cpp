/// scree verify: runs cases and compares them with their expect.toml.
#include "scree/run/verify.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <memory>

#include "scree/base/error.h"
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

struct Counts {
  int holds = 0, missed = 0, reported = 0;

  void add(const Verdict& verdict) {
    for (const Finding& f : verdict.findings) {
      if (f.statement.kind == StatementKind::kReport)
        ++reported;
      else
        ++(f.holds ? holds : missed);
    }
  }
};

/// One line on a terminal that says what is being run.
class RunLine {
 public:
  void draw(const std::string& folder, const std::string& run, int number, int of, Real done) {
    if (!terminal_) return;
    fmt::print(stderr, "\r\033[K{}: run {} of {} {} {:.0f} %", folder, number, of, run, 100 * done);
    std::fflush(stderr);
  }
  void clear() {
    if (terminal_) fmt::print(stderr, "\r\033[K");
  }

 private:
  bool terminal_ = ::isatty(STDERR_FILENO) != 0;
};

int verify(const std::vector<std::string>& paths, const std::string& out) {
  std::vector<std::string> folders;
  for (const std::string& path : paths)
    for (const std::string& folder : cases_under(path)) folders.push_back(folder);
  Counts counts;
  double seconds = 0;
  RunLine line;
  for (const std::string& folder : folders) {
    VerifyOptions options;
    options.out = out;
    options.watch = [&](const std::string& run, int number, int of, Real done) {
      line.draw(folder, run, number, of, done);
    };
    const Verdict verdict = verify_case(folder, options);
    line.clear();
    fmt::print("{}\n", verdict_table(verdict));
    std::fflush(stdout);
    counts.add(verdict);
    seconds += verdict.seconds;
  }
  fmt::print("{} case{}, {:.0f} s: {} statement{} hold{}, {} fall{} short, {} reported\n",
             folders.size(), folders.size() == 1 ? "" : "s", seconds, counts.holds,
             counts.holds == 1 ? "" : "s", counts.holds == 1 ? "s" : "", counts.missed,
             counts.missed == 1 ? "s" : "", counts.reported);
  return counts.missed > 0 ? kFellShort : kDone;
}

}  // namespace

void add_verify(CLI::App& command, Action& action) {
  CLI::App* verb = command.add_subcommand("verify", "run cases, compare with expect.toml");
  auto paths = std::make_shared<std::vector<std::string>>();
  auto out = std::make_shared<std::string>();
  verb->add_option("path", *paths, "case folders, or folders of cases")->required();
  verb->add_option("--out", *out, "keep the series of every run under this folder");
  verb->callback([&action, paths, out] { action = [paths, out] { return verify(*paths, *out); }; });
}

}  // namespace scree::app
