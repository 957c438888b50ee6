#include "scree/study/grid.h"

namespace scree {
namespace {

/// Tables inside are parts of dotted names.
void collect(const Node& node, const std::string& prefix, const Reading& reading,
             std::vector<Sweep>& grid) {
  for (const auto& [key, value] : node.table) {
    const Reading inner = reading.under(key);
    check_name(key, value.place, reading.path);
    const std::string name = prefix.empty() ? key : prefix + "." + key;
    if (value.is(Node::Kind::kTable)) {
      collect(value, name, inner, grid);
      continue;
    }
    grid.push_back({name, {}});
    if (!value.is(Node::Kind::kArray)) {
      grid.back().values.push_back(read_value_text(value, inner));
      continue;
    }
    for (const Node& item : value.items) grid.back().values.push_back(read_value_text(item, inner));
    if (value.items.empty()) refuse(value.place, inner.path, "give at least one value");
  }
}

}  // namespace

std::string read_value_text(const Node& node, const Reading& reading) {
  if (node.is(Node::Kind::kInteger)) return std::to_string(node.integer);
  if (node.is(Node::Kind::kReal)) return plain(node.real);
  if (node.is(Node::Kind::kBool)) return node.boolean ? "true" : "false";
  if (!node.is(Node::Kind::kArray)) return read_text(node, reading);
  std::vector<std::string> parts;
  for (const Node& item : node.items) parts.push_back(read_value_text(item, reading));
  return "[" + join(parts) + "]";
}

std::vector<Sweep> read_grid(const Node& node, const Reading& reading) {
  if (!node.is(Node::Kind::kTable)) refuse_type(node, reading, "a table of lists");
  std::vector<Sweep> grid;
  collect(node, "", reading, grid);
  return grid;
}

double count_combinations(const std::vector<Sweep>& grid) {
  double count = 1;
  for (const Sweep& sweep : grid) count *= static_cast<double>(sweep.values.size());
  return count;
}

std::vector<Parameters> combinations(const std::vector<Sweep>& grid) {
  std::vector<Parameters> all(1);
  for (const Sweep& sweep : grid) {
    std::vector<Parameters> longer;
    for (const Parameters& parameters : all)
      for (const std::string& value : sweep.values) {
        longer.push_back(parameters);
        longer.back().emplace_back(sweep.name, value);
      }
    all = std::move(longer);
  }
  return all;
}

const std::string* find_parameter(const Parameters& parameters, const std::string& name) {
  for (const auto& [key, value] : parameters)
    if (key == name) return &value;
  return nullptr;
}

}  // namespace scree
