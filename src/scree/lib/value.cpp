#include "scree/value.h"

#include "scree/base/error.h"
#include "scree/base/text.h"
#include "scree/lib/to_node.h"

namespace scree {
namespace api {

Value::Value() = default;
Value::Value(Keys keys) : table(std::move(keys)) {}
Value::Value(std::initializer_list<Value> items) : kind(Kind::kList), list(items) {}
Value::Value(std::string words) : kind(Kind::kText), text(std::move(words)) {}
Value::Value(const Value&) = default;
Value::Value(Value&&) noexcept = default;
Value& Value::operator=(const Value&) = default;
Value& Value::operator=(Value&&) noexcept = default;
Value::~Value() = default;

}  // namespace api

namespace {

/// Tables and lists within each other, as many as a TOML text may have.
constexpr int kDeepest = 100;

const std::string& checked_text(const std::string& text, const std::string& source) {
  if (!is_utf8(text)) throw CaseError(source, 0, "\"" + text + "\" is not valid UTF-8");
  return text;
}

}  // namespace

Node to_node(const api::Value& value, const std::string& source, int depth) {
  using Kind = api::Value::Kind;
  if (depth > kDeepest)
    throw CaseError(source, 0,
                    "tables and lists are more than " + std::to_string(kDeepest) +
                        " deep; no key of Scree is so deep");
  Node node;
  switch (value.kind) {
    case Kind::kTable:
      for (const api::Entry& entry : value.table) {
        if (node.find(entry.key))
          throw CaseError(source, 0, "the key '" + entry.key + "' is given twice");
        node.table.emplace_back(checked_text(entry.key, source),
                                to_node(entry.value, source, depth + 1));
      }
      break;
    case Kind::kList:
      node.kind = Node::Kind::kArray;
      for (const api::Value& item : value.list)
        node.items.push_back(to_node(item, source, depth + 1));
      break;
    case Kind::kText:
      node.kind = Node::Kind::kText;
      node.text = checked_text(value.text, source);
      break;
    case Kind::kInteger:
      node.kind = Node::Kind::kInteger;
      node.integer = value.integer;
      node.real = static_cast<Real>(value.integer);
      break;
    case Kind::kReal:
      node.kind = Node::Kind::kReal;
      node.real = value.real;
      break;
    case Kind::kBool:
      node.kind = Node::Kind::kBool;
      node.boolean = value.flag;
      break;
  }
  return node;
}

}  // namespace scree
