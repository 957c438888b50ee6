/// From the columns of finished runs to findings.
#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "scree/base/error.h"
#include "scree/run/verify.h"

namespace scree {
namespace {

constexpr Real kInf = std::numeric_limits<Real>::infinity();

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

/// Fills in what was measured; `names` are those of the run or of the points.
void compare(const Quantity& measured, const FormulaNames& names, Finding& f) {
  const Statement& s = f.statement;
  if (s.trend) {
    const Real sign = *s.trend == Trend::kRises ? 1 : -1;
    Real wrong = 0;
    for (std::size_t k = 1; k < measured.values.size(); ++k)
      wrong = std::fmax(wrong, sign * (measured.values[k - 1] - measured.values[k]));
    f.expected = sign > 0 ? "rises" : "falls";
    f.measured =
        fmt::format("{} to {}", number(measured.values.front()), number(measured.values.back()));
    f.distance = fmt::format("{:.1e}", wrong);
    f.excess = wrong > 0 ? kInf : 0;
    return;
  }
  if (!measured.is_number)
    throw FormulaError(
        fmt::format("the measure \"{}\" gives a column; reduce it to one number, "
                    "for example last(...)",
                    s.measure));
  const Real m = measured.values[0];
  f.measured = number(m);
  if (s.range) {
    const Real outside = std::fmax(0, std::fmax((*s.range)[0] - m, m - (*s.range)[1]));
    f.expected = fmt::format("{} to {}", number((*s.range)[0]), number((*s.range)[1]));
    f.distance = outside > 0 ? fmt::format("{:.1e}", outside) : "inside";
    f.excess = outside > 0 || !std::isfinite(m) ? kInf : 0;
    return;
  }
  const Real value = evaluate_number(*s.value, names);
  const Real scale = s.tolerance ? std::fabs(value) : 1.0;
  const Real distance = std::fabs(m - value) / scale;
  const Real allowed = s.tolerance ? *s.tolerance : *s.absolute;
  f.expected = number(value);
  f.distance = fmt::format("{:.1e}{}", distance, s.tolerance ? " rel" : "");
  f.tolerance = fmt::format("{:.1e}{}", allowed, s.tolerance ? " rel" : "");
  f.excess = allowed > 0 ? distance / allowed : distance > 0 ? kInf : 0;
  if (!std::isfinite(m)) f.excess = kInf;
}

/// The statement in each run on its own; the worst is kept.
Finding judge_each(const Statement& s, const std::vector<const RunPlan*>& runs,
                   const std::map<std::string, RunResult>& results) {
  Finding worst;
  worst.excess = -1;
  for (const RunPlan* run : runs) {
    const RunResult& result = results.at(run->name);
    Finding f;
    f.statement = s;
    f.run = run->name;
    f.trouble = result.trouble;
    if (result.trouble.empty()) {
      with_place(s, [&] {
        const FormulaNames names = parameter_names(*run, column_names(result.series));
        compare(evaluate_formula(s.measure, names), names, f);
      });
    } else {
      f.excess = kInf;
    }
    if (f.excess > worst.excess) worst = f;
  }
  return worst;
}

/// The statement over the points of all runs together.
Finding judge_together(const Statement& s, const std::vector<const RunPlan*>& runs,
                       const std::map<std::string, RunResult>& results) {
  Finding f;
  f.statement = s;
  Series points;
  for (const auto& [name, formula] : s.points) {
    points.names.push_back(name);
    points.columns.emplace_back();
    for (const RunPlan* run : runs) {
      const RunResult& result = results.at(run->name);
      if (!result.trouble.empty()) {
        f.trouble = result.trouble;
        f.run = run->name;
        f.excess = kInf;
        return f;
      }
      with_place(s, [&, &formula = formula] {
        const FormulaNames names = parameter_names(*run, column_names(result.series));
        points.columns.back().push_back(evaluate_number(formula, names));
      });
    }
  }
  FormulaNames names = column_names(points);
  if (!s.curve.empty()) {
    std::vector<Real> x, y;
    for (const auto& point : s.curve) x.push_back(point[0]), y.push_back(point[1]);
    names.known.insert(names.known.end(), {"curve_x", "curve_y"});
    names.find = [inner = names.find, x, y](const std::string& name) {
      if (name == "curve_x") return std::optional(Quantity(x));
      if (name == "curve_y") return std::optional(Quantity(y));
      return inner(name);
    };
  }
  with_place(s, [&] { compare(evaluate_formula(s.measure, names), names, f); });
  return f;
}

Finding judge_interrupted(const Statement& s, const std::vector<const RunPlan*>& runs,
                          const std::map<std::string, RunResult>& results) {
  Finding f;
  f.statement = s;
  f.expected = f.measured = "same state";
  for (const RunPlan* run : runs) {
    const RunResult& result = results.at(run->name);
    if (result.trouble.empty() && result.resumed.at(*s.interrupt)) continue;
    f.measured = "another state";
    f.run = run->name;
    f.trouble = result.trouble;
    f.excess = kInf;
  }
  return f;
}

}  // namespace

FormulaNames column_names(const Series& series) {
  FormulaNames names;
  for (const std::string& name : series.names) names.known.push_back(split_unit(name).name);
  names.find = [&series](const std::string& name) -> std::optional<Quantity> {
    const std::vector<Real>* column = series.find(name);
    return column ? std::optional(Quantity(*column)) : std::nullopt;
  };
  return names;
}

int Verdict::missed() const {
  int n = 0;
  for (const Finding& f : findings) n += !f.holds && f.statement.kind == StatementKind::kMust;
  return n;
}

std::vector<Finding> judge(const Expectations& expected,
                           const std::map<std::string, RunResult>& results) {
  std::vector<Finding> findings;
  for (const Statement& s : expected.statements) {
    std::vector<const RunPlan*> runs;
    for (const RunPlan& run : expected.runs)
      if (matches(s.runs, run.name)) runs.push_back(&run);
    Finding f = s.interrupt         ? judge_interrupted(s, runs, results)
                : !s.points.empty() ? judge_together(s, runs, results)
                                    : judge_each(s, runs, results);
    f.runs = static_cast<int>(runs.size());
    f.holds = f.excess <= 1;
    findings.push_back(std::move(f));
  }
  return findings;
}

}  // namespace scree
