#include "scree/formula/formula.h"

#include <doctest/doctest.h>

#include <cmath>
#include <map>

#include "scree/base/text.h"

using namespace scree;

namespace {

FormulaNames run_columns() {
  static const std::map<std::string, Quantity> columns{
      {"time", Quantity(std::vector<Real>{0, 1, 2, 3})},
      {"ball.v_z", Quantity(std::vector<Real>{-2, -2, 1, 1})},
      {"height", Quantity(std::vector<Real>{3, 1, -1, 1})},
      {"odd name", Quantity(std::vector<Real>{7, 7, 7, 7})},
      {"e", Quantity(0.5)},
  };
  FormulaNames names;
  for (const auto& [name, value] : columns) names.known.push_back(name);
  names.find = [](const std::string& name) -> std::optional<Quantity> {
    const auto found = columns.find(name);
    return found == columns.end() ? std::nullopt : std::optional(found->second);
  };
  return names;
}

Real value(const std::string& formula) { return evaluate_number(formula, run_columns()); }

std::string message(const std::string& formula) {
  try {
    value(formula);
  } catch (const FormulaError& error) {
    return error.what();
  }
  return "";
}

bool says(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("formulas know the usual order of operations") {
  CHECK(value("2 + 3*4") == 14);
  CHECK(value("-2^2") == -4);
  CHECK(value("2^3^2") == 512);
  CHECK(value("(1 + 2)/4 - 1e-1") == doctest::Approx(0.65));
  CHECK(value("sin(30*deg)") == doctest::Approx(0.5));
  CHECK(value("1 < 2 & 2 <= 2 | 0") == 1);
}

TEST_CASE("formulas reduce columns of a run to numbers") {
  CHECK(value("last(ball.v_z)/-first(ball.v_z)") == 0.5);
  CHECK(value("max(height) - min(height)") == 4);
  CHECK(value("mean(height)") == 1);
  CHECK(value("count(time)") == 4);
  CHECK(value("rms(ball.v_z*0 + 3)") == doctest::Approx(3));
  CHECK(value("last('odd name')") == 7);
  CHECK(value("last(height) - e") == 0.5);
}

TEST_CASE("where() keeps the rows in which a condition holds") {
  CHECK(value("first(where(time, ball.v_z > 0))") == 2);
  CHECK(value("count(where(time, (height > 0) & (time > 0.5)))") == 2);
  CHECK(says(message("last(where(time, height > 100))"), "never holds"));
}

TEST_CASE("durations place the crossing between rows") {
  CHECK(value("duration(-height)") == doctest::Approx(1));
  CHECK(value("duration(height + 10)") == doctest::Approx(3));
}

TEST_CASE("rates, slopes and interpolation are exact on straight lines") {
  CHECK(value("max(abs(rate(5*time + 1) - 5))") == doctest::Approx(0));
  CHECK(value("slope(time, 3 - 2*time)") == doctest::Approx(-2));
  CHECK(value("last(interpolate(e, time, 10*time))") == doctest::Approx(5));
  CHECK(says(message("last(interpolate(99, time, time))"), "outside"));
}

TEST_CASE("a formula without end is refused, one of thousands of terms is computed") {
  std::string sum = "1";
  while (sum.size() + 2 <= kLongestFormula) sum += "+1";
  CHECK(evaluate_number(sum, no_names()) == (static_cast<double>(sum.size()) + 1) / 2);
  CHECK(names_in_formula(sum).empty());
  CHECK(says(message(sum + " + 1"), "at most 10000 are possible"));
  CHECK(message(sum + " + 1").size() < 500);
  const auto nested = [](const std::string& open, const std::string& close) {
    std::string text;
    for (int k = 0; k < 2000; ++k) text += open;
    text += "2";
    for (int k = 0; k < 2000; ++k) text += close;
    return text;
  };
  CHECK(says(message(nested("(", ")")), "nested more than 200 deep"));
  CHECK(says(message(nested("abs(", "")), "nested more than 200 deep"));
  CHECK(says(message(nested("-", "")), "nested more than 200 deep"));
  CHECK(says(message(nested("2^", "")), "nested more than 200 deep"));
}

TEST_CASE("a wrong formula is explained") {
  CHECK(says(message("last(hight)"), "did you mean 'height'"));
  CHECK(says(message("mix(time)"), "did you mean 'max'"));
  CHECK(says(message("max(time, 2)"), "takes 1 argument, not 2"));
  CHECK(says(message("2 +"), "expected a number or a name"));
  CHECK(says(message("(2"), "expected ')'"));
  CHECK(says(message("2 3"), "unexpected '3'"));
  CHECK(says(message("time"), "gives a column"));
  CHECK(says(message("time + where(time, time > 1)"), "4 and 2 entries"));
}

TEST_CASE("braces in a text are filled with parameters and formulas") {
  const auto texts = [](const std::string& name) {
    return name == "law" ? std::optional<std::string>("mindlin") : std::nullopt;
  };
  CHECK(fill_in("law.tangential={law}, k={2*e}", run_columns(), texts) ==
        "law.tangential=mindlin, k=1");
  CHECK(fill_in("nothing", run_columns(), texts) == "nothing");
  CHECK(fill_in("bodies={{from=\"{law}\"}}", run_columns(), texts) == "bodies={from=\"mindlin\"}");
}

TEST_CASE("the names in a formula are known without computing it") {
  using Words = std::vector<std::string>;
  CHECK(names_in_formula("2*pi*last(a.b) + max(where(c, a.b > 1/0))") == Words{"a.b", "c"});
  CHECK(names_in_formula("1 + 1").empty());
  CHECK_THROWS_AS(names_in_formula("max(a, b)"), FormulaError);
  CHECK_THROWS_AS(names_in_formula("maximum(a)"), FormulaError);
}

TEST_CASE("a formula that is in order but finds nothing to measure says so by its kind of error") {
  CHECK_THROWS_AS(value("max(where(time, height > 100))"), NothingMeasured);
  CHECK_THROWS_AS(value("last(interpolate(99, time, time))"), NothingMeasured);
  CHECK(value("last(interpolate(time, time, height))") == 1);
  // What is not a number is one neither for max() nor for a comparison.
  CHECK(std::isnan(value("max(log(time - 1))")));
  CHECK(std::isnan(value("sum(log(time - 1) > 9)")));
  CHECK(value("max(where(log(time - 1), time > 1))") == doctest::Approx(std::log(2)));
  CHECK(value("1 | 0/0") == 1);
  CHECK(value("0 & 0/0") == 0);
  CHECK(std::isnan(value("0 | 0/0")));
  CHECK(std::isnan(value("1 & 0/0")));
}
