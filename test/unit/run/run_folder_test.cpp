#include "scree/run/run_folder.h"

#include <doctest/doctest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "scree/base/error.h"
#include "scree/io/case_file.h"
#include "scree/run/session.h"
#include "unit/case/case_text.h"
#include "unit/io/scratch_folder.h"

using namespace scree;
namespace fs = std::filesystem;

namespace {

Case small(const std::vector<std::string>& sets = {}) {
  return read_case_text(
      kSmallCase +
          "[output]\nframe_interval = 0.03\npicture_interval = 0.05\npicture = {width = 64}\n",
      "test.toml", sets);
}

void run_in(const fs::path& folder, bool force = false, const std::vector<std::string>& sets = {}) {
  Session s(small(sets), folder, force);
  CHECK(s.run([](const Simulation&) { return true; }).end == RunEnd::kDone);
}

/// Also makes the folder.
void put(const fs::path& path, const std::string& bytes) {
  fs::create_directories(path.parent_path());
  put_file(path, bytes);
}

std::vector<std::string> names_in(const fs::path& folder) {
  std::vector<std::string> names;
  for (const auto& e : fs::recursive_directory_iterator(folder))
    names.push_back(fs::relative(e.path(), folder).string());
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace

TEST_CASE("--force removes the files of the earlier run, and nothing else") {
  ScratchFolder folder;
  const fs::path run = folder / "run";
  run_in(run);
  const std::vector<std::string> whole = names_in(run);
  const std::vector<std::string> mine{
      "notes.csv",      "data.json", "photo.png",          "expect.toml",         "frames/mine.vtp",
      "plots/mine.svg", "old.h5",    "pictures/photo.png", "frames/bodies_x.vtp", "series.csv.bak"};
  for (const std::string& name : mine) put_file(run / name, "mine");
  run_in(run, true);
  for (const std::string& name : mine) CHECK_MESSAGE(file_bytes(run / name) == "mine", name);
  CHECK(names_in(run).size() == whole.size() + mine.size());
}

TEST_CASE("--force refuses a folder that was never the folder of a run") {
  ScratchFolder folder;
  put(folder / "mine/thesis.txt", "mine");
  const std::string message = message_of<CaseError>([&] { run_in(folder / "mine", true); });
  CHECK(contains(message, "was never the folder of a run (it holds thesis.txt)"));
  CHECK(names_in(folder / "mine") == std::vector<std::string>{"thesis.txt"});
  // Without force nothing is removed, so a folder with other files is fine; so is an empty one.
  run_in(folder / "mine");
  CHECK(file_bytes(folder / "mine/thesis.txt") == "mine");
  fs::create_directories(folder / "empty");
  run_in(folder / "empty", true);
}

TEST_CASE("a run does not overwrite files of the same names that no run wrote") {
  ScratchFolder folder;
  for (const char* name : {"case.toml", "series.csv", "final.png", "plots/energy.svg"}) {
    CAPTURE(name);
    const fs::path place = folder / fs::path(name).stem();
    put(place / name, "mine");
    for (const bool force : {false, true}) {
      const std::string message = message_of<CaseError>([&] { run_in(place, force); });
      CHECK(contains(message, "is in the way"));
      CHECK(contains(message, "--out"));
    }
    CHECK(file_bytes(place / name) == "mine");
    CHECK_FALSE(fs::exists(place / "run.json"));
  }
}

TEST_CASE("a copy of the case that was edited is not lost by --force") {
  ScratchFolder folder;
  run_in(folder / "run");
  put_file(folder / "run/case.toml", "# my next idea\n");
  const std::string message = message_of<CaseError>([&] { run_in(folder / "run", true); });
  CHECK(contains(message, "case.toml: is not the copy that the run here made"));
  CHECK(file_bytes(folder / "run/case.toml") == "# my next idea\n");
  CHECK(fs::exists(folder / "run/series.csv"));
}

TEST_CASE("names in run.json cannot lead out of the folder") {
  ScratchFolder folder;
  put_file(folder / "precious.txt", "mine");
  run_in(folder / "run");
  std::string note = file_bytes(folder / "run/run.json");
  const std::string first = "\"run.json\",";
  note.replace(note.find(first), first.size(), first + " \"../precious.txt\", \"/precious.txt\",");
  put_file(folder / "run/run.json", note);
  run_in(folder / "run", true);
  CHECK(file_bytes(folder / "precious.txt") == "mine");
}

TEST_CASE("the copy of the case is the case as run, overrides included") {
  ScratchFolder folder;
  run_in(folder / "plain");
  CHECK(file_bytes(folder / "plain/case.toml") == small().text);
  run_in(folder / "set", false, {"run.seed=77", "bodies.0.velocity=[0, 0.5, 0]"});
  const std::string copy = file_bytes(folder / "set/case.toml");
  CHECK(contains(copy, "#   --set run.seed=77\n"));
  const Case again = read_case_text(copy, "copy.toml");
  CHECK(again.run.seed == 77);
  // It leads to the same state, bit for bit.
  const Simulation one(small({"run.seed=77", "bodies.0.velocity=[0, 0.5, 0]"})), two(again);
  CHECK(hash(one.state()) == hash(two.state()));
}

TEST_CASE("a tree of values written as TOML reads back as the same tree") {
  const std::string text =
      "a = 1\nb = 1.0\nc = -2.5e-300\nd = inf\n\"odd key\" = \"q\\\"\\\\\\n\\u0001 \u00e9\"\n"
      "e = [[1, 2], [3.5, true]]\nf = []\n[t]\nx = {y = {z = \"deep\"}, l = [{m = 1}]}\n"
      "[[l]]\nn = 1\n[[l]]\nn = 2\n[t.u]\nv = false\n";
  const Node root = parse_case_text(text, "a.toml");
  const std::string once = to_toml(root);
  CHECK(to_toml(parse_case_text(once, "b.toml")) == once);
  CHECK(contains(once, "b = 1.0\n"));
  CHECK(contains(once, "a = 1\n"));
  const Node back = parse_case_text(once, "b.toml");
  CHECK(back.find("odd key")->text == root.find("odd key")->text);
  CHECK(back.find("c")->real == -2.5e-300);
  CHECK(back.find("t")->find("x")->find("y")->find("z")->text == "deep");
  CHECK(back.find("l")->items[1].find("n")->integer == 2);
}

TEST_CASE("a second writer is refused while the first lives, and a dead one does not block") {
  ScratchFolder folder;
  {
    Session first(small(), folder / "run", false);
    for (const bool resume : {false, true}) {
      const std::string message = message_of<CaseError>([&] {
        if (resume)
          Session second(folder / "run");
        else
          Session second(small(), folder / "run", true);
      });
      CHECK(contains(message, "another scree (process "));
      CHECK(contains(message, "is at work in"));
    }
    CHECK(fs::exists(folder / "run/checkpoint.h5"));
  }
  CHECK_FALSE(fs::exists(folder / "run/.lock"));
  // A process that dies leaves its file, but not its lock.
  const pid_t child = ::fork();
  if (child == 0) {
    static const FolderLock lock(folder / "run");
    ::_exit(0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  CHECK(fs::exists(folder / "run/.lock"));
  Session next(folder / "run");
}

TEST_CASE("what a killed run left half written goes at the next start") {
  ScratchFolder folder;
  run_in(folder / "run");
  const std::vector<std::string> left{"checkpoint.h5.tmp-aB3dE9",
                                      "frames/bodies_000003.vtp.tmp-000000",
                                      "scree-probe.tmp-vRwiNe", "plots/energy.svg.tmp-zzzzzz"};
  for (const std::string& name : left) put_file(folder / ("run/" + name), "half");
  put_file(folder / "run/mine.tmp-aB3dE9", "mine");
  put_file(folder / "run/checkpoint.h5.tmp-mine", "mine");
  { Session again(folder / "run"); }
  for (const std::string& name : left) CHECK_FALSE(fs::exists(folder / ("run/" + name)));
  CHECK(fs::exists(folder / "run/mine.tmp-aB3dE9"));
  CHECK(fs::exists(folder / "run/checkpoint.h5.tmp-mine"));
}

TEST_CASE(
    "what was killed before it listed its files leaves nothing either, with --force or without") {
  for (const bool force : {false, true}) {
    ScratchFolder folder;
    put(folder / "run/run.json.tmp-aB3dE9", "half");
    put(folder / "run/.lock", "");
    run_in(folder / "run", force);
    CHECK_FALSE(fs::exists(folder / "run/run.json.tmp-aB3dE9"));
  }
}
