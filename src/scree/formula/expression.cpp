#include "scree/formula/expression.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "scree/base/error.h"
#include "scree/base/text.h"

namespace scree {

enum class Expression::Op : std::uint8_t {
  kNumber,
  kVariable,
  kNegate,
  kSquare,
  kAdd,
  kSubtract,
  kMultiply,
  kDivide,
  kPower,
  kLess,
  kAtMost,
  kGreater,
  kAtLeast,
  kAnd,
  kOr,
  kAbs,
  kSqrt,
  kExp,
  kLog,
  kSin,
  kCos,
  kTan,
  kAsin,
  kAcos,
  kAtan,
  kAtan2,
  kHypot
};

namespace {

constexpr int kDeepest = 24;  // values waiting at a time; formulas of people need fewer than ten

Real value_of(Real x) { return x; }
Real value_of(Dual x) { return x.value; }

template <class N, class F>
void unary(N* a, int n, F f) {
  for (int k = 0; k < n; ++k) a[k] = f(a[k]);
}
template <class N, class F>
void binary(N* a, const N* b, int n, F f) {
  for (int k = 0; k < n; ++k) a[k] = f(a[k], b[k]);
}

}  // namespace

template <class N>
void Expression::run(const N* variables, int stride, int n, N* out) const {
  using std::abs, std::sqrt, std::exp, std::log, std::sin, std::cos, std::tan;
  using std::asin, std::acos, std::atan, std::atan2, std::hypot, std::pow;
  SCREE_EXPECT(n <= kBlock);
  N stack[kDeepest][kBlock];
  int top = -1;
  const auto one = [&](auto f) { unary(stack[top], n, f); };
  const auto two = [&](auto f) {
    --top;
    binary(stack[top], stack[top + 1], n, f);
  };
  const auto test = [&](auto f) {
    two([f](N a, N b) { return N(f(value_of(a), value_of(b)) ? 1 : 0); });
  };
  for (const Instruction& i : program_) switch (i.op) {
      case Op::kNumber:
        std::fill_n(stack[++top], n, N(i.number));
        break;
      case Op::kVariable:
        std::copy_n(variables + static_cast<std::ptrdiff_t>(i.variable) * stride, n, stack[++top]);
        break;
      case Op::kNegate:
        one([](N a) { return -a; });
        break;
      case Op::kSquare:
        one([](N a) { return a * a; });
        break;
      case Op::kAdd:
        two([](N a, N b) { return a + b; });
        break;
      case Op::kSubtract:
        two([](N a, N b) { return a - b; });
        break;
      case Op::kMultiply:
        two([](N a, N b) { return a * b; });
        break;
      case Op::kDivide:
        two([](N a, N b) { return a / b; });
        break;
      case Op::kPower:
        two([](N a, N b) { return pow(a, b); });
        break;
      case Op::kLess:
        test([](Real a, Real b) { return a < b; });
        break;
      case Op::kAtMost:
        test([](Real a, Real b) { return a <= b; });
        break;
      case Op::kGreater:
        test([](Real a, Real b) { return a > b; });
        break;
      case Op::kAtLeast:
        test([](Real a, Real b) { return a >= b; });
        break;
      case Op::kAnd:
        test([](Real a, Real b) { return a != 0 && b != 0; });
        break;
      case Op::kOr:
        test([](Real a, Real b) { return a != 0 || b != 0; });
        break;
      case Op::kAbs:
        one([](N a) { return N(abs(a)); });
        break;
      case Op::kSqrt:
        one([](N a) { return sqrt(a); });
        break;
      case Op::kExp:
        one([](N a) { return exp(a); });
        break;
      case Op::kLog:
        one([](N a) { return log(a); });
        break;
      case Op::kSin:
        one([](N a) { return sin(a); });
        break;
      case Op::kCos:
        one([](N a) { return cos(a); });
        break;
      case Op::kTan:
        one([](N a) { return tan(a); });
        break;
      case Op::kAsin:
        one([](N a) { return asin(a); });
        break;
      case Op::kAcos:
        one([](N a) { return acos(a); });
        break;
      case Op::kAtan:
        one([](N a) { return atan(a); });
        break;
      case Op::kAtan2:
        two([](N a, N b) { return atan2(a, b); });
        break;
      case Op::kHypot:
        two([](N a, N b) { return hypot(a, b); });
        break;
    }
  std::copy_n(stack[0], n, out);
}
template void Expression::run(const Real*, int, int, Real*) const;
template void Expression::run(const Dual*, int, int, Dual*) const;

Expression::Expression(const FormulaNode& tree, const std::vector<std::string>& variables) {
  compile(tree, variables, 1);
}
Expression::Expression(const std::string& text, const std::vector<std::string>& variables,
                       const std::vector<Constant>& constants) {
  try {
    compile(with_constants(parse_formula(text), variables, constants), variables, 1);
  } catch (const FormulaError& error) {
    const std::string what = error.what();
    if (what.starts_with("in the formula")) throw;
    throw FormulaError(fmt::format("in the formula \"{}\": {}", shown_formula(text), what));
  }
}

bool Expression::uses(std::size_t variable) const {
  return std::any_of(program_.begin(), program_.end(), [&](const Instruction& i) {
    return i.op == Op::kVariable && i.variable == static_cast<int>(variable);
  });
}

namespace {

bool is_square(const FormulaNode& node) {
  using Kind = FormulaNode::Kind;
  return node.kind == Kind::kOperator && node.word == "^" && node.in[1].kind == Kind::kNumber &&
         node.in[1].number == 2;
}

/// The number a name that is no variable stands for.
Real value_of_name(const std::string& name, const std::vector<std::string>& variables,
                   const std::vector<Constant>& constants) {
  Real number = 0;
  if (formula_constant(name, number)) return number;
  std::vector<std::string> known = variables;
  for (const Constant& c : constants) {
    if (c.name == name) return c.value;
    known.push_back(c.name);
  }
  const std::string near = nearest(name, known);
  throw FormulaError(
      fmt::format("there is no '{}'{}; there are {}, and what `constants` names", name,
                  near.empty() ? "" : fmt::format(" (did you mean '{}'?)", near), join(known)));
}

}  // namespace

void Expression::compile(const FormulaNode& node, const std::vector<std::string>& variables,
                         int depth) {
  if (depth > kDeepest) throw FormulaError("it is nested too deeply; simplify it");
  for (const FormulaNode* at : chain_of(node)) {
    for (std::size_t k = 1; k < at->in.size() && !is_square(*at); ++k)
      compile(at->in[k], variables, depth + static_cast<int>(k));
    append(*at, variables);
  }
}

/// The instruction of a node whose inputs have theirs.
void Expression::append(const FormulaNode& node, const std::vector<std::string>& variables) {
  static const std::map<std::string, Op> operators{
      {"+", Op::kAdd},      {"-", Op::kSubtract}, {"*", Op::kMultiply}, {"/", Op::kDivide},
      {"^", Op::kPower},    {"<", Op::kLess},     {"<=", Op::kAtMost},  {">", Op::kGreater},
      {">=", Op::kAtLeast}, {"&", Op::kAnd},      {"|", Op::kOr}};
  using Kind = FormulaNode::Kind;
  if (node.kind == Kind::kNumber) {
    program_.push_back({Op::kNumber, 0, node.number});
    return;
  }
  if (node.kind == Kind::kName) {
    const auto found = std::find(variables.begin(), variables.end(), node.word);
    SCREE_EXPECT(found != variables.end());
    program_.push_back({Op::kVariable, static_cast<int>(found - variables.begin()), 0});
    return;
  }
  if (node.kind == Kind::kOperator) {
    const bool minus = node.in.size() == 1;
    program_.push_back({minus             ? Op::kNegate
                        : is_square(node) ? Op::kSquare
                                          : operators.at(node.word)});
    return;
  }
  const auto found = functions().find(node.word);
  if (found == functions().end())
    throw FormulaError(fmt::format("there is no function '{}' here; there are {}", node.word,
                                   join(function_names())));
  const std::size_t wanted = found->second >= Op::kAtan2 ? 2 : 1;
  if (node.in.size() != wanted)
    throw FormulaError(fmt::format("{}() takes {} argument{}, not {}", node.word, wanted,
                                   wanted == 1 ? "" : "s", node.in.size()));
  program_.push_back({found->second});
}

const std::map<std::string, Expression::Op>& Expression::functions() {
  static const std::map<std::string, Op> table{
      {"abs", Op::kAbs},   {"sqrt", Op::kSqrt}, {"exp", Op::kExp},     {"log", Op::kLog},
      {"sin", Op::kSin},   {"cos", Op::kCos},   {"tan", Op::kTan},     {"asin", Op::kAsin},
      {"acos", Op::kAcos}, {"atan", Op::kAtan}, {"atan2", Op::kAtan2}, {"hypot", Op::kHypot}};
  return table;
}

std::vector<std::string> Expression::function_names() {
  std::vector<std::string> names;
  for (const auto& [name, op] : functions()) names.push_back(name);
  return names;
}

std::vector<std::string> taken_names(const std::vector<std::string>& variables) {
  std::vector<std::string> names = variables;
  names.insert(names.end(), {"pi", "deg"});
  for (const std::string& function : Expression::function_names()) names.push_back(function);
  return names;
}

FormulaNode with_constants(FormulaNode tree, const std::vector<std::string>& variables,
                           const std::vector<Constant>& constants) {
  for (FormulaNode* at : chain_of(tree)) {
    for (std::size_t k = 1; k < at->in.size(); ++k)
      at->in[k] = with_constants(std::move(at->in[k]), variables, constants);
    const bool name = at->kind == FormulaNode::Kind::kName;
    if (name && std::find(variables.begin(), variables.end(), at->word) == variables.end())
      *at = {FormulaNode::Kind::kNumber, value_of_name(at->word, variables, constants), "", {}};
  }
  return tree;
}

}  // namespace scree
