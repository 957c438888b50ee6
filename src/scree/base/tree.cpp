#include "scree/base/tree.h"

#include "scree/base/error.h"
#include "scree/base/text.h"

namespace scree {

Node::Node() = default;
Node::Node(const Node&) = default;
Node::Node(Node&&) noexcept = default;
Node& Node::operator=(const Node&) = default;
Node& Node::operator=(Node&&) noexcept = default;
Node::~Node() = default;

const Node* Node::find(const std::string& key) const {
  for (const auto& [name, node] : table)
    if (name == key) return &node;
  return nullptr;
}

Node* Node::find(const std::string& key) {
  return const_cast<Node*>(static_cast<const Node*>(this)->find(key));
}

std::string describe(const Node& node) {
  constexpr std::size_t kLongestQuote = 40;
  switch (node.kind) {
    case Node::Kind::kTable:
      return "a table";
    case Node::Kind::kArray:
      return "a list of " + std::to_string(node.items.size());
    case Node::Kind::kText:
      return "the text \"" +
             (node.text.size() > kLongestQuote ? node.text.substr(0, kLongestQuote) + "..."
                                               : node.text) +
             "\"";
    case Node::Kind::kInteger:
      return "the number " + std::to_string(node.integer);
    case Node::Kind::kReal:
      return "the number " + plain(node.real);
    case Node::Kind::kBool:
      return node.boolean ? "true" : "false";
    case Node::Kind::kOther:
      break;
  }
  return "a date or time";
}

void refuse(const FilePlace& place, const std::string& key, const std::string& message) {
  // A zero byte in a quotation would cut the message short.
  const std::string text = printable(key.empty() ? message : key + ": " + message);
  if (!place.file) throw CaseError(text);
  throw CaseError(*place.file, place.line, text);
}

}  // namespace scree
