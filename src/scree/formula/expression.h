#pragma once
/// A formula of some variables, compiled once and evaluated in every step: for one point, or for
/// many bodies at a time. With Dual numbers it also gives the exact rate of change.
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "scree/base/dual.h"
#include "scree/formula/formula_tree.h"

namespace scree {

/// A number with a name, as in `constants = {L = 47}`.
struct Constant {
  std::string name;
  Real value = 0;
};

class Expression {
 public:
  /// Bodies evaluated together.
  static constexpr int kBlock = 32;

  /// Throws FormulaError for text that is no formula, a name that is neither variable nor constant,
  /// or a function that makes one number of a column.
  Expression(const std::string& text, const std::vector<std::string>& variables,
             const std::vector<Constant>& constants);
  /// The same from a tree in which all constants are numbers.
  Expression(const FormulaNode& tree, const std::vector<std::string>& variables);

  /// The functions such a formula may call.
  static std::vector<std::string> function_names();

  /// Does it depend on this variable?
  bool uses(std::size_t variable) const;

  /// Value at one point; `variables` in the order given when compiled.
  template <class N>
  N operator()(const N* variables) const {
    N out;
    run(variables, 1, 1, &out);
    return out;
  }
  /// Values for n <= kBlock bodies: variable v of body k stands at variables[v * stride + k].
  template <class N>
  void run(const N* variables, int stride, int n, N* out) const;

 private:
  enum class Op : std::uint8_t;
  static const std::map<std::string, Op>& functions();
  struct Instruction {
    Op op;
    int variable = 0;
    Real number = 0;
  };
  void compile(const FormulaNode& node, const std::vector<std::string>& variables, int depth);
  void append(const FormulaNode& node, const std::vector<std::string>& variables);

  std::vector<Instruction> program_;
};

/// Names replaced by the numbers they stand for; variables stay. Throws FormulaError.
FormulaNode with_constants(FormulaNode tree, const std::vector<std::string>& variables,
                           const std::vector<Constant>& constants);

/// What no constant of a formula of these variables may be called: the variables themselves, pi,
/// deg and the functions.
std::vector<std::string> taken_names(const std::vector<std::string>& variables);

/// Sum over k of space[k] * time[k], where space does not contain t and time nothing but t.
struct Separated {
  struct Term {
    FormulaNode space, time;
  };
  std::vector<Term> terms;
  std::vector<FormulaNode> rest;  // parts that are not such products
};
/// Takes a formula (constants replaced) apart: sums, products, quotients and the sine and cosine of
/// sums of place and time. A formula too long for that stays whole.
Separated separate(FormulaNode tree);

}  // namespace scree
