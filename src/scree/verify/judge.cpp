/// From the columns of finished runs to findings.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "scree/base/error.h"
#include "scree/base/text.h"
#include "scree/formula/column_names.h"
#include "scree/verify/verify.h"

namespace scree {
namespace {

constexpr Real kInf = std::numeric_limits<Real>::infinity();

using Runs = std::vector<const RunPlan*>;
using RunResults = std::map<std::string, RunResult>;

std::string number(Real x) { return fmt::format("{:.6g}", x); }

/// Throws the formula's error with the place of the statement.
template <class F>
auto with_place(const Statement& s, F f) {
  try {
    return f();
  } catch (const FormulaError& error) {
    throw CaseError(s.origin.file, s.origin.line,
                    fmt::format("expect \"{}\": {}", s.name, error.what()));
  }
}

/// Falls short whatever the tolerance; `why` is said below the table.
void fall_short(Finding& f, const std::string& why) {
  f.excess = kInf;
  f.why = why;
}

/// What is compared must be a finite number: a NaN is on neither side of a bound.
bool comparable(Real x, const std::string& what, Finding& f) {
  if (std::isfinite(x)) return true;
  fall_short(f, fmt::format("{} is {}", what, std::isnan(x) ? "not a number" : "infinite"));
  return false;
}

void compare_trend(const std::vector<Real>& values, Finding& f) {
  const Real sign = *f.statement.trend == Trend::kRises ? 1 : -1;
  f.expected = sign > 0 ? "rises" : "falls";
  if (!values.empty())
    f.measured = fmt::format("{} to {}", number(values.front()), number(values.back()));
  for (std::size_t k = 0; k < values.size(); ++k)
    if (!comparable(values[k], fmt::format("entry {} of {}", k + 1, values.size()), f)) return;
  if (values.size() < 2)
    return fall_short(f, fmt::format("nothing measured: a trend needs two entries or more, not {}",
                                     values.size()));
  Real wrong = 0;
  for (std::size_t k = 1; k < values.size(); ++k)
    wrong = std::max(wrong, sign * (values[k - 1] - values[k]));
  f.distance = fmt::format("{:.1e}", wrong);
  if (wrong > 0)
    f.excess = kInf;
  else if (values.front() == values.back())
    fall_short(f, "all entries are the same: it goes neither way");
}

void compare_range(Real m, Finding& f) {
  const auto [lo, hi] = *f.statement.range;
  f.expected = fmt::format("{} to {}", number(lo), number(hi));
  if (!comparable(m, "the measure", f)) return;
  const Real outside = std::max(0.0, std::max(lo - m, m - hi));
  f.distance = outside > 0 ? fmt::format("{:.1e}", outside) : "inside";
  f.excess = outside > 0 ? kInf : 0;
}

void compare_value(Real m, Real value, Finding& f) {
  const Statement& s = f.statement;
  const char* unit = s.tolerance ? " rel" : "";
  const Real allowed = s.tolerance ? *s.tolerance : *s.absolute;
  f.expected = number(value);
  f.tolerance = fmt::format("{:.1e}{}", allowed, unit);
  if (!comparable(m, "the measure", f) || !comparable(value, "the expected value", f)) return;
  if (s.tolerance && value == 0)
    return fall_short(f,
                      "no distance is relative to the value 0: give `absolute` instead of "
                      "`tolerance`");
  const Real distance = std::fabs(m - value) / (s.tolerance ? std::fabs(value) : 1.0);
  f.distance = fmt::format("{:.1e}{}", distance, unit);
  f.excess = allowed > 0 ? distance / allowed : distance > 0 ? kInf : 0;
}

/// Fills in what was measured; `names` are those of the run or of the points.
void compare(const Quantity& measured, const FormulaNames& names, Finding& f) {
  const Statement& s = f.statement;
  if (s.trend) return compare_trend(measured.values, f);
  if (!measured.is_number)
    throw FormulaError(
        fmt::format("the measure \"{}\" gives a column; reduce it to one number, "
                    "for example last(...)",
                    s.measure));
  const Real m = measured.values[0];
  f.measured = number(m);
  if (s.range) return compare_range(m, f);
  compare_value(m, evaluate_number(*s.value, names), f);
}

/// Measures and compares; where there is nothing to measure, it falls short.
void measure(const FormulaNames& names, Finding& f) {
  with_place(f.statement, [&] {
    try {
      compare(evaluate_formula(f.statement.measure, names), names, f);
    } catch (const NothingMeasured& error) {
      f.measured = "nothing";
      fall_short(f, fmt::format("nothing measured {}", error.what()));
    }
  });
}

void stopped(const RunResult& result, Finding& f) {
  f.trouble = result.trouble;
  f.excess = kInf;
}

Finding finding_of(const Statement& s, const RunPlan& run) {
  Finding f;
  f.statement = s;
  f.run = run.name;
  return f;
}

/// The statement in each run on its own; the worst is kept, with all of them.
Finding judge_each(const Statement& s, const Runs& runs, const RunResults& results) {
  std::vector<Finding> each;
  for (const RunPlan* run : runs) {
    const RunResult& result = results.at(run->name);
    Finding f = finding_of(s, *run);
    if (result.trouble.empty())
      measure(parameter_names(*run, column_names(result.series)), f);
    else
      stopped(result, f);
    each.push_back(std::move(f));
  }
  Finding worst =
      *std::max_element(each.begin(), each.end(),
                        [](const Finding& a, const Finding& b) { return a.excess < b.excess; });
  worst.each = std::move(each);
  return worst;
}

/// The points of one run: a number for each name. False where they are none to go on with.
bool take_points(const RunPlan& run, const RunResult& result, Series& points, Finding& f) {
  if (!result.trouble.empty()) {
    stopped(result, f);
    return false;
  }
  const Statement& s = f.statement;
  std::vector<std::string> shown;
  for (std::size_t k = 0; k < s.points.size(); ++k) {
    const auto& [name, formula] = s.points[k];
    const Real value = with_place(s, [&, &formula = formula] {
      try {
        return evaluate_number(formula, parameter_names(run, column_names(result.series)));
      } catch (const NothingMeasured& error) {
        fall_short(f, fmt::format("nothing measured {}", error.what()));
        return kInf;
      }
    });
    shown.push_back(fmt::format("{} = {}", name, f.why.empty() ? number(value) : "nothing"));
    if (f.why.empty()) comparable(value, fmt::format("the point {}", name), f);
    points.columns[k].push_back(value);
  }
  f.measured = join(shown);
  return f.why.empty();
}

/// Names for a measure over points: their columns, and those of the published curve.
FormulaNames point_names(const Statement& s, const Series& points) {
  FormulaNames names = column_names(points);
  if (s.curve.empty()) return names;
  std::vector<Real> x, y;
  for (const auto& point : s.curve) x.push_back(point[0]), y.push_back(point[1]);
  names.known.insert(names.known.end(), {"curve_x", "curve_y"});
  names.find = [inner = names.find, x, y](const std::string& name) {
    if (name == "curve_x") return std::optional(Quantity(x));
    if (name == "curve_y") return std::optional(Quantity(y));
    return inner(name);
  };
  return names;
}

/// The statement over the points of all runs together.
Finding judge_together(const Statement& s, const Runs& runs, const RunResults& results) {
  Finding f;
  f.statement = s;
  Series points;
  for (const auto& [name, formula] : s.points) points.names.push_back(name);
  points.columns.resize(s.points.size());
  for (const RunPlan* run : runs) {
    Finding own = finding_of(s, *run);
    if (!take_points(*run, results.at(run->name), points, own) && f.within()) {
      f.run = run->name;
      f.trouble = own.trouble;
      fall_short(f, own.why.empty() ? "" : fmt::format("run {}: {}", run->name, own.why));
    }
    f.each.push_back(std::move(own));
  }
  if (f.within()) measure(point_names(s, points), f);
  return f;
}

Finding judge_interrupted(const Statement& s, const Runs& runs, const RunResults& results) {
  Finding f;
  f.statement = s;
  f.expected = f.measured = "same state";
  for (const RunPlan* run : runs) {
    const RunResult& result = results.at(run->name);
    Finding own = finding_of(s, *run);
    own.expected = own.measured = "same state";
    if (!result.trouble.empty()) {
      stopped(result, own);
    } else if (!result.resumed.at(*s.interrupt)) {
      own.measured = "another state";
      own.excess = kInf;
    }
    f.each.push_back(own);
    if (own.within()) continue;
    own.each = std::move(f.each);
    f = std::move(own);
  }
  return f;
}

}  // namespace

int Verdict::missed() const {
  int n = 0;
  for (const Finding& f : findings) n += !f.holds && f.statement.kind == StatementKind::kMust;
  return n;
}

Finding judge(const Statement& s, const std::vector<const RunPlan*>& runs,
              const std::map<std::string, RunResult>& results) {
  SCREE_EXPECT(!runs.empty());
  Finding f = s.interrupt         ? judge_interrupted(s, runs, results)
              : !s.points.empty() ? judge_together(s, runs, results)
                                  : judge_each(s, runs, results);
  f.runs = static_cast<int>(runs.size());
  f.holds = f.within();
  for (Finding& own : f.each) own.holds = own.within();
  return f;
}

std::vector<Finding> judge(const Expectations& expected,
                           const std::map<std::string, RunResult>& results) {
  std::vector<Finding> findings;
  for (const Statement& s : expected.statements)
    findings.push_back(judge(s, runs_of(s, expected), results));
  return findings;
}

}  // namespace scree
