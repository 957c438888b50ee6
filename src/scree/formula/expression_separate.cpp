/// Formulas of place and time as sums of products, so that in a step only the time factors have to
/// be evaluated, once for all bodies.
#include "scree/formula/expression.h"

namespace scree {
namespace {

using Node = FormulaNode;
using Term = Separated::Term;
using Terms = std::vector<Term>;

constexpr std::size_t kMostTerms = 16;  // beyond, evaluating the formula itself is as fast
/// Numbers, names and operators of a formula that is still taken apart: that takes time as their
/// third power, and what is so long has more than kMostTerms anyway.
constexpr std::size_t kMostNodes = 256;

std::size_t nodes_of(const Node& n) {
  std::size_t count = 0;
  for (const Node* at : chain_of(n)) {
    ++count;
    for (std::size_t k = 1; k < at->in.size(); ++k) count += nodes_of(at->in[k]);
  }
  return count;
}

Node number(Real x) { return {Node::Kind::kNumber, x, "", {}}; }
Node apply(const std::string& sign, std::vector<Node> in) {
  return {Node::Kind::kOperator, 0, sign, std::move(in)};
}
Node call(const std::string& name, Node in) { return {Node::Kind::kFunction, 0, name, {in}}; }
bool is_one(const Node& n) { return n.kind == Node::Kind::kNumber && n.number == 1; }
Node times(const Node& a, const Node& b) {
  return is_one(a) ? b : is_one(b) ? a : apply("*", {a, b});
}
Node over(const Node& a, const Node& b) { return is_one(b) ? a : apply("/", {a, b}); }

/// Is there a name in it that is (not) t?
bool has_name(const Node& n, bool time) {
  for (const Node* at : chain_of(n)) {
    if (at->kind == Node::Kind::kName && (at->word == "t") == time) return true;
    for (std::size_t k = 1; k < at->in.size(); ++k)
      if (has_name(at->in[k], time)) return true;
  }
  return false;
}
bool has_time(const Node& n) { return has_name(n, true); }
bool has_place(const Node& n) { return has_name(n, false); }

bool split(const Node& n, Terms& out);

/// sin(a + b) and cos(a + b) with a of place and b of time.
bool split_wave(const Node& n, Terms& out) {
  const Node& sum = n.in[0];
  const bool wave = (n.word == "sin" || n.word == "cos") && sum.kind == Node::Kind::kOperator &&
                    sum.in.size() == 2 && (sum.word == "+" || sum.word == "-");
  if (!wave) return false;
  const bool place_first = !has_time(sum.in[0]) && !has_place(sum.in[1]);
  if (!place_first && (has_place(sum.in[0]) || has_time(sum.in[1]))) return false;
  const Node &a = sum.in[0], &b = sum.in[1];
  const Real sign = sum.word == "+" ? 1 : -1;
  const auto put = [&](Real factor, const char* of_a, const char* of_b) {
    const Node fa = call(of_a, a), fb = call(of_b, b);
    const Node& place = place_first ? fa : fb;
    out.push_back({factor == 1 ? place : times(number(factor), place), place_first ? fb : fa});
  };
  if (n.word == "sin") {
    put(1, "sin", "cos");
    put(sign, "cos", "sin");
  } else {
    put(1, "cos", "cos");
    put(-sign, "sin", "sin");
  }
  return true;
}

bool split_product(const Node& n, Terms& out) {
  Terms a, b;
  if (!split(n.in[0], a) || !split(n.in[1], b)) return false;
  if (n.word == "/" && b.size() != 1) return false;
  if (a.size() * b.size() > kMostTerms) return false;
  for (const Term& p : a)
    for (const Term& q : b)
      out.push_back(n.word == "*" ? Term{times(p.space, q.space), times(p.time, q.time)}
                                  : Term{over(p.space, q.space), over(p.time, q.time)});
  return true;
}

bool split(const Node& n, Terms& out) {
  if (!has_time(n)) return out.push_back({n, number(1)}), true;
  if (!has_place(n)) return out.push_back({number(1), n}), true;
  if (n.kind == Node::Kind::kFunction) return n.in.size() == 1 && split_wave(n, out);
  if (n.word == "*" || n.word == "/") return split_product(n, out);
  if (n.word != "+" && n.word != "-") return false;
  for (std::size_t k = 0; k < n.in.size(); ++k) {
    Terms part;
    if (!split(n.in[k], part)) return false;
    const bool minus = n.word == "-" && k + 1 == n.in.size();
    for (Term& t : part) {
      if (minus) t.space = times(number(-1), t.space);
      out.push_back(std::move(t));
    }
  }
  return out.size() <= kMostTerms;
}

}  // namespace

Separated separate(FormulaNode tree) {
  Separated out;
  const bool sum = tree.kind == Node::Kind::kOperator && tree.word == "+";
  const bool place_and_time = has_time(tree) && has_place(tree);
  if (place_and_time && nodes_of(tree) > kMostNodes) {
    out.rest.push_back(std::move(tree));
    return out;
  }
  if (split(tree, out.terms)) return out;
  out.terms.clear();
  if (!sum) {
    out.rest.push_back(std::move(tree));
    return out;
  }
  for (Node& input : tree.in) {
    Separated part = separate(std::move(input));
    out.terms.insert(out.terms.end(), part.terms.begin(), part.terms.end());
    out.rest.insert(out.rest.end(), part.rest.begin(), part.rest.end());
  }
  return out;
}

}  // namespace scree
