#pragma once
/// Formulas over the columns of a run, as written in expect.toml: "last(ball.vz) /
/// -first(ball.vz)".
///
/// A value is one number or a column of numbers; operators and elementary functions work entry by
/// entry, reductions make one number of a column. The language is described in
/// docs/formats/expect.md.
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "scree/formula/formula_tree.h"

namespace scree {

struct Quantity {
  std::vector<Real> values;
  bool is_number = false;  // a number stretches to the length of any column

  Quantity() = default;
  Quantity(Real number) : values{number}, is_number(true) {}  // NOLINT: a number is a quantity
  explicit Quantity(std::vector<Real> column) : values(std::move(column)) {}
};

/// What the names in a formula stand for. `known` lists them for messages.
struct FormulaNames {
  std::function<std::optional<Quantity>(const std::string& name)> find;
  std::vector<std::string> known;
};

/// Names that stand for nothing: a formula of constants.
FormulaNames no_names();

/// Value of a formula. Throws FormulaError; NothingMeasured where the columns are to blame, being
/// empty or not reaching far enough. What is not a number in a column makes every number computed
/// from it not a number, too, except where a condition of where() leaves it out.
Quantity evaluate_formula(const std::string& text, const FormulaNames& names);

/// The same where one number is wanted.
Real evaluate_number(const std::string& text, const FormulaNames& names);

/// The names a formula uses, each once, without computing it. Throws FormulaError where it cannot
/// be read or calls a function wrongly.
std::vector<std::string> names_in_formula(const std::string& text);

/// Replaces every {formula} of a text by its value, {name} by the text of a parameter. Doubled
/// braces, {{ and }}, stand for themselves.
std::string fill_in(const std::string& text, const FormulaNames& names,
                    const std::function<std::optional<std::string>(const std::string&)>& texts);

}  // namespace scree
