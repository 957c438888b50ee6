#include "scree/formula/expression.h"

#include <doctest/doctest.h>

#include <chrono>

#include "scree/base/vec3.h"
#include "scree/formula/formula.h"
#include "unit/io/scratch_folder.h"

using namespace scree;

namespace {

const std::vector<std::string> kPlaceAndTime{"x", "y", "z", "t"};

/// Formulas with every operator and function, defined and smooth at the points below.
const std::vector<std::string> kFormulas{"2*x + t - 3",
                                         "-x^2*t^3/(1 + t)",
                                         "tan(4*pi/180)*L/2*(1-(2*x/L)^2)*sin(2*pi*t/T)",
                                         "sin(x - 3*t) + cos(2*t + y)",
                                         "exp(-t)*sqrt(x + 2)*log(t + 1)",
                                         "atan(t*x) + asin(t/5) - acos(t/4)",
                                         "atan2(t, x) + hypot(t, y + 1)",
                                         "(x + t)^(1.5 + t)",
                                         "abs(x - t)*(t < 0.5 | x > 2) + (t >= 0.2 & x <= 9)",
                                         "2^-t"};
const std::vector<Constant> kConstants{{"L", 47}, {"T", 4}};

}  // namespace

TEST_CASE("a compiled formula has the value of the same formula in expect.toml") {
  for (const std::string& text : kFormulas) {
    const Expression compiled(text, kPlaceAndTime, kConstants);
    for (const Real t : {0.1, 0.7, 1.9}) {
      const Real at[] = {1.3, 0.4, -0.2, t};
      const FormulaNames names{[&](const std::string& name) -> std::optional<Quantity> {
                                 for (const Constant& c : kConstants)
                                   if (c.name == name) return c.value;
                                 for (std::size_t k = 0; k < 4; ++k)
                                   if (kPlaceAndTime[k] == name) return at[k];
                                 return {};
                               },
                               {}};
      INFO(text);
      CHECK(compiled(at) == doctest::Approx(evaluate_number(text, names)).epsilon(1e-14));
    }
  }
}

TEST_CASE("the rate of a compiled formula is its derivative") {
  constexpr Real h = 1e-5;
  for (const std::string& text : kFormulas) {
    const Expression compiled(text, kPlaceAndTime, kConstants);
    for (const Real t : {0.1, 0.7, 1.9}) {
      const auto value = [&](Real time) {
        const Real at[] = {1.3, 0.4, -0.2, time};
        return compiled(at);
      };
      const Dual at[] = {1.3, 0.4, -0.2, {t, 1}};
      const Real slope = (value(t + h) - value(t - h)) / (2 * h);
      INFO(text);
      CHECK(compiled(at).value == value(t));
      CHECK(compiled(at).rate == doctest::Approx(slope).epsilon(1e-7).scale(1));
    }
  }
}

TEST_CASE("many bodies at a time give what each gives alone") {
  const Expression f("x*sin(t) + y^2", kPlaceAndTime, {});
  Real columns[4][Expression::kBlock], out[Expression::kBlock];
  constexpr int n = 7;
  for (int k = 0; k < n; ++k)
    for (int v = 0; v < 4; ++v) columns[v][k] = 0.1 * v + 0.3 * k;
  f.run(&columns[0][0], Expression::kBlock, n, out);
  for (int k = 0; k < n; ++k) {
    const Real one[] = {columns[0][k], columns[1][k], columns[2][k], columns[3][k]};
    CHECK(out[k] == f(one));
  }
}

TEST_CASE("formulas that are products of place and time come apart, and the parts add up") {
  const auto terms = [](const std::string& text) {
    return separate(with_constants(parse_formula(text), kPlaceAndTime, kConstants));
  };
  CHECK(terms(kFormulas[2]).terms.size() == 1);  // the wall of a shear cell
  CHECK(terms(kFormulas[3]).terms.size() == 4);  // travelling waves
  CHECK(terms("(x + t)*(y - t)").terms.size() == 4);
  CHECK(terms("sqrt(x + t)").rest.size() == 1);
  CHECK(terms("x*t + sqrt(x + t)").terms.size() == 1);
  for (const std::string& text : kFormulas) {
    const Expression whole(text, kPlaceAndTime, kConstants);
    const Separated parts = terms(text);
    const Dual at[] = {1.3, 0.4, -0.2, {0.7, 1}};
    Dual sum = 0.0;
    for (const Separated::Term& term : parts.terms) {
      const Expression space(term.space, kPlaceAndTime), time(term.time, kPlaceAndTime);
      CHECK_FALSE(space.uses(3));
      for (const std::size_t place : {0, 1, 2}) CHECK_FALSE(time.uses(place));
      sum = sum + space(at) * time(at);
    }
    for (const FormulaNode& rest : parts.rest) sum = sum + Expression(rest, kPlaceAndTime)(at);
    INFO(text);
    CHECK(sum.value == doctest::Approx(whole(at).value).epsilon(1e-14));
    CHECK(sum.rate == doctest::Approx(whole(at).rate).epsilon(1e-13));
  }
}

TEST_CASE("a sum of thousands of terms is compiled and taken apart in time linear in its length") {
  std::string text = "x*t";
  while (text.size() + 6 < kLongestFormula) text += "+x^2*t";
  const double terms = 1 + static_cast<double>((text.size() - 3) / 6);
  const Real at[] = {2, 0, 0, 3};
  const auto start = std::chrono::steady_clock::now();
  CHECK(Expression(text, kPlaceAndTime, {})(at) == 6 + 12 * (terms - 1));
  const Separated parts = separate(with_constants(parse_formula(text), kPlaceAndTime, {}));
  CHECK(parts.terms.empty());
  REQUIRE(parts.rest.size() == 1);
  CHECK(Expression(parts.rest[0], kPlaceAndTime)(at) == 6 + 12 * (terms - 1));
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
  CHECK(took.count() < 2);  // milliseconds; a second for builds with sanitizers
}

TEST_CASE("a formula that cannot be compiled says what is wrong with it") {
  const auto message = [](const std::string& text) {
    return message_of<FormulaError>([&] { Expression(text, kPlaceAndTime, {{"Length", 2}}); });
  };
  CHECK(contains(message("x*Lenght"), "there is no 'Lenght' (did you mean 'Length'?)"));
  CHECK(contains(message("sin(x"), "in the formula \"sin(x\": expected ')'"));
  CHECK(contains(message("mean(x)"), "there is no function 'mean' here"));
  CHECK(contains(message("sin(x, t)"), "sin() takes 1 argument, not 2"));
  std::string deep = "x";
  for (int k = 0; k < 40; ++k) deep = "x-(" + deep + ")";
  CHECK(contains(message(deep), "nested too deeply"));
}
