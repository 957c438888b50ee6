#include "scree/run/expression.h"

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
    throw FormulaError(fmt::format("in the formula \"{}\": {}", text, what));
  }
}

bool Expression::uses(std::size_t variable) const {
  return std::any_of(program_.begin(), program_.end(), [&](const Instruction& i) {
    return i.op == Op::kVariable && i.variable == static_cast<int>(variable);
  });
}

void Expression::compile(const FormulaNode& node, const std::vector<std::string>& variables,
                         int depth) {
  static const std::map<std::string, Op> operators{
      {"+", Op::kAdd},      {"-", Op::kSubtract}, {"*", Op::kMultiply}, {"/", Op::kDivide},
      {"^", Op::kPower},    {"<", Op::kLess},     {"<=", Op::kAtMost},  {">", Op::kGreater},
      {">=", Op::kAtLeast}, {"&", Op::kAnd},      {"|", Op::kOr}};
  static const std::map<std::string, Op> functions{
      {"abs", Op::kAbs},   {"sqrt", Op::kSqrt}, {"exp", Op::kExp},     {"log", Op::kLog},
      {"sin", Op::kSin},   {"cos", Op::kCos},   {"tan", Op::kTan},     {"asin", Op::kAsin},
      {"acos", Op::kAcos}, {"atan", Op::kAtan}, {"atan2", Op::kAtan2}, {"hypot", Op::kHypot}};
  using Kind = FormulaNode::Kind;
  if (depth > kDeepest) throw FormulaError("it is nested too deeply; simplify it");
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
  const bool square =
      node.word == "^" && node.in[1].kind == Kind::kNumber && node.in[1].number == 2;
  if (square || (node.kind == Kind::kOperator && node.in.size() == 1)) {
    compile(node.in[0], variables, depth);
    program_.push_back({square ? Op::kSquare : Op::kNegate});
    return;
  }
  for (std::size_t k = 0; k < node.in.size(); ++k)
    compile(node.in[k], variables, depth + static_cast<int>(k));
  if (node.kind == Kind::kOperator) {
    program_.push_back({operators.at(node.word)});
    return;
  }
  const auto found = functions.find(node.word);
  if (found == functions.end()) {
    std::vector<std::string> words;
    for (const auto& [word, op] : functions) words.push_back(word);
    throw FormulaError(
        fmt::format("there is no function '{}' here; there are {}", node.word, join(words)));
  }
  const std::size_t wanted = found->second >= Op::kAtan2 ? 2 : 1;
  if (node.in.size() != wanted)
    throw FormulaError(fmt::format("{}() takes {} argument{}, not {}", node.word, wanted,
                                   wanted == 1 ? "" : "s", node.in.size()));
  program_.push_back({found->second});
}

FormulaNode with_constants(const FormulaNode& tree, const std::vector<std::string>& variables,
                           const std::vector<Constant>& constants) {
  FormulaNode out = tree;
  if (tree.kind == FormulaNode::Kind::kName) {
    if (std::find(variables.begin(), variables.end(), tree.word) != variables.end()) return out;
    out = {};
    if (formula_constant(tree.word, out.number)) return out;
    std::vector<std::string> known = variables;
    for (const Constant& c : constants) {
      if (c.name == tree.word) {
        out.number = c.value;
        return out;
      }
      known.push_back(c.name);
    }
    const std::string near = nearest(tree.word, known);
    throw FormulaError(
        fmt::format("there is no '{}'{}; there are {}, and what `constants` names", tree.word,
                    near.empty() ? "" : fmt::format(" (did you mean '{}'?)", near), join(known)));
  }
  for (FormulaNode& input : out.in) input = with_constants(input, variables, constants);
  return out;
}

}  // namespace scree
