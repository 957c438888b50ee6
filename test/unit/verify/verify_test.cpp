#include "scree/verify/verify.h"

#include <doctest/doctest.h>

#include <cmath>
#include <filesystem>
#include <set>

#include "scree/base/error.h"
#include "scree/io/case_file.h"
#include "scree/verify/mutants.h"
#include "scree/verify/run_process.h"
#include "unit/io/scratch_folder.h"

using namespace scree;

namespace {

/// Grains that fall freely, and how far each has gone in the last hundredth of a second.
constexpr const char* kCase = R"toml(
title = "falling"
[run]
duration = 0.03
time_step = 1e-4
[domain]
lo = [0, 0, 0]
hi = [0.1, 0.1, 0.1]
periodic = [true, true, true]
[gravity]
vector = [0, 0, -10]
[material.glass]
density = 2500
[law]
normal = "linear"
tangential = "none"
[[pair]]
materials = ["*", "*"]
stiffness = 1e3
restitution = 0.9
[[bodies]]
source = "lattice"
material = "glass"
count = 64
spacing = 0.02
sizes = {kind = "fixed", radius = 2e-3}
[[observe]]
kind = "nonaffine"
name = "moved"
radius = 0.03
interval = 0.01
)toml";

constexpr const char* kExpect = R"toml(
[[expect]]
name = "fall between 0.02 and 0.03 s"
measure = "last(moved.displacement_max)"
value = 2.5e-3
tolerance = 1e-6
source = "g (t2^2 - t1^2)/2 [derived]"
)toml";

/// Three runs of different length; the case without observers.
const std::string kRuns = R"toml(
[[variant]]
name = "g = {g}"
sweep = {g = [5, 10, 20]}
set = ["gravity.vector=[0, 0, -{g}]", "run.duration={0.1/g}"]

[[expect]]
name = "kinetic energy"
measure = "last(kinetic_translation)"
value = "64*2500*4/3*pi*2e-3^3*0.1^2/2"
tolerance = 1e-6
unit = "J"
source = "m v^2/2, v = g t = 0.1 m/s [derived]"

[[expect]]
name = "the same at rest and resumed"
runs = "g = 10"
interrupt = 0.5
source = "same bits [choice]"

[[expect]]
name = "longer in weak gravity"
points = {t = "last(time)"}
measure = "t"
trend = "falls"
source = "v/g [derived]"
)toml";

struct Files {
  ScratchFolder folder;
  explicit Files(const std::string& expect) {
    const std::string text = kCase;
    put_file(folder / "case.toml", text.substr(0, text.find("[[observe]]")));
    put_file(folder / "expect.toml", expect);
  }
  std::string path() const { return folder.path().string(); }
};

bool says(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// Names of the runs that were made.
std::set<std::string> kept_runs(const std::filesystem::path& out) {
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(out))
    if (entry.path().filename() == "series.csv")
      names.insert(entry.path().parent_path().filename().string());
  return names;
}

MutantVerdict mutants_of(const Files& files, const VerifyOptions& options,
                         int* uncovered = nullptr) {
  MutantVerdict verdict;
  const int left =
      verify_mutants({files.path()}, options, [&](const MutantVerdict& v) { verdict = v; });
  if (uncovered) *uncovered = left;
  return verdict;
}

std::string refusal(const Files& files) {
  try {
    mutants_of(files, {});
  } catch (const CaseError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("verifying drives observers that have an interval of their own") {
  const ScratchFolder folder;
  put_file(folder / "case.toml", kCase);
  put_file(folder / "expect.toml", kExpect);
  const Verdict verdict = verify_case(folder.path().string(), {});
  REQUIRE(verdict.findings.size() == 1);
  CHECK_MESSAGE(verdict.findings[0].holds, verdict.findings[0].measured);
  CHECK(verdict.missed() == 0);
}

TEST_CASE("runs beside each other give the same bits as one after the other, in the same order") {
  const Files files(kRuns);
  VerifyOptions alone, beside;
  alone.out = (files.folder / "alone").string();
  beside.out = (files.folder / "beside").string();
  beside.jobs = 3;
  beside.threads = 1;
  int looks = 0;
  beside.watch = [&](const RunsOutlook& o) { looks += o.total == 3 && o.running.size() <= 3; };
  const Verdict one = verify_case(files.path(), alone), three = verify_case(files.path(), beside);
  CHECK(looks > 0);
  REQUIRE(one.findings.size() == 3);
  REQUIRE(three.findings.size() == 3);
  for (std::size_t k = 0; k < 3; ++k) {
    CHECK_MESSAGE(one.findings[k].holds, one.findings[k].measured << one.findings[k].why);
    CHECK(one.findings[k].measured == three.findings[k].measured);
    CHECK(one.findings[k].distance == three.findings[k].distance);
    CHECK(one.findings[k].run == three.findings[k].run);
  }
  const std::string folder = files.folder.path().filename().string();
  const std::set<std::string> runs{"g___5", "g___10", "g___20"};
  CHECK(kept_runs(alone.out) == runs);
  CHECK(kept_runs(beside.out) == runs);
  for (const std::string& run : runs)
    CHECK(read_text_file(alone.out + "/" + folder + "/" + run + "/series.csv") ==
          read_text_file(beside.out + "/" + folder + "/" + run + "/series.csv"));
}

TEST_CASE("a run in a process of its own that cannot start is bad input here, too") {
  // Found when the bodies are made, not when the case is read.
  std::string text = kRuns;
  text.replace(text.find("run.duration="), 0, "bodies.0.count=64000\", \"");
  const Files files(text);
  for (const int jobs : {1, 2}) {
    VerifyOptions options;
    options.jobs = jobs;
    options.threads = 1;
    CHECK_THROWS_AS(verify_case(files.path(), options), CaseError);
  }
}

TEST_CASE("results reach another process bit for bit, or not at all") {
  RunResult r;
  r.series.names = {"time [s]", "y"};
  r.series.columns = {{0, 0.1, 1e-310}, {-0.0, 1.0 / 3, HUGE_VAL}};
  r.trouble = "some\nwords";
  r.resumed = {{0.25, true}, {0.5, false}};
  r.seconds = 1.5;
  const std::string bytes = pack_result(r);
  const RunResult back = unpack_result(bytes);
  CHECK(back.series.names == r.series.names);
  CHECK(back.series.columns == r.series.columns);
  CHECK(std::signbit(back.series.columns[1][0]));
  CHECK(back.trouble == r.trouble);
  CHECK(back.refused.empty());
  CHECK(back.resumed == r.resumed);
  CHECK(back.seconds == r.seconds);
  for (std::size_t n = 0; n < bytes.size(); ++n)
    CHECK_THROWS_AS(unpack_result(bytes.substr(0, n)), std::runtime_error);
}

TEST_CASE("only what a pattern names is judged, and no other run is made") {
  const Files files(kRuns);
  const auto verified = [&](const std::string& only) {
    VerifyOptions options;
    options.only = only;
    options.out = (files.folder / "out").string();
    std::filesystem::remove_all(options.out);
    return verify_case(files.path(), options);
  };
  const Verdict resumed = verified("*resumed");
  REQUIRE(resumed.findings.size() == 1);
  CHECK(resumed.runs == 1);
  CHECK(kept_runs(files.folder / "out") == std::set<std::string>{"g___10"});
  // Of a run: every statement about it, but for the one over all runs together.
  const Verdict strong = verified("g = 20");
  REQUIRE(strong.findings.size() == 1);
  CHECK(strong.findings[0].statement.name == "kinetic energy");
  CHECK(strong.findings[0].runs == 1);
  CHECK(kept_runs(files.folder / "out") == std::set<std::string>{"g___20"});
  CHECK(verified("longer*").runs == 3);
  CHECK(verified("*").findings.size() == 3);
  CHECK_THROWS_AS(verified("shorter*"), CaseError);
}

TEST_CASE("a mutant is caught by a statement that falls short, and passes one that does not") {
  const Files files(kRuns + R"toml(
[[mutant]]
name = "stronger gravity"
set = ["gravity.vector=[0, 0, -{1.01*g}]"]
misses = ["kinetic energy", "longer in weak gravity"]

[[mutant]]
name = "shorter"
set = ["run.duration=0.002"]
misses = ["longer in weak gravity"]
runs = "g = 5"

[[mutant]]
name = "sideways"
set = ["gravity.vector=[{g}, 0, 0]"]
misses = ["kinetic energy"]
runs = "g = 10"
)toml");
  VerifyOptions options;
  options.out = (files.folder / "out").string();
  int uncovered = 0;
  const MutantVerdict v = mutants_of(files, options, &uncovered);
  CHECK(v.mutants == 3);
  REQUIRE(v.findings.size() == 4);
  CHECK(v.findings[0].caught());        // 1 % more speed in every run
  CHECK_FALSE(v.findings[1].caught());  // the times are as they were
  CHECK(v.findings[2].caught());        // 0.002, 0.01, 0.005 s
  CHECK_FALSE(v.findings[3].caught());  // energy knows no direction
  CHECK(v.findings[0].finding.runs == 3);
  CHECK(v.findings[2].finding.runs == 3);  // points of the other runs are taken as they are
  CHECK(v.findings[3].finding.runs == 1);
  CHECK(v.runs == 3 + 3 + 1);
  CHECK(uncovered == 1);
  const std::string table = mutant_table(v);
  for (const char* part : {"caught", "PASSES", "stronger gravity", "sideways", "3 mutants, 7 runs"})
    CHECK_MESSAGE(says(table, part), table);
  options.only = "side*";
  CHECK(mutants_of(files, options).findings.size() == 1);
  options.only = "longer*";
  CHECK(mutants_of(files, options).findings.size() == 2);
}

TEST_CASE("a mutant whose run stops is caught, and that is said") {
  const Files files(kRuns + R"toml(
[[mutant]]
name = "no way around"
set = ["domain.periodic=[true, true, false]", "gravity.vector=[0, 0, -{1e4*g}]"]
misses = ["kinetic energy"]
runs = "g = 10"
)toml");
  const MutantVerdict v = mutants_of(files, {});
  REQUIRE(v.findings.size() == 1);
  CHECK(v.findings[0].caught());
  CHECK_MESSAGE(says(v.findings[0].finding.trouble, "left the domain"),
                v.findings[0].finding.trouble);
  CHECK(says(mutant_table(v), "the run stopped"));
}

TEST_CASE("a mutant that is no valid case is an error of the file that asks for it") {
  const auto with = [](const std::string& keys) {
    return Files(kRuns + "\n[[mutant]]\nname = \"bad\"\nmisses = [\"kinetic energy\"]\n" + keys);
  };
  const std::string unknown = refusal(with("set = [\"run.duraton=1\"]\n"));
  CHECK_MESSAGE(says(unknown, "expect.toml:"), unknown);
  CHECK_MESSAGE(says(unknown, "mutant \"bad\""), unknown);
  CHECK_MESSAGE(says(unknown, "duraton"), unknown);
  // Found when the bodies are made, not when the case is read.
  const std::string late = refusal(with("set = [\"bodies.0.count=64000\"]\n"));
  CHECK_MESSAGE(says(late, "mutant \"bad\""), late);
  const std::string nowhere = refusal(with("set = [\"run.duration=1\"]\nruns = \"h*\"\n"));
  CHECK_MESSAGE(says(nowhere, "no run of the statement"), nowhere);
  CHECK(says(refusal(with("set = [\"run.duration={h}\"]\n")), "'h'"));
}
