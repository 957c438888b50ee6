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

/// What a formula may be at most; far beyond what people write, and within what a stack holds.
constexpr std::size_t kLongestFormula = 10'000;  // characters
constexpr int kDeepestFormula = 200;             // brackets, signs and exponents within each other

/// Throws FormulaError for text that is no formula, or one that is too long or nested too deeply.
FormulaNode parse_formula(const std::string& text);

/// A formula as messages quote it: shortened where it is long.
std::string shown_formula(const std::string& text);

/// A node and what it is applied to first, and so on down; the innermost comes first. A sum of
/// thousands of terms is such a chain: walking along it takes no stack, and time linear in its
/// length.
template <class N>
std::vector<N*> chain_of(N& node) {
  std::vector<N*> chain{&node};
  while (!chain.back()->in.empty()) chain.push_back(&chain.back()->in.front());
  return {chain.rbegin(), chain.rend()};
}

/// pi, deg: known to every formula. False for any other name.
bool formula_constant(const std::string& name, Real& value);

}  // namespace scree
