#include "scree/verify/expect.h"

#include <doctest/doctest.h>

#include <limits>

#include "scree/base/error.h"
#include "scree/verify/verify.h"

using namespace scree;

namespace {

const std::string kExpect = R"toml(
[[variant]]
name = "{law} {e}"
sweep = {law = ["soft", "hard"], e = [0.5, 1.0]}
set = ["pair.restitution={e}", "run.duration={2*e}"]

[[expect]]
name = "restitution"
runs = "hard *"
measure = "last(v)/-first(v)"
value = "e"
tolerance = 1e-3
source = "somebody [derived]"
)toml";

std::string with(const std::string& from, const std::string& to) {
  std::string text = kExpect;
  const std::size_t at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

std::string message_of(const std::string& text) {
  try {
    read_expectations_text(text, "expect.toml");
  } catch (const CaseError& error) {
    return error.what();
  }
  return "";
}

bool says(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// A run in which a ball comes in with speed 1 and leaves with speed e.
RunResult bounce(Real e) {
  RunResult r;
  r.series.names = {"time [s]", "v [m/s]"};
  r.series.columns = {{0, 1}, {-1, e}};
  return r;
}

std::map<std::string, RunResult> all_runs(Real hard_half) {
  return {{"soft 0.5", bounce(0.1)},
          {"soft 1", bounce(0.1)},
          {"hard 0.5", bounce(hard_half)},
          {"hard 1", bounce(1)}};
}

}  // namespace

TEST_CASE("a variant makes one run for every combination of its parameters") {
  const Expectations e = read_expectations_text(kExpect, "expect.toml");
  REQUIRE(e.runs.size() == 4);
  CHECK(e.runs[0].name == "soft 0.5");
  CHECK(e.runs[3].name == "hard 1");
  CHECK(e.runs[3].sets == std::vector<std::string>{"pair.restitution=1", "run.duration=2"});
}

TEST_CASE("without variants there is one run, the case as it is") {
  const std::string text = kExpect.substr(kExpect.find("[[expect]]"));
  const std::size_t at = text.find("runs");
  const Expectations e =
      read_expectations_text(text.substr(0, at) + text.substr(text.find('\n', at)), "expect.toml");
  REQUIRE(e.runs.size() == 1);
  CHECK(e.runs[0].sets.empty());
}

TEST_CASE("a statement holds when its worst run is within the tolerance") {
  const Expectations e = read_expectations_text(kExpect, "expect.toml");
  const std::vector<Finding> good = judge(e, all_runs(0.5002));
  REQUIRE(good.size() == 1);
  CHECK(good[0].holds);
  CHECK(good[0].runs == 2);
  CHECK(good[0].run == "hard 0.5");
  const std::vector<Finding> bad = judge(e, all_runs(0.51));
  CHECK_FALSE(bad[0].holds);
  CHECK(bad[0].measured == "0.51");
  Verdict verdict;
  verdict.findings = bad;
  CHECK(verdict.missed() == 1);
  CHECK(says(verdict_table(verdict), "FALLS SHORT"));
}

TEST_CASE("what is only reported never counts as missed") {
  const Expectations e = read_expectations_text(
      with("tolerance = 1e-3", "tolerance = 0\nkind = \"report\"\nreason = \"why\""),
      "expect.toml");
  Verdict verdict;
  verdict.findings = judge(e, all_runs(0.51));
  CHECK(verdict.missed() == 0);
  CHECK(says(verdict_table(verdict), "reported"));
}

TEST_CASE("points gather one number per run, to be compared with a curve or a trend") {
  const std::string curve = with("measure = \"last(v)/-first(v)\"\nvalue = \"e\"",
                                 "points = {x = \"e\", y = \"last(v)\"}\ncurve = [[0.75, 0.7]]\n"
                                 "measure = \"rms(interpolate(curve_x, x, y) - curve_y)\"\n"
                                 "value = 0.05");
  const Finding f = judge(read_expectations_text(curve, "expect.toml"), all_runs(0.5))[0];
  CHECK(f.measured == "0.05");
  CHECK(f.holds);
  const std::string trend = with("measure = \"last(v)/-first(v)\"\nvalue = \"e\"\ntolerance = 1e-3",
                                 "points = {y = \"last(v)\"}\nmeasure = \"y\"\ntrend = \"rises\"");
  const Expectations rises = read_expectations_text(trend, "expect.toml");
  CHECK(judge(rises, all_runs(0.5))[0].holds);
  CHECK_FALSE(judge(rises, all_runs(1.5))[0].holds);
}

TEST_CASE("a value that is not a number falls short, and so does a run that stopped") {
  const Expectations e = read_expectations_text(kExpect, "expect.toml");
  CHECK_FALSE(judge(e, all_runs(std::numeric_limits<Real>::quiet_NaN()))[0].holds);
  std::map<std::string, RunResult> runs = all_runs(0.5);
  runs["hard 1"].trouble = "overlap too large";
  CHECK_FALSE(judge(e, runs)[0].holds);
}

TEST_CASE("broken expectations are refused with line, key and remedy") {
  CHECK(says(message_of(with("tolerance = 1e-3", "")), "needs a tolerance"));
  CHECK(says(message_of(with("[derived]", "")), "provenance"));
  CHECK(says(message_of(with("[derived]", "[guessed]")), "provenance"));
  CHECK(says(message_of(with("value = \"e\"", "vlaue = 1")), "value"));
  CHECK(says(message_of(with("value = \"e\"", "value = 1\nrange = [0, 1]")), "give one of"));
  CHECK(says(message_of(with("hard *", "medium *")), "no run is named like"));
  CHECK(says(message_of(with("{law} {e}", "{law}")), "two runs are named"));
  CHECK(says(message_of(with("{2*e}", "{2*f}")), "'f'"));
  CHECK(says(message_of(with("tolerance = 1e-3", "tolerance = 1\nkind = \"report\"")), "reason"));
  CHECK(says(message_of(with("measure =", "#")), "give a measure"));
}

TEST_CASE("a star in a pattern stands for any characters") {
  CHECK(matches("*", ""));
  CHECK(matches("a*c", "abbc"));
  CHECK(matches("*b*", "abc"));
  CHECK_FALSE(matches("a*c", "abcd"));
  CHECK_FALSE(matches("mindlin *", "mindlin-rescaled 5"));
}

TEST_CASE("a mutant names statements of its file, and its keys come after those of the run") {
  const std::string mutant =
      "[[mutant]]\nset = [\"pair.restitution={e/2}\"]\nmisses = [\"restitution\"]\n";
  const Expectations e = read_expectations_text(kExpect + mutant, "expect.toml");
  REQUIRE(e.mutants.size() == 1);
  CHECK(e.mutants[0].name == "pair.restitution={e/2}");
  CHECK(with_mutant(e.runs[3], e.mutants[0]).sets ==
        std::vector<std::string>{"pair.restitution=1", "run.duration=2", "pair.restitution=0.5"});
  const auto other = [&](const std::string& from, const std::string& to) {
    std::string text = mutant;
    text.replace(text.find(from), from.size(), to);
    return message_of(kExpect + text);
  };
  CHECK(says(other("\"restitution\"", "\"restituton\""), "expect.toml:14:"));
  CHECK(says(other("\"restitution\"", "\"restituton\""), "did you mean \"restitution\"?"));
  CHECK(says(other("[\"restitution\"]", "[]"), "at least one statement"));
  CHECK(says(other("[\"pair.restitution={e/2}\"]", "[]"), "sets a key or more"));
  CHECK(says(other("misses", "mises"), "misses"));
}
