#include "scree/run/formula_tree.h"

#include <fmt/format.h>

#include <charconv>

#include "scree/base/vec3.h"

namespace scree {
namespace {

using Node = FormulaNode;

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.'; }

/// Recursive descent; each level binds tighter than the one above it.
class Parser {
 public:
  explicit Parser(const std::string& text) : text_(text) {}

  Node whole() {
    Node value = either();
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
  static Node apply(const char* sign, std::vector<Node> in) {
    return {Node::Kind::kOperator, 0, sign, std::move(in)};
  }

  Node either() {
    Node a = both();
    while (take("|")) a = apply("|", {a, both()});
    return a;
  }
  Node both() {
    Node a = comparison();
    while (take("&")) a = apply("&", {a, comparison()});
    return a;
  }
  Node comparison() {
    Node a = sum();
    for (const char* sign : {"<=", ">=", "<", ">"})
      if (take(sign)) return apply(sign, {a, sum()});
    return a;
  }
  Node sum() {
    Node a = product();
    for (;;) {
      if (take("+"))
        a = apply("+", {a, product()});
      else if (take("-"))
        a = apply("-", {a, product()});
      else
        return a;
    }
  }
  Node product() {
    Node a = sign();
    for (;;) {
      if (take("*"))
        a = apply("*", {a, sign()});
      else if (take("/"))
        a = apply("/", {a, sign()});
      else
        return a;
    }
  }
  Node sign() {
    if (take("-")) return apply("-", {sign()});
    return power();
  }
  Node power() {
    const Node base = atom();
    if (!take("^")) return base;
    return apply("^", {base, sign()});
  }

  Node atom() {
    const char c = peek();
    if (take("(")) {
      const Node value = either();
      need(")");
      return value;
    }
    if (std::isdigit(static_cast<unsigned char>(c)) || c == '.') return number();
    if (c == '\'') return {Node::Kind::kName, 0, quoted(), {}};
    if (!is_word(c)) fail("expected a number or a name before \"{}\"", text_.substr(at_));
    const std::string name = word();
    if (peek() == '(') return call(name);
    return {Node::Kind::kName, 0, name, {}};
  }
  Node number() {
    Node node;
    const char* begin = text_.data() + at_;
    const auto [end, error] = std::from_chars(begin, text_.data() + text_.size(), node.number);
    if (error != std::errc{}) fail("no number at \"{}\"", text_.substr(at_));
    at_ += static_cast<std::size_t>(end - begin);
    return node;
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
  Node call(const std::string& name) {
    need("(");
    Node node{Node::Kind::kFunction, 0, name, {}};
    if (take(")")) return node;
    do node.in.push_back(either());
    while (take(","));
    need(")");
    return node;
  }

  const std::string& text_;
  std::size_t at_ = 0;
};

}  // namespace

FormulaNode parse_formula(const std::string& text) { return Parser(text).whole(); }

bool formula_constant(const std::string& name, Real& value) {
  if (name != "pi" && name != "deg") return false;
  value = name == "pi" ? kPi : kPi / 180;
  return true;
}

}  // namespace scree
