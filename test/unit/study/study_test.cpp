/// Studies: what a study.toml means and what is refused in it.
#include "scree/study/study.h"

#include <doctest/doctest.h>

#include "scree/base/error.h"
#include "unit/case/case_text.h"
#include "unit/io/scratch_folder.h"

using namespace scree;

namespace {

const std::string kStudy = R"toml(
title = "bounces"
[constants]
unit = 0.5
[grid]
run.seed = [1, 2]
[[runs]]
name = "dry"
case = "small.toml"
set = ["pair.1.restitution={e}", "pair.0.friction={unit*mu}"]
grid = {e = [0.5, 0.9], mu = [0.2, 0.4, 0.8]}
[[runs]]
name = "smooth"
case = "small.toml"
set = ["pair.0.friction=0"]
grid = {"run.seed" = 7}
[[result]]
name = "speed"
unit = "m/s"
formula = "last(bodies) * e"
runs = "dry"
[[result]]
name = "twice"
formula = "2 * speed + unit"
runs = "dry"
[[figure]]
name = "speeds"
x = "e"
y = "twice"
runs = "dry"
by = "mu"
fit = "line"
)toml";

/// A folder with the small case; studies are read as if they stood there.
struct StudyFolder {
  ScratchFolder folder;
  StudyFolder() { put_file(folder / "small.toml", kSmallCase); }

  Study read(const std::string& text) const {
    return read_study_text(text, (folder / "bounce.toml").string());
  }
  /// What is said about the study with `from` replaced by `to`.
  std::string complaint(const std::string& from, const std::string& to) const {
    std::string text = kStudy;
    const std::size_t at = text.find(from);
    REQUIRE(at != std::string::npos);
    text.replace(at, from.size(), to);
    return message_of<CaseError>([&] { read(text); });
  }
};

using Words = std::vector<std::string>;

}  // namespace

TEST_CASE("a block becomes one run for every combination, the last parameter varying fastest") {
  const StudyFolder f;
  const Study study = f.read(kStudy);
  REQUIRE(study.runs.size() == 2 * 3 * 2 + 1);
  CHECK(study.name == "bounce");
  CHECK(study.out == "out/bounce");
  CHECK(study.runs[0].plan.name == "dry/e=0.5/mu=0.2/seed=1");
  CHECK(study.runs[1].plan.name == "dry/e=0.5/mu=0.2/seed=2");
  CHECK(study.runs[2].plan.name == "dry/e=0.5/mu=0.4/seed=1");
  CHECK(study.runs[11].plan.name == "dry/e=0.9/mu=0.8/seed=2");
  CHECK(run_folder(study, study.runs[0]) == "out/bounce/runs/dry/e=0.5/mu=0.2/seed=1");
  CHECK(study.parameter_columns() == Words{"e", "mu", "run.seed"});
}

TEST_CASE("formulas in set are filled in; a parameter named like a key sets that key") {
  const StudyFolder f;
  const Study study = f.read(kStudy);
  CHECK(study.runs[11].plan.sets ==
        Words{"pair.1.restitution=0.9", "pair.0.friction=0.4", "run.seed=2"});
  SUBCASE("a block's own grid goes before the study's") {
    CHECK(study.runs[12].plan.name == "smooth/seed=7");
    CHECK(study.runs[12].plan.sets == Words{"pair.0.friction=0", "run.seed=7"});
  }
}

TEST_CASE("study.toml is called after its folder") {
  const StudyFolder f;
  const Study study = read_study_text(kStudy, (f.folder / "study.toml").string());
  CHECK(study.name == f.folder.path().filename().string());
}

TEST_CASE("what is wrong with a study is told with file, line, key and remedy") {
  const StudyFolder f;
  const auto says = [&](const std::string& from, const std::string& to,
                        std::initializer_list<const char*> parts) {
    const std::string text = f.complaint(from, to);
    for (const char* part : parts) CHECK_MESSAGE(contains(text, part), text);
  };
  says("[0.5, 0.9]", "[]", {"bounce.toml:11:", "runs.dry.grid.e", "at least one value"});
  says("case = \"small.toml\"", "cse = \"small.toml\"", {":9:", "cse", "did you mean 'case'"});
  says("case = \"small.toml\"", "case = \"large.toml\"", {":7:", "runs.dry", "large.toml"});
  std::string values = "[0";
  for (int k = 1; k < 1000; ++k) values += ", " + std::to_string(k);
  says("run.seed = [1, 2]", "run.seed = " + values + "]\ngravity.rate = " + values + "]",
       {":8:", "runs.dry", "6000000 runs", "at most 10000"});
  says("unit = 0.5", "pi = 3", {":4:", "constants.pi", "choose another name", "pi, deg"});
  says("unit = 0.5", "last = 3", {":4:", "constants.last", "choose another name"});
  says("restitution={e}", "restitution={e/}", {":7:", "runs.dry: set", "e/"});
  says("restitution={e}", "restitution={e*f}", {"runs.dry: set", "'f'", "there are e, mu"});
  says("restitution={e}", "restitution={3*e}", {"runs.dry/e=0.5/mu=0.2/seed=1", "restitution"});
  says("pair.1.restitution", "pair.1.restitutoin", {"runs.dry/e=0.5", "restitutoin"});
  says("{unit*mu}", "0.5", {"runs.dry", "'mu' changes nothing", "set"});
  says("\"smooth\"", "\"dry\"", {":12:", "two blocks have this name"});
  says("\"smooth\"", "\"smooth/2\"", {":13:", "runs.smooth/2.name", "letters"});
  says("last(bodies)", "last(bodes)", {":17:", "result.speed", "'bodes'", "did you mean 'bodies'"});
  says("last(bodies)", "last(bodies", {":17:", "result.speed", "expected"});
  says("last(bodies)", "lats(bodies)", {":17:", "no function 'lats'", "did you mean 'last'"});
  says("unit = \"m/s\"", "table = \"series-x.csv\"", {"result.speed", "write no series-x.csv"});
  says("2 * speed", "2 * later", {":22:", "result.twice", "'later'"});
  says("name = \"twice\"", "name = \"speed\"", {":22:", "'speed' is taken"});
  says("name = \"twice\"", "name = \"e\"", {"'e' is taken"});
  says("runs = \"dry\"\n[[figure]]", "runs = \"wet*\"\n[[figure]]",
       {"result.twice", "no block is named like \"wet*\"", "dry, smooth"});
  says("by = \"mu\"", "by = \"nu\"", {":26:", "figure.speeds", "by", "did you mean 'mu'"});
  says("y = \"twice\"", "y = \"thrice\"", {"figure.speeds", "'thrice'"});
  says("fit = \"line\"", "fit = \"cubic\"", {":32:", "figure.speeds.fit", "\"none\", \"line\""});
  says("runs = \"dry\"\nby", "kind = \"curves\"\nby",
       {"figure.speeds", "applies only when kind is \"points\""});
}

TEST_CASE("runs after others start from the one with the same parameters") {
  const StudyFolder f;
  const std::string next = R"(
[[runs]]
name = "next"
case = "small.toml"
after = "dry"
grid = {mu = [0.2, 0.4], e = 0.5}
set = ["bodies={{from=\"{after}\"}}", "pair.friction={mu}", "pair.1.restitution={e}"]
)";
  // Two pairs: the key needs the number of one.
  std::string text = kStudy + next;
  text.replace(text.find("\"pair.friction={mu}\""), 20, "\"pair.0.friction={mu}\"");
  const Study study = f.read(text);
  const StudyRun& run = study.runs.back();
  CHECK(run.plan.name == "next/mu=0.4/e=0.5/seed=2");
  REQUIRE(run.after >= 0);
  CHECK(study.runs[run.after].plan.name == "dry/e=0.5/mu=0.4/seed=2");
  CHECK(run.plan.sets[0] == "bodies={from=\"out/bounce/runs/dry/e=0.5/mu=0.4/seed=2\"}");

  const auto complaint = [&](const std::string& from, const std::string& to) {
    std::string wrong = text;
    wrong.replace(wrong.find(from), from.size(), to);
    return message_of<CaseError>([&] { f.read(wrong); });
  };
  CHECK(contains(complaint("after = \"dry\"", "after = \"wet\""), "dry, smooth"));
  CHECK(contains(complaint("e = 0.5}", "e = 0.6}"), "no run with the parameters"));
  CHECK(contains(complaint("from=\\\"{after}\\\"", "from=\\\"out\\\""), "say where the folder"));
  CHECK(contains(
      complaint(
          ", e = 0.5}\n"
          "set = [\"bodies={{from=\\\"{after}\\\"}}\", \"pair.0.friction={mu}\", \"pair.1.restitution={e}\"]",
          "}\n"
          "set = [\"bodies={{from=\\\"{after}\\\"}}\", \"pair.0.friction={mu}\"]"),
      "could start from 2 runs"));
}
