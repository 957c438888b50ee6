#include "scree/io/case_file.h"

#include <toml++/toml.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "scree/base/error.h"
#include "scree/base/memory.h"
#include "scree/base/text.h"

namespace scree {
namespace {

namespace fs = std::filesystem;

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

/// Bytes of a case, study or expect.toml: a list of a hundred thousand bodies fits, and what is
/// made of it takes some hundred times as much memory.
constexpr std::size_t kLargestText = 8'000'000;

/// Tables within each other; beyond, they would not fit the stack. toml++ bounds brackets itself,
/// but not keys.
constexpr int kDeepestKey = 100;

[[noreturn]] void refuse_deep_key(const std::string& file, long line) {
  throw CaseError(
      file, line,
      "a key has more than " + std::to_string(kDeepestKey) + " parts; no key of Scree is so deep");
}

/// Where a part of a key ends that begins here: bare, or in quotes.
std::size_t end_of_part(const std::string& text, std::size_t at) {
  const char quote = at < text.size() ? text[at] : ' ';
  if (quote == '"' || quote == '\'') {
    const std::size_t end = text.find_first_of(std::string("\n") + quote, at + 1);
    return end != std::string::npos && text[end] == quote ? end + 1 : at;
  }
  while (at < text.size() &&
         (std::isalnum(static_cast<unsigned char>(text[at])) || text[at] == '_' || text[at] == '-'))
    ++at;
  return at;
}

/// Looks for a.b.c. ... anywhere in the text: what looks like that is a key, or no sentence either.
void refuse_deep_keys(const std::string& text, const std::string& file) {
  const auto skip_blank = [&](std::size_t at) {
    while (at < text.size() && (text[at] == ' ' || text[at] == '\t')) ++at;
    return at;
  };
  long line = 1;
  int parts = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = end_of_part(text, at);
    const std::size_t next = skip_blank(end);
    if (end > at && next < text.size() && text[next] == '.') {
      if (++parts >= kDeepestKey) refuse_deep_key(file, line);
      at = skip_blank(next + 1);
      continue;
    }
    parts = 0;
    if (end == at && text[at] == '\n') ++line;
    at = std::max(end, at + 1);
  }
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
  if (parts.size() > kDeepestKey) refuse_deep_key(*file, 0);
  for (const std::string& part : parts)
    if (part.empty())
      refuse({file, 0, 0}, "", "a part of the key is empty; write it as in run.seed");
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

Node& find_or_make(Node& root, const std::string& key, const File& file) {
  Node* node = &root;
  for (const std::string& part : split_path(key, file)) node = &descend(*node, part, file);
  return *node;
}

void put(Node& root, const std::string& key, Node value, const File& file) {
  set_place(value, file);
  find_or_make(root, key, file) = std::move(value);
}

}  // namespace

void require_readable_length(const std::string& text, const std::string& file) {
  if (text.size() > kLargestText)
    throw CaseError(file, 0,
                    "has " + std::to_string(text.size()) + " bytes, at most " +
                        std::to_string(kLargestText) +
                        " are possible; put long lists into a table file");
}

Node parse_case_text(const std::string& text, const std::string& file) {
  require_readable_length(text, file);
  refuse_deep_keys(text, file);
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
  // Looked at first: a pipe would wait for ever, and a device like /dev/zero never ends.
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (fs::exists(status) && !fs::is_regular_file(status))
    throw CaseError(
        path, 0,
        fs::is_directory(status) ? "is a folder; name a file" : "is a device or pipe; name a file");
  const auto size = fs::exists(status) ? static_cast<double>(fs::file_size(path, error)) : 1;
  if (size == 0) throw CaseError(path, 0, "the file is empty");
  constexpr double kPart = 0.25;  // of the memory: what is made of a text takes some times as much
  if (size > kPart * usable_memory())
    throw CaseError(path, 0,
                    "has " + plain(size * 1e-9) + " GB, too much for the memory of this machine (" +
                        plain(usable_memory() * 1e-9) + " GB)");
  std::ifstream in(path, std::ios::binary);
  if (!in) throw CaseError(path, 0, "cannot be opened; check the path and that it may be read");
  std::ostringstream text;
  text << in.rdbuf();
  if (!in || text.fail()) throw CaseError(path, 0, "cannot be read; is it a folder?");
  return text.str();
}

void apply_set(Node& root, const std::string& assignment) {
  constexpr std::size_t kShown = 200;  // of it, in messages
  const File file = std::make_shared<const std::string>("--set " + assignment.substr(0, kShown) +
                                                        (assignment.size() > kShown ? " ..." : ""));
  const std::size_t equals = assignment.find('=');
  if (equals == std::string::npos || equals == 0)
    refuse({file, 0, 0}, "", "wants key=value, for example --set run.seed=7");
  auto trim = [](std::string s) {
    const auto first = s.find_first_not_of(" \t");
    const auto last = s.find_last_not_of(" \t");
    return first == std::string::npos ? std::string() : s.substr(first, last - first + 1);
  };
  const std::string key = trim(assignment.substr(0, equals));
  put(root, key, value_of(trim(assignment.substr(equals + 1)), file), file);
}

void set_value(Node& root, const std::string& key, Node value, const std::string& source) {
  put(root, key, std::move(value), std::make_shared<const std::string>(source));
}

void add_entry(Node& root, const std::string& list, Node entry, const std::string& source) {
  const File file = std::make_shared<const std::string>(source);
  set_place(entry, file);
  Node& all = find_or_make(root, list, file);
  if (all.is(Node::Kind::kTable)) {  // new, or one table that counts as a list of one
    Node one = std::move(all);
    all = {};
    all.kind = Node::Kind::kArray;
    all.place = one.place;
    if (!one.table.empty()) all.items.push_back(std::move(one));
  }
  if (!all.is(Node::Kind::kArray))
    refuse({file, 0, 0}, "", "cannot add an entry to " + describe(all));
  all.items.push_back(std::move(entry));
}

}  // namespace scree
