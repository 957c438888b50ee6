#include "scree/run/formula.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "scree/base/text.h"
#include "scree/run/formula_functions.h"

namespace scree {
namespace {

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.'; }

/// Recursive descent; each level binds tighter than the one above it.
class Parser {
 public:
  Parser(const std::string& text, const FormulaNames& names) : text_(text), names_(names) {}

  Quantity whole() {
    Quantity value = either();
    if (peek() != '\0') fail("unexpected '{}'", text_.substr(at_));
    return value;
  }

 private:
  template <class... Args>
  [[noreturn]] void fail(fmt::format_string<Args...> format, Args&&... args) const {
    throw FormulaError(fmt::format("in the formula \"{}\": {}", text_,
                                   fmt::format(format, std::forward<Args>(args)...)));
  }

  char peek() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool take(const char* sign) {
    peek();
    const std::string s = sign;
    if (text_.compare(at_, s.size(), s) != 0) return false;
    at_ += s.size();
    return true;
  }
  void need(const char* sign) {
    if (!take(sign)) fail("expected '{}' before \"{}\"", sign, text_.substr(at_));
  }

  template <class F>
  Quantity entrywise(const Quantity& a, const Quantity& b, const char* sign, F f) const {
    try {
      return combine(a, b, sign, f);
    } catch (const FormulaError& error) {
      fail("{}", error.what());
    }
  }

  Quantity either() {
    Quantity a = both();
    while (take("|"))
      a = entrywise(a, both(), "|", [](Real x, Real y) { return x != 0 || y != 0 ? 1.0 : 0.0; });
    return a;
  }
  Quantity both() {
    Quantity a = comparison();
    while (take("&"))
      a = entrywise(a, comparison(), "&",
                    [](Real x, Real y) { return x != 0 && y != 0 ? 1.0 : 0.0; });
    return a;
  }
  Quantity comparison() {
    Quantity a = sum();
    if (take("<=")) return entrywise(a, sum(), "<=", [](Real x, Real y) { return x <= y; });
    if (take(">=")) return entrywise(a, sum(), ">=", [](Real x, Real y) { return x >= y; });
    if (take("<")) return entrywise(a, sum(), "<", [](Real x, Real y) { return x < y; });
    if (take(">")) return entrywise(a, sum(), ">", [](Real x, Real y) { return x > y; });
    return a;
  }
  Quantity sum() {
    Quantity a = product();
    for (;;) {
      if (take("+"))
        a = entrywise(a, product(), "+", [](Real x, Real y) { return x + y; });
      else if (take("-"))
        a = entrywise(a, product(), "-", [](Real x, Real y) { return x - y; });
      else
        return a;
    }
  }
  Quantity product() {
    Quantity a = sign();
    for (;;) {
      if (take("*"))
        a = entrywise(a, sign(), "*", [](Real x, Real y) { return x * y; });
      else if (take("/"))
        a = entrywise(a, sign(), "/", [](Real x, Real y) { return x / y; });
      else
        return a;
    }
  }
  Quantity sign() {
    if (take("-")) return entrywise(-1.0, sign(), "-", [](Real x, Real y) { return x * y; });
    return power();
  }
  Quantity power() {
    const Quantity base = atom();
    if (!take("^")) return base;
    return entrywise(base, sign(), "^", [](Real x, Real y) { return std::pow(x, y); });
  }

  Quantity atom() {
    const char c = peek();
    if (take("(")) {
      const Quantity value = either();
      need(")");
      return value;
    }
    if (std::isdigit(static_cast<unsigned char>(c)) || c == '.') return number();
    if (c == '\'') return named(quoted());
    if (!is_word(c)) fail("expected a number or a name before \"{}\"", text_.substr(at_));
    const std::string name = word();
    return peek() == '(' ? call(name) : named(name);
  }

  Quantity number() {
    Real value = 0;
    const char* begin = text_.data() + at_;
    const auto [end, error] = std::from_chars(begin, text_.data() + text_.size(), value);
    if (error != std::errc{}) fail("no number at \"{}\"", text_.substr(at_));
    at_ += static_cast<std::size_t>(end - begin);
    return value;
  }
  std::string word() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_word(text_[at_])) ++at_;
    return text_.substr(begin, at_ - begin);
  }
  std::string quoted() {
    const std::size_t begin = ++at_, end = text_.find('\'', begin);
    if (end == std::string::npos) fail("a name in quotes is not closed");
    at_ = end + 1;
    return text_.substr(begin, end - begin);
  }

  Quantity named(const std::string& name) const {
    if (std::optional<Quantity> value = names_.find(name)) return *value;
    if (name == "pi") return kPi;
    if (name == "deg") return kPi / 180;
    const std::string near = nearest(name, names_.known);
    fail("there is no column or parameter '{}'{}; there are {}", name,
         near.empty() ? "" : fmt::format(" (did you mean '{}'?)", near),
         names_.known.empty() ? "none" : join(names_.known));
  }
  Quantity call(const std::string& name) {
    need("(");
    std::vector<Quantity> arguments;
    if (!take(")")) {
      do arguments.push_back(either());
      while (take(","));
      need(")");
    }
    try {
      return call_function(name, arguments, names_);
    } catch (const FormulaError& error) {
      fail("{}", error.what());
    }
  }

  const std::string& text_;
  const FormulaNames& names_;
  std::size_t at_ = 0;
};

}  // namespace

FormulaNames no_names() {
  return {[](const std::string&) { return std::optional<Quantity>(); }, {}};
}

Quantity evaluate_formula(const std::string& text, const FormulaNames& names) {
  return Parser(text, names).whole();
}

Real evaluate_number(const std::string& text, const FormulaNames& names) {
  const Quantity value = evaluate_formula(text, names);
  if (!value.is_number)
    throw FormulaError(fmt::format(
        "the formula \"{}\" gives a column; reduce it to one number, for example last({})", text,
        text));
  return value.values[0];
}

std::string fill_in(const std::string& text, const FormulaNames& names,
                    const std::function<std::optional<std::string>(const std::string&)>& texts) {
  std::string out;
  std::size_t at = 0;
  for (;;) {
    const std::size_t open = text.find('{', at), close = text.find('}', open);
    if (open == std::string::npos || close == std::string::npos) return out + text.substr(at);
    const std::string inner = text.substr(open + 1, close - open - 1);
    const std::optional<std::string> word = texts(inner);
    out += text.substr(at, open - at) + (word ? *word : plain(evaluate_number(inner, names)));
    at = close + 1;
  }
}

}  // namespace scree
