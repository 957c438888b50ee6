#include "scree/formula/formula_tree.h"

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
  explicit Parser(const std::string& text) : text_(text) {
    if (text.size() > kLongestFormula)
      fail("it has {} characters, at most {} are possible; use constants or a table", text.size(),
           kLongestFormula);
  }

  Node whole() {
    Node value = either();
    if (peek() != '\0') fail("unexpected '{}'", rest());
    return value;
  }

 private:
  template <class... Args>
  [[noreturn]] void fail(fmt::format_string<Args...> format, Args&&... args) const {
    throw FormulaError(fmt::format("in the formula \"{}\": {}", shown_formula(text_),
                                   fmt::format(format, std::forward<Args>(args)...)));
  }
  std::string rest() const { return shown_formula(text_.substr(at_)); }

  /// One level down, and up again at the end of the scope.
  struct Deeper {
    explicit Deeper(Parser& p) : parser(p) {
      if (++parser.depth_ > kDeepestFormula)
        parser.fail("it is nested more than {} deep; simplify it", kDeepestFormula);
    }
    ~Deeper() { --parser.depth_; }
    Deeper(const Deeper&) = delete;
    Deeper& operator=(const Deeper&) = delete;
    Parser& parser;
  };

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
    if (!take(sign)) fail("expected '{}' before \"{}\"", sign, rest());
  }
  /// Moved, not copied: what a sum has so far is the first input of what comes next.
  template <class... In>
  static Node apply(const char* sign, In&&... inputs) {
    Node node{Node::Kind::kOperator, 0, sign, {}};
    node.in.reserve(sizeof...(inputs));
    (node.in.push_back(std::forward<In>(inputs)), ...);
    return node;
  }

  Node either() {
    Node a = both();
    while (take("|")) a = apply("|", std::move(a), both());
    return a;
  }
  Node both() {
    Node a = comparison();
    while (take("&")) a = apply("&", std::move(a), comparison());
    return a;
  }
  Node comparison() {
    Node a = sum();
    for (const char* sign : {"<=", ">=", "<", ">"})
      if (take(sign)) return apply(sign, std::move(a), sum());
    return a;
  }
  Node sum() {
    Node a = product();
    for (;;) {
      if (take("+"))
        a = apply("+", std::move(a), product());
      else if (take("-"))
        a = apply("-", std::move(a), product());
      else
        return a;
    }
  }
  Node product() {
    Node a = sign();
    for (;;) {
      if (take("*"))
        a = apply("*", std::move(a), sign());
      else if (take("/"))
        a = apply("/", std::move(a), sign());
      else
        return a;
    }
  }
  Node sign() {
    if (!take("-")) return power();
    const Deeper deeper(*this);
    return apply("-", sign());
  }
  Node power() {
    Node base = atom();
    if (!take("^")) return base;
    const Deeper deeper(*this);
    return apply("^", std::move(base), sign());
  }

  Node atom() {
    const char c = peek();
    if (take("(")) {
      const Deeper deeper(*this);
      Node value = either();
      need(")");
      return value;
    }
    if (std::isdigit(static_cast<unsigned char>(c)) || c == '.') return number();
    if (c == '\'') return {Node::Kind::kName, 0, quoted(), {}};
    if (!is_word(c)) fail("expected a number or a name before \"{}\"", rest());
    const std::string name = word();
    if (peek() == '(') return call(name);
    return {Node::Kind::kName, 0, name, {}};
  }
  Node number() {
    Node node;
    const char* begin = text_.data() + at_;
    const auto [end, error] = std::from_chars(begin, text_.data() + text_.size(), node.number);
    if (error != std::errc{}) fail("no number at \"{}\"", rest());
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
    const Deeper deeper(*this);
    Node node{Node::Kind::kFunction, 0, name, {}};
    if (take(")")) return node;
    do node.in.push_back(either());
    while (take(","));
    need(")");
    return node;
  }

  const std::string& text_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace

FormulaNode parse_formula(const std::string& text) { return Parser(text).whole(); }

std::string shown_formula(const std::string& text) {
  constexpr std::size_t kShown = 200;
  return text.size() <= kShown ? text : text.substr(0, kShown) + " ...";
}

bool formula_constant(const std::string& name, Real& value) {
  if (name != "pi" && name != "deg") return false;
  value = name == "pi" ? kPi : kPi / 180;
  return true;
}

}  // namespace scree
