#include "combinations/schema_words.h"

#include "combinations/feature.h"
#include "scree/case/case_schema.h"
#include "scree/io/case_file.h"

namespace scree {
namespace {

std::string key_of(const Schema& schema, const Field& field) {
  return (schema.name.empty() ? "case" : schema.name) + "." + field.name;
}

bool is_flag(const Field& field) { return field.wanted.type == "true or false"; }

void offer(const Schema& schema, std::set<const Schema*>& seen, std::set<std::string>& out) {
  if (!seen.insert(&schema).second) return;
  for (const Field& field : schema.fields) {
    const std::string key = key_of(schema, field);
    for (const std::string& word : field.wanted.words)
      if (field.default_text != "\"" + word + "\"") out.insert(key + " = " + word);
    if (is_flag(field)) out.insert(key + " = " + (field.default_text == "true" ? "false" : "true"));
    if (!field.inner) continue;
    out.insert(key);
    offer(*field.inner(), seen, out);
  }
}

void use(const Schema& schema, const Node& table, std::set<std::string>& out);

void use_inner(const Field& field, const Node& node, std::set<std::string>& out) {
  const Schema& inner = *field.inner();
  const bool named = field.wanted.type == "named tables";
  if (!named && node.is(Node::Kind::kTable)) use(inner, node, out);
  if (named)
    for (const auto& [name, item] : node.table) use(inner, item, out);
  for (const Node& item : node.items) use(inner, item, out);
}

void use(const Schema& schema, const Node& table, std::set<std::string>& out) {
  for (const auto& [name, node] : table.table) {
    const Field* field = schema.find(name);
    if (!field) continue;
    const std::string key = key_of(schema, *field);
    if (node.is(Node::Kind::kText)) out.insert(key + " = " + node.text);
    if (node.is(Node::Kind::kBool)) out.insert(key + (node.boolean ? " = true" : " = false"));
    for (const Node& item : node.items)
      if (item.is(Node::Kind::kText)) out.insert(key + " = " + item.text);
    if (!field->inner) continue;
    out.insert(key);
    use_inner(*field, node, out);
  }
}

}  // namespace

std::set<std::string> offered_words() {
  std::set<const Schema*> seen;
  std::set<std::string> out;
  offer(schema_of<Case>(), seen, out);
  return out;
}

std::set<std::string> used_words(const std::string& text) {
  std::set<std::string> out;
  use(schema_of<Case>(), parse_case_text(text, made_case_name()), out);
  return out;
}

}  // namespace scree
