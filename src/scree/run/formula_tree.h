#pragma once
/// The grammar of formulas: text in, tree out. formula.h evaluates the tree over columns,
/// expression.h compiles it for use in every step; both speak the same language.
#include <stdexcept>
#include <string>
#include <vector>

#include "scree/base/real.h"

namespace scree {

/// A formula that cannot be read or computed; the message names the word in question.
struct FormulaError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A formula that is in order, but finds nothing in these columns to compute a number from.
struct NothingMeasured : FormulaError {
  using FormulaError::FormulaError;
};

/// A number, a name, or something applied to its inputs: an operator (| & <= >= < > + - * / ^, and
/// a minus with one input) or a function.
struct FormulaNode {
  enum class Kind { kNumber, kName, kOperator, kFunction };
  Kind kind = Kind::kNumber;
  Real number = 0;
  std::string word;  // name, operator or function
  std::vector<FormulaNode> in;
};

/// Throws FormulaError for text that is no formula.
FormulaNode parse_formula(const std::string& text);

/// pi, deg: known to every formula. False for any other name.
bool formula_constant(const std::string& name, Real& value);

}  // namespace scree
