#include "scree/io/case_file.h"

#include <toml++/toml.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "scree/base/error.h"
#include "scree/base/text.h"

namespace scree {
namespace {

using File = std::shared_ptr<const std::string>;

Node convert(const toml::node& source, const File& file);

void convert_table(const toml::table& source, const File& file, Node& out) {
  out.kind = Node::Kind::kTable;
  for (const auto& [key, value] : source) {
    out.table.emplace_back(std::string(key.str()), convert(value, file));
    // A table opened by its header stands where its key stands.
    FilePlace& place = out.table.back().second.place;
    if (place.line == 0) place = {file, static_cast<long>(key.source().begin.line), 0};
  }
  std::stable_sort(out.table.begin(), out.table.end(), [](const auto& a, const auto& b) {
    const FilePlace &p = a.second.place, &q = b.second.place;
    return p.line != q.line ? p.line < q.line : p.column < q.column;
  });
}

Node convert(const toml::node& source, const File& file) {
  Node out;
  const auto at = source.source().begin;
  out.place = {file, static_cast<long>(at.line), static_cast<long>(at.column)};
  if (const auto* table = source.as_table()) {
    convert_table(*table, file, out);
  } else if (const auto* array = source.as_array()) {
    out.kind = Node::Kind::kArray;
    for (const auto& item : *array) out.items.push_back(convert(item, file));
  } else if (const auto* text = source.as_string()) {
    out.kind = Node::Kind::kText;
    out.text = text->get();
  } else if (const auto* integer = source.as_integer()) {
    out.kind = Node::Kind::kInteger;
    out.integer = static_cast<long>(integer->get());
    out.real = static_cast<Real>(out.integer);
  } else if (const auto* real = source.as_floating_point()) {
    out.kind = Node::Kind::kReal;
    out.real = real->get();
  } else if (const auto* boolean = source.as_boolean()) {
    out.kind = Node::Kind::kBool;
    out.boolean = boolean->get();
  } else {
    out.kind = Node::Kind::kOther;
  }
  return out;
}

/// The value of a --set: TOML if it reads as such, else the text itself.
Node value_of(const std::string& text, const File& file) {
  Node value;
  const bool one_line = text.find('\n') == std::string::npos;
  try {
    if (!one_line) throw CaseError("not a value");
    const Node root = parse_case_text("value = " + text, *file);
    value = root.table.at(0).second;
  } catch (const CaseError&) {
    value.kind = Node::Kind::kText;
    value.text = text;
  }
  return value;
}

/// Everything below a --set carries the option's text as its place.
void set_place(Node& node, const File& file) {
  node.place = {file, 0, 0};
  for (Node& item : node.items) set_place(item, file);
  for (auto& [key, item] : node.table) set_place(item, file);
}

std::vector<std::string> split_path(const std::string& path, const File& file) {
  std::vector<std::string> parts(1);
  for (const char c : path) {
    if (c == '.')
      parts.emplace_back();
    else
      parts.back() += c;
  }
  for (const std::string& part : parts)
    if (part.empty())
      refuse({file, 0, 0}, "", "a part of the key is empty; write --set run.seed=7");
  return parts;
}

/// The entry of a list meant by `part`: a number, or the value of its `name`.
Node* list_entry(Node& list, const std::string& part) {
  const bool number = std::all_of(part.begin(), part.end(), [](char c) { return isdigit(c); });
  constexpr std::size_t kMostDigits = 9;
  if (number && part.size() <= kMostDigits) {
    const std::size_t i = std::stoul(part);
    return i < list.items.size() ? &list.items[i] : nullptr;
  }
  for (Node& item : list.items) {
    const Node* name = item.find("name");
    if (name && name->text == part) return &item;
  }
  return nullptr;
}

[[noreturn]] void refuse_entry(const Node& list, const std::string& part, const File& file) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < list.items.size(); ++i) {
    const Node* name = list.items[i].find("name");
    names.push_back(name ? name->text : std::to_string(i));
  }
  const std::string near = nearest(part, names);
  refuse({file, 0, 0}, "",
         "the list has no entry '" + part + "'" +
             (near.empty() ? "" : ", did you mean '" + near + "'?") +
             "; it has: " + join_some(names));
}

/// One step down the path; makes tables that are not there yet.
Node& descend(Node& node, const std::string& part, const File& file) {
  if (node.is(Node::Kind::kArray)) {
    if (Node* entry = list_entry(node, part)) return *entry;
    const bool only_table = node.items.size() == 1 && node.items[0].is(Node::Kind::kTable);
    if (only_table) return descend(node.items[0], part, file);
    refuse_entry(node, part, file);
  }
  if (!node.is(Node::Kind::kTable))
    refuse({file, 0, 0}, "", "cannot set '" + part + "' inside " + describe(node));
  if (Node* inner = node.find(part)) return *inner;
  node.table.emplace_back(part, Node{});
  node.table.back().second.place = {file, 0, 0};
  return node.table.back().second;
}

}  // namespace

Node parse_case_text(const std::string& text, const std::string& file) {
  const File name = std::make_shared<const std::string>(file);
  try {
    const toml::table table = toml::parse(text, file);
    Node root = convert(table, name);
    if (root.place.line == 0) root.place.line = 1;
    return root;
  } catch (const toml::parse_error& error) {
    const auto at = error.source().begin;
    throw CaseError(file, static_cast<long>(at.line),
                    "not valid TOML at column " + std::to_string(at.column) + ": " +
                        std::string(error.description()));
  }
}

std::string read_text_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw CaseError(path, 0, "cannot be opened; check the path and that it may be read");
  std::ostringstream text;
  text << in.rdbuf();
  if (!in || text.fail()) throw CaseError(path, 0, "cannot be read; is it a folder?");
  return text.str();
}

void apply_set(Node& root, const std::string& assignment) {
  const File file = std::make_shared<const std::string>("--set " + assignment);
  const std::size_t equals = assignment.find('=');
  if (equals == std::string::npos || equals == 0)
    refuse({file, 0, 0}, "", "wants key=value, for example --set run.seed=7");
  auto trim = [](std::string s) {
    const auto first = s.find_first_not_of(" \t");
    const auto last = s.find_last_not_of(" \t");
    return first == std::string::npos ? std::string() : s.substr(first, last - first + 1);
  };
  Node* node = &root;
  for (const std::string& part : split_path(trim(assignment.substr(0, equals)), file))
    node = &descend(*node, part, file);
  *node = value_of(trim(assignment.substr(equals + 1)), file);
  set_place(*node, file);
}

}  // namespace scree
