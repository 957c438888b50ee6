#include "scree/formula/formula.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "scree/base/text.h"
#include "scree/formula/formula_functions.h"

namespace scree {
namespace {

constexpr Real kNan = std::numeric_limits<Real>::quiet_NaN();

/// 1 or 0; not a number where x or y is none, or else sum(x > limit) would find nothing wrong with
/// a column of them.
Real truth(bool holds, Real x, Real y) {
  return std::isnan(x) || std::isnan(y) ? kNan : holds ? 1.0 : 0.0;
}
/// What is not a number may be true or false: it matters unless the other one decides.
Real either(Real x, Real y) {
  const bool x_true = x != 0 && !std::isnan(x), y_true = y != 0 && !std::isnan(y);
  return x_true || y_true ? 1.0 : truth(false, x, y);
}
Real both(Real x, Real y) { return x == 0 || y == 0 ? 0.0 : truth(true, x, y); }

const std::map<std::string, Real (*)(Real, Real)>& operators() {
  static const std::map<std::string, Real (*)(Real, Real)> table{
      {"|", either},
      {"&", both},
      {"<=", [](Real x, Real y) { return truth(x <= y, x, y); }},
      {">=", [](Real x, Real y) { return truth(x >= y, x, y); }},
      {"<", [](Real x, Real y) { return truth(x < y, x, y); }},
      {">", [](Real x, Real y) { return truth(x > y, x, y); }},
      {"+", [](Real x, Real y) { return x + y; }},
      {"-", [](Real x, Real y) { return x - y; }},
      {"*", [](Real x, Real y) { return x * y; }},
      {"/", [](Real x, Real y) { return x / y; }},
      {"^", [](Real x, Real y) { return truth(true, x, y) * std::pow(x, y); }},  // not NaN^0 = 1
  };
  return table;
}

Quantity named(const std::string& name, const FormulaNames& names) {
  if (std::optional<Quantity> value = names.find(name)) return *value;
  Real constant = 0;
  if (formula_constant(name, constant)) return constant;
  const std::string near = nearest(name, names.known);
  throw FormulaError(fmt::format("there is no column or parameter '{}'{}; there are {}", name,
                                 near.empty() ? "" : fmt::format(" (did you mean '{}'?)", near),
                                 join_some(names.known)));
}

Quantity evaluate(const FormulaNode& node, const FormulaNames& names) {
  using Kind = FormulaNode::Kind;
  Quantity value;
  for (const FormulaNode* at : chain_of(node)) {
    std::vector<Quantity> in;
    if (!at->in.empty()) in.push_back(std::move(value));
    for (std::size_t k = 1; k < at->in.size(); ++k) in.push_back(evaluate(at->in[k], names));
    if (at->kind == Kind::kNumber)
      value = at->number;
    else if (at->kind == Kind::kName)
      value = named(at->word, names);
    else if (at->kind == Kind::kFunction)
      value = call_function(at->word, in, names);
    else if (in.size() == 1)
      value = combine(-1.0, in[0], "-", operators().at("*"));
    else
      value = combine(in[0], in[1], at->word, operators().at(at->word));
  }
  return value;
}

void collect_names(const FormulaNode& node, std::vector<std::string>& used) {
  Real constant = 0;
  for (const FormulaNode* at : chain_of(node)) {
    if (at->kind == FormulaNode::Kind::kFunction) check_call(at->word, at->in.size());
    if (at->kind == FormulaNode::Kind::kName && !formula_constant(at->word, constant) &&
        std::find(used.begin(), used.end(), at->word) == used.end())
      used.push_back(at->word);
    for (std::size_t k = 1; k < at->in.size(); ++k) collect_names(at->in[k], used);
  }
}

}  // namespace

FormulaNames no_names() {
  return {[](const std::string&) { return std::optional<Quantity>(); }, {}};
}

Quantity evaluate_formula(const std::string& text, const FormulaNames& names) {
  const FormulaNode tree = parse_formula(text);
  try {
    return evaluate(tree, names);
  } catch (const NothingMeasured& error) {
    throw NothingMeasured(
        fmt::format("in the formula \"{}\": {}", shown_formula(text), error.what()));
  } catch (const FormulaError& error) {
    throw FormulaError(fmt::format("in the formula \"{}\": {}", shown_formula(text), error.what()));
  }
}

Real evaluate_number(const std::string& text, const FormulaNames& names) {
  const Quantity value = evaluate_formula(text, names);
  if (!value.is_number)
    throw FormulaError(fmt::format(
        "the formula \"{}\" gives a column; reduce it to one number, for example last({})",
        shown_formula(text), shown_formula(text)));
  return value.values[0];
}

std::vector<std::string> names_in_formula(const std::string& text) {
  std::vector<std::string> used;
  const FormulaNode tree = parse_formula(text);
  try {
    collect_names(tree, used);
  } catch (const FormulaError& error) {
    throw FormulaError(fmt::format("in the formula \"{}\": {}", shown_formula(text), error.what()));
  }
  return used;
}

std::string fill_in(const std::string& text, const FormulaNames& names,
                    const std::function<std::optional<std::string>(const std::string&)>& texts) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const std::string two = text.substr(at, 2);
    if (two == "{{" || two == "}}") {
      out += two[0];
      at += 2;
      continue;
    }
    const std::size_t close = text[at] == '{' ? text.find('}', at) : std::string::npos;
    if (close == std::string::npos) {
      out += text[at++];
      continue;
    }
    const std::string inner = text.substr(at + 1, close - at - 1);
    const std::optional<std::string> word = texts(inner);
    out += word ? *word : plain(evaluate_number(inner, names));
    at = close + 1;
  }
  return out;
}

}  // namespace scree
