/// A tree of values back to TOML.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>

#include "scree/base/error.h"
#include "scree/base/text.h"
#include "scree/io/case_file.h"

namespace scree {
namespace {

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    const auto code = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\')
      out += '\\', out += c;
    else if (code < 0x20 || code == 0x7f)
      out += fmt::format("\\u{:04X}", static_cast<int>(code));
    else
      out += c;
  }
  return out + '"';
}

std::string key_text(const std::string& key) {
  const auto bare = [](unsigned char c) { return std::isalnum(c) || c == '_' || c == '-'; };
  return !key.empty() && std::all_of(key.begin(), key.end(), bare) ? key : quoted(key);
}

/// A number of its kind: a real has a point or an exponent, so that it reads back as one.
std::string real_text(Real value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  const std::string text = plain(value);
  return text.find_first_of(".en") == std::string::npos ? text + ".0" : text;
}

std::string value_text(const Node& node) {
  std::string out;
  switch (node.kind) {
    case Node::Kind::kTable:
      for (const auto& [key, value] : node.table)
        out += (out.empty() ? "" : ", ") + key_text(key) + " = " + value_text(value);
      return "{" + out + "}";
    case Node::Kind::kArray:
      for (const Node& item : node.items) out += (out.empty() ? "" : ", ") + value_text(item);
      return "[" + out + "]";
    case Node::Kind::kText:
      return quoted(node.text);
    case Node::Kind::kInteger:
      return std::to_string(node.integer);
    case Node::Kind::kReal:
      return real_text(node.real);
    case Node::Kind::kBool:
      return node.boolean ? "true" : "false";
    case Node::Kind::kOther:
      break;
  }
  throw CaseError("a date or time cannot be written");  // the schema refuses them
}

bool is_list_of_tables(const Node& node) {
  return node.is(Node::Kind::kArray) && !node.items.empty() &&
         std::all_of(node.items.begin(), node.items.end(),
                     [](const Node& item) { return item.is(Node::Kind::kTable); });
}

void append_lines(const Node& table, std::string& out) {
  for (const auto& [key, value] : table.table)
    out += key_text(key) + " = " + value_text(value) + "\n";
}

}  // namespace

std::string to_toml(const Node& root) {
  std::string out, below;
  for (const auto& [key, value] : root.table) {
    if (value.is(Node::Kind::kTable)) {
      below += "\n[" + key_text(key) + "]\n";
      append_lines(value, below);
    } else if (is_list_of_tables(value)) {
      for (const Node& item : value.items) {
        below += "\n[[" + key_text(key) + "]]\n";
        append_lines(item, below);
      }
    } else {
      out += key_text(key) + " = " + value_text(value) + "\n";
    }
  }
  return out + below;
}

}  // namespace scree
