#include "scree/formula/formula_functions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "scree/base/text.h"

namespace scree {
namespace {

using Column = std::vector<Real>;
using Arguments = std::vector<Quantity>;

constexpr Real kNan = std::numeric_limits<Real>::quiet_NaN();

// ---------------------------------------------------------------- reductions of one column

bool has_nan(const Column& c) {
  return std::any_of(c.begin(), c.end(), [](Real x) { return std::isnan(x); });
}
/// std::max_element passes over what is not a number.
Real max_of(const Column& c) { return has_nan(c) ? kNan : *std::max_element(c.begin(), c.end()); }
Real min_of(const Column& c) { return has_nan(c) ? kNan : *std::min_element(c.begin(), c.end()); }
Real sum_of(const Column& c) {
  Real s = 0;
  for (const Real x : c) s += x;
  return s;
}
Real mean_of(const Column& c) { return sum_of(c) / static_cast<Real>(c.size()); }
/// Standard deviation of a sample.
Real deviation_of(const Column& c) {
  const Real mean = mean_of(c);
  Real s = 0;
  for (const Real x : c) s += (x - mean) * (x - mean);
  return std::sqrt(s / static_cast<Real>(c.size() - 1));
}
Real rms_of(const Column& c) {
  Real s = 0;
  for (const Real x : c) s += x * x;
  return std::sqrt(s / static_cast<Real>(c.size()));
}

const std::map<std::string, Real (*)(const Column&)>& reductions() {
  static const std::map<std::string, Real (*)(const Column&)> table{
      {"first", [](const Column& c) { return c.front(); }},
      {"last", [](const Column& c) { return c.back(); }},
      {"max", max_of},
      {"min", min_of},
      {"sum", sum_of},
      {"mean", mean_of},
      {"deviation", deviation_of},
      {"rms", rms_of},
      {"count", [](const Column& c) { return static_cast<Real>(c.size()); }},
  };
  return table;
}

const std::map<std::string, Real (*)(Real)>& elementary() {
  static const std::map<std::string, Real (*)(Real)> table{
      {"abs", [](Real x) { return std::fabs(x); }},  {"sqrt", [](Real x) { return std::sqrt(x); }},
      {"exp", [](Real x) { return std::exp(x); }},   {"log", [](Real x) { return std::log(x); }},
      {"sin", [](Real x) { return std::sin(x); }},   {"cos", [](Real x) { return std::cos(x); }},
      {"tan", [](Real x) { return std::tan(x); }},   {"atan", [](Real x) { return std::atan(x); }},
      {"asin", [](Real x) { return std::asin(x); }}, {"acos", [](Real x) { return std::acos(x); }},
  };
  return table;
}

// ---------------------------------------------------------------- functions of several columns

void same_length(const Quantity& a, const Quantity& b) {
  if (a.values.size() != b.values.size())
    throw FormulaError(fmt::format("columns of {} and {} entries do not go together",
                                   a.values.size(), b.values.size()));
}

Column time_of(const FormulaNames& names) {
  const std::optional<Quantity> t = names.find("time");
  if (!t) throw FormulaError("rate() and duration() need the column 'time' of a run");
  return t->values;
}

/// The entries of a column where a condition holds; one that is not a number does not hold.
Quantity where(const Arguments& a, const FormulaNames&) {
  same_length(a[0], a[1]);
  Column out;
  for (std::size_t k = 0; k < a[0].values.size(); ++k)
    if (a[1].values[k] != 0 && !std::isnan(a[1].values[k])) out.push_back(a[0].values[k]);
  if (out.empty()) throw NothingMeasured("where() selects nothing: its condition never holds");
  return Quantity(std::move(out));
}

using Points = std::vector<std::pair<Real, Real>>;

/// y at x between sorted points.
Real interpolated(const Points& points, Real x) {
  if (std::isnan(x)) return kNan;
  if (x < points.front().first || x > points.back().first)
    throw NothingMeasured(fmt::format("interpolate(): {} lies outside {} to {}", x,
                                      points.front().first, points.back().first));
  const auto hi = std::lower_bound(points.begin(), points.end(), x,
                                   [](const auto& point, Real at) { return point.first < at; });
  if (hi->first == x) return hi->second;
  const auto lo = hi - 1;
  const Real part = (x - lo->first) / (hi->first - lo->first);
  return lo->second + part * (hi->second - lo->second);
}

/// y at given places, linear between the points (x, y), which may stand in any order.
Quantity interpolate(const Arguments& a, const FormulaNames&) {
  same_length(a[1], a[2]);
  Quantity out = a[0];
  if (a[1].values.empty()) throw NothingMeasured("interpolate() between no points");
  if (has_nan(a[1].values)) {  // they have no order
    std::fill(out.values.begin(), out.values.end(), kNan);
    return out;
  }
  Points points;
  for (std::size_t k = 0; k < a[1].values.size(); ++k)
    points.emplace_back(a[1].values[k], a[2].values[k]);
  std::stable_sort(points.begin(), points.end(),
                   [](const auto& p, const auto& q) { return p.first < q.first; });
  for (Real& v : out.values) v = interpolated(points, v);
  return out;
}

/// Slope of the straight line through the points (x, y), least squares.
Quantity slope(const Arguments& a, const FormulaNames&) {
  same_length(a[0], a[1]);
  const Real mx = mean_of(a[0].values), my = mean_of(a[1].values);
  Real xx = 0, xy = 0;
  for (std::size_t k = 0; k < a[0].values.size(); ++k) {
    const Real dx = a[0].values[k] - mx;
    xx += dx * dx;
    xy += dx * (a[1].values[k] - my);
  }
  return xy / xx;
}

/// Change per time: central differences, one-sided at the ends.
Quantity rate(const Arguments& a, const FormulaNames& names) {
  const Column t = time_of(names);
  const Column& y = a[0].values;
  if (y.size() != t.size() || t.size() < 2)
    throw FormulaError("rate() wants a whole column of the run, at least two rows long");
  Column out(t.size());
  for (std::size_t k = 0; k < t.size(); ++k) {
    const std::size_t lo = k > 0 ? k - 1 : 0, hi = std::min(k + 1, t.size() - 1);
    out[k] = (y[hi] - y[lo]) / (t[hi] - t[lo]);
  }
  return Quantity(std::move(out));
}

/// Time during which a column is positive; crossings are placed by linear interpolation.
Quantity duration(const Arguments& a, const FormulaNames& names) {
  const Column t = time_of(names);
  const Column& y = a[0].values;
  if (y.size() != t.size()) throw FormulaError("duration() wants a whole column of the run");
  if (has_nan(y)) return kNan;
  Real total = 0;
  for (std::size_t k = 1; k < t.size(); ++k) {
    const Real p = y[k - 1], q = y[k], dt = t[k] - t[k - 1];
    if (p > 0 && q > 0)
      total += dt;
    else if (p > 0 || q > 0)
      total += dt * std::max(p, q) / std::fabs(p - q);
  }
  return total;
}

struct Several {
  std::size_t arguments;
  Quantity (*apply)(const Arguments&, const FormulaNames&);
};
const std::map<std::string, Several>& several() {
  static const std::map<std::string, Several> table{
      {"where", {2, where}},
      {"interpolate", {3, interpolate}},
      {"slope", {2, slope}},
      {"rate", {1, rate}},
      {"duration", {1, duration}},
      {"atan2",
       {2,
        [](const Arguments& a, const FormulaNames&) {
          return combine(a[0], a[1], "atan2", [](Real y, Real x) { return std::atan2(y, x); });
        }}},
      {"hypot",
       {2,
        [](const Arguments& a, const FormulaNames&) {
          return combine(a[0], a[1], "hypot", [](Real x, Real y) { return std::hypot(x, y); });
        }}},
  };
  return table;
}

void want(const std::string& name, std::size_t wanted, std::size_t given) {
  if (wanted != given)
    throw FormulaError(fmt::format("{}() takes {} argument{}, not {}", name, wanted,
                                   wanted == 1 ? "" : "s", given));
}

[[noreturn]] void unknown(const std::string& name) {
  const std::vector<std::string> words = function_names();
  const std::string near = nearest(name, words);
  throw FormulaError(fmt::format("there is no function '{}'{}; there are {}", name,
                                 near.empty() ? "" : fmt::format(" (did you mean '{}'?)", near),
                                 join(words)));
}

}  // namespace

Quantity combine(const Quantity& a, const Quantity& b, const std::string& name,
                 const std::function<Real(Real, Real)>& f) {
  if (!a.is_number && !b.is_number && a.values.size() != b.values.size())
    throw FormulaError(fmt::format("'{}' between columns of {} and {} entries", name,
                                   a.values.size(), b.values.size()));
  Quantity out = a.is_number ? b : a;
  for (std::size_t k = 0; k < out.values.size(); ++k)
    out.values[k] = f(a.values[a.is_number ? 0 : k], b.values[b.is_number ? 0 : k]);
  return out;
}

std::vector<std::string> function_names() {
  std::vector<std::string> names;
  for (const auto& [name, f] : reductions()) names.push_back(name);
  for (const auto& [name, f] : elementary()) names.push_back(name);
  for (const auto& [name, f] : several()) names.push_back(name);
  return names;
}

void check_call(const std::string& name, std::size_t arguments) {
  if (reductions().contains(name) || elementary().contains(name)) return want(name, 1, arguments);
  const auto f = several().find(name);
  if (f == several().end()) unknown(name);
  want(name, f->second.arguments, arguments);
}

Quantity call_function(const std::string& name, const Arguments& arguments,
                       const FormulaNames& names) {
  check_call(name, arguments.size());
  if (const auto f = reductions().find(name); f != reductions().end()) {
    if (arguments[0].values.empty()) throw NothingMeasured(name + "() of an empty column");
    return f->second(arguments[0].values);
  }
  if (const auto f = elementary().find(name); f != elementary().end()) {
    Quantity out = arguments[0];
    for (Real& x : out.values) x = f->second(x);
    return out;
  }
  return several().at(name).apply(arguments, names);
}

}  // namespace scree
