/// A statement about which nothing can be said falls short, and says why.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <limits>

#include "scree/base/error.h"
#include "scree/verify/verify.h"

using namespace scree;

namespace {

constexpr Real kNan = std::numeric_limits<Real>::quiet_NaN();
constexpr Real kInf = std::numeric_limits<Real>::infinity();

/// Runs "p 1", "p 2", ... with the columns time and y, and the parameter p.
struct Made {
  std::vector<std::vector<Real>> runs;

  Finding judged(const std::string& statement) const {
    std::string values;
    std::map<std::string, RunResult> results;
    for (std::size_t k = 0; k < runs.size(); ++k) {
      values += fmt::format("{}{}", k > 0 ? ", " : "", k + 1);
      RunResult r;
      r.series.names = {"time [s]", "y [m]"};
      r.series.columns.resize(2);
      for (std::size_t i = 0; i < runs[k].size(); ++i) {
        r.series.columns[0].push_back(static_cast<Real>(i));
        r.series.columns[1].push_back(runs[k][i]);
      }
      results[fmt::format("p {}", k + 1)] = r;
    }
    const std::string text = fmt::format(
        "[[variant]]\nname = \"p {{p}}\"\nsweep = {{p = [{}]}}\n[[expect]]\nname = \"it\"\n"
        "source = \"us [choice]\"\n{}\n",
        values, statement);
    const Expectations e = read_expectations_text(text, "expect.toml");
    return judge(e, results)[0];
  }
};

bool says(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// Falls short for that reason, also in the eyes of a reader of the table.
void check_short(const Finding& f, const std::string& why) {
  CHECK_FALSE(f.holds);
  CHECK(f.statement.name == "it");
  CHECK_MESSAGE(says(f.why, why), f.why);
  Verdict verdict;
  verdict.findings = {f};
  CHECK(verdict.missed() == 1);
  const std::string table = verdict_table(verdict);
  CHECK_MESSAGE(says(table, "FALLS SHORT"), table);
  CHECK_MESSAGE(says(table, why), table);
}

}  // namespace

TEST_CASE("a measure that is not a number falls short of a value, whatever the tolerance") {
  for (const char* allowed : {"tolerance = 1e9", "absolute = 1e9", "absolute = 0"}) {
    const std::string s = fmt::format("measure = \"last(y)\"\nvalue = 1\n{}", allowed);
    check_short(Made{{{1, kNan}}}.judged(s), "not a number");
    check_short(Made{{{1, 1}, {1, kNan}, {1, 1}}}.judged(s), "not a number");
    check_short(Made{{{1, kInf}}}.judged(s), "infinite");
    CHECK(Made{{{1, 1}, {2, 1}}}.judged(s).holds);
  }
}

TEST_CASE("of several runs the one that measured no number is shown as the worst") {
  const Finding f =
      Made{{{1}, {kNan}, {1.5}}}.judged("measure = \"last(y)\"\nvalue = 1\ntolerance = 0.1");
  CHECK(f.run == "p 2");
  REQUIRE(f.each.size() == 3);
  CHECK(f.each[0].holds);
  CHECK_FALSE(f.each[1].holds);
  CHECK_FALSE(f.each[2].holds);
}

TEST_CASE("a measure that is not a number lies in no range") {
  const std::string s = "measure = \"last(y)\"\nrange = [-1e300, 1e300]";
  check_short(Made{{{kNan}}}.judged(s), "not a number");
  check_short(Made{{{kInf}}}.judged(s), "infinite");
  CHECK(Made{{{0}}}.judged(s).holds);
}

TEST_CASE("an expected value that is not a number is met by nothing") {
  const std::string s = "measure = \"last(y)\"\nvalue = \"log(-p)\"\n";
  check_short(Made{{{kNan}}}.judged(s + "absolute = 1"), "not a number");
  check_short(Made{{{1}}}.judged(s + "absolute = 1"), "the expected value is not a number");
  check_short(Made{{{1}}}.judged("measure = \"last(y)\"\nvalue = \"1/(p - 1)\"\ntolerance = 1"),
              "the expected value is infinite");
}

TEST_CASE("no distance is relative to zero") {
  const std::string s = "measure = \"last(y)\"\nvalue = \"p - 1\"\n";
  check_short(Made{{{0}}}.judged(s + "tolerance = 0.1"), "relative to the value 0");
  check_short(Made{{{1}}}.judged(s + "tolerance = 0.1"), "relative to the value 0");
  check_short(Made{{{0}, {1}}}.judged(s + "tolerance = 0.1"), "relative to the value 0");
  CHECK(Made{{{0}}}.judged(s + "absolute = 0.1").holds);
}

TEST_CASE("where nothing is selected nothing is measured, and the statement falls short") {
  for (const char* measure :
       {"max(where(y, y > 100))", "sum(where(y, y > 100))", "count(where(y, y > 100))",
        "0*first(where(y, y > 100))", "interpolate(99, time, y)"}) {
    const std::string s = fmt::format("measure = \"{}\"\nvalue = 0\nabsolute = 1", measure);
    check_short(Made{{{0, 1}}}.judged(s), "nothing measured");
    check_short(Made{{{0, 1}, {0, 1}}}.judged(s), "nothing measured");
  }
  for (const char* f : {"first", "last", "max", "min", "sum", "mean", "rms", "count"})
    check_short(Made{{{}}}.judged(fmt::format("measure = \"{}(y)\"\nvalue = 0\nabsolute = 1", f)),
                "nothing measured");
}

TEST_CASE("a formula that is wrong is bad input, not a statement that falls short") {
  CHECK_THROWS_AS(Made{{{0}}}.judged("measure = \"last(z)\"\nvalue = 0\nabsolute = 1"), CaseError);
  CHECK_THROWS_AS(Made{{{0}}}.judged("measure = \"y\"\nvalue = 0\nabsolute = 1"), CaseError);
}

TEST_CASE("a trend needs two numbers or more, and a way to go") {
  const std::string rises = "measure = \"y\"\ntrend = \"rises\"";
  const std::string falls = "measure = \"y\"\ntrend = \"falls\"";
  for (const std::string& s : {rises, falls}) {
    check_short(Made{{{}}}.judged(s), "nothing measured");
    check_short(Made{{{1}}}.judged(s), "nothing measured");
    check_short(Made{{{kNan, kNan, kNan}}}.judged(s), "entry 1 of 3 is not a number");
    check_short(Made{{{2, 2, 2}}}.judged(s), "neither way");
  }
  check_short(Made{{{1, kNan, 2}}}.judged(rises), "entry 2 of 3 is not a number");
  check_short(Made{{{2, kNan, 1}}}.judged(falls), "not a number");
  CHECK(Made{{{1, 2, 2, 3}}}.judged(rises).holds);
  CHECK_FALSE(Made{{{1, 2, 1.9, 3}}}.judged(rises).holds);
  CHECK(Made{{{3, 2, 2, 1}}}.judged(falls).holds);
}

TEST_CASE("a point that is not a number spoils the statement over all points") {
  const std::string points = "points = {x = \"p\", y = \"last(y)\"}\n";
  const std::string fit = points + "measure = \"slope(x, y)\"\nvalue = 1\nabsolute = 1e9";
  // Conditions of where() are no way around it: the runs are the ones the statement is about.
  const std::string kept = points + "measure = \"max(where(y, y > 0))\"\nrange = [0, 9]";
  const std::string trend = points + "measure = \"y\"\ntrend = \"rises\"";
  for (const std::string& s : {fit, kept, trend}) {
    check_short(Made{{{1}, {kNan}, {3}}}.judged(s), "run p 2: the point y is not a number");
    CHECK(Made{{{1}, {2}, {3}}}.judged(s).holds);
  }
  const std::string empty =
      "points = {y = \"max(where(y, y > 5))\"}\nmeasure = \"max(y)\"\nrange = [0, 9]";
  check_short(Made{{{6}, {1}}}.judged(empty), "run p 2: nothing measured");
  // One run alone gives no slope: 0/0.
  check_short(Made{{{1}}}.judged(fit), "not a number");
}

TEST_CASE("what is not a number on the way to a measure is not lost") {
  for (const char* measure :
       {"max(y)", "min(y)", "sum(y > 1e9)", "max(abs(y) > 1e9)", "sum(0*y)", "duration(y)",
        "sum(y > 1e9 | y < -1e9)", "last(y)^0", "min(y <= 0 | y > 0)", "interpolate(0.5, y, time)",
        "sum(interpolate(y, time, time))"}) {
    const Finding f = Made{{{0, 1, kNan, kNan}}}.judged(
        fmt::format("measure = \"{}\"\nrange = [-1e9, 1e9]", measure));
    CHECK_MESSAGE(f.measured == "nan", measure);
    check_short(f, "not a number");
  }
  // A condition that leaves it out does so.
  const Finding f = Made{{{0, kNan, 1}}}.judged(
      "measure = \"max(where(y, time < 1 | time > 1))\"\nvalue = 1\nabsolute = 0");
  CHECK(f.holds);
  CHECK(Made{{{2, kNan, 1}}}
            .judged("measure = \"max(where(y, y > 0))\"\nvalue = 2\nabsolute = 0")
            .holds);
}

TEST_CASE("with every run shown, the table has a line for each") {
  Verdict verdict;
  verdict.findings = {
      Made{{{1}, {1.01}, {3}}}.judged("measure = \"last(y)\"\nvalue = 1\ntolerance = 0.1"),
      Made{{{1}, {2}, {7}}}.judged(
          "points = {y = \"last(y)\"}\nmeasure = \"y\"\ntrend = \"rises\"")};
  const std::string worst = verdict_table(verdict), all = verdict_table(verdict, true);
  CHECK(says(worst, "worst of 3: p 3"));
  CHECK_FALSE(says(worst, "1.01"));
  for (const char* part : {"  p 1", "  p 2", "  p 3", "1.01", "y = 2", "y = 7", "falls short"})
    CHECK_MESSAGE(says(all, part), all);
}
