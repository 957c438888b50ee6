/// From a case file, or a tree of the same keys, to a Case: parse, apply --set, read by the schema,
/// fill in what follows from other keys, check the rules between tables.
#include <algorithm>
#include <cmath>
#include <filesystem>

#include "scree/base/error.h"
#include "scree/base/text.h"
#include "scree/case/case_check.h"
#include "scree/case/case_schema.h"
#include "scree/io/case_file.h"
#include "scree/io/table_file.h"

namespace scree {
namespace fs = std::filesystem;

std::string input_file(const Node& node, const Reading& reading) {
  const std::string name = read_text(node, reading);
  const fs::path path =
      fs::path(name).is_absolute() ? fs::path(name) : fs::path(reading.folder) / name;
  std::error_code error;
  if (!fs::is_regular_file(path, error))
    refuse(node.place, reading.path,
           "there is no file \"" + name + "\" (looked for " + path.lexically_normal().string() +
               "); names are relative to the case file");
  return path.lexically_normal().string();
}

std::string earlier_run(const Node& node, const Reading& reading) {
  const std::string name = read_text(node, reading);
  const bool option = node.place.line == 0;  // --set counts from the present folder
  if (name.empty() || option || fs::path(name).is_absolute()) return name;
  return (fs::path(reading.folder) / name).lexically_normal().string();
}

namespace {

using Rows = std::vector<std::vector<Real>>;

struct Columns {
  std::vector<std::string> names;
  std::size_t needed = 0;  // the others may be missing

  explicit Columns(const std::vector<std::string>& spec) : names(spec) {
    for (std::string& name : names) {
      if (name.back() == '?')
        name.pop_back();
      else
        ++needed;
    }
  }
};

Rows rows_from_file(const std::string& path, const Columns& columns) {
  const TextTable table = TextTable::read(path);
  std::vector<int> where;
  for (std::size_t k = 0; k < columns.names.size(); ++k)
    where.push_back(k < columns.needed ? table.need(columns.names[k])
                                       : table.column(columns.names[k]));
  Rows rows;
  for (Index i = 0; i < table.rows(); ++i) {
    rows.emplace_back();
    for (const int column : where) rows.back().push_back(column < 0 ? 0 : table.number(i, column));
    if (i > 0 && rows.back()[0] <= rows[rows.size() - 2][0])
      throw CaseError(path, table.line(i),
                      "column '" + columns.names[0] + "' must grow from row to row");
  }
  return rows;
}

Rows rows_from_list(const Node& node, const Reading& reading, const Columns& columns) {
  Rows rows;
  for (const Node& item : node.items) {
    const std::size_t n = item.items.size();
    if (!item.is(Node::Kind::kArray) || n < columns.needed || n > columns.names.size())
      refuse_type(item, reading, "rows [" + join(columns.names) + "]");
    rows.emplace_back(columns.names.size(), 0.0);
    for (std::size_t k = 0; k < n; ++k) rows.back()[k] = read_real(item.items[k], reading);
    if (rows.size() > 1 && rows.back()[0] <= rows[rows.size() - 2][0])
      refuse(item.place, reading.path, columns.names[0] + " must grow from row to row");
  }
  return rows;
}

}  // namespace

Rows read_rows(const Node& node, const Reading& reading, const std::vector<std::string>& spec) {
  const Columns columns(spec);
  Rows rows;
  if (node.is(Node::Kind::kText))
    rows = rows_from_file(input_file(node, reading), columns);
  else if (node.is(Node::Kind::kArray))
    rows = rows_from_list(node, reading, columns);
  else
    refuse_type(node, reading, "rows [" + join(columns.names) + "] or the name of a table file");
  if (rows.empty()) refuse(node.place, reading.path, "the table has no rows");
  return rows;
}

std::vector<Constant> read_constants(const Node& node, const Reading& reading,
                                     const std::vector<std::string>& variables) {
  if (!node.is(Node::Kind::kTable)) refuse_type(node, reading, "a table of numbers");
  const std::vector<std::string> taken = taken_names(variables);
  std::vector<Constant> constants;
  for (const auto& [name, value] : node.table) {
    if (std::find(taken.begin(), taken.end(), name) != taken.end())
      refuse(value.place, reading.under(name).path,
             "the formula has a meaning for '" + name +
                 "' already; choose another name. Taken are " + join(taken));
    constants.push_back({name, read_real(value, reading.under(name))});
  }
  return constants;
}

namespace {

/// `source` may be left out where another key of the entry says it.
void infer_sources(Node& root) {
  Node* bodies = root.find("bodies");
  if (!bodies) return;
  auto infer = [](Node& entry) {
    if (!entry.is(Node::Kind::kTable) || entry.find("source")) return;
    for (const auto& [key, word] : {std::pair("from", "from"), std::pair("list", "explicit")}) {
      if (!entry.find(key)) continue;
      Node source;
      source.kind = Node::Kind::kText;
      source.text = word;
      source.place = entry.find(key)->place;
      entry.table.emplace_back("source", source);
      return;
    }
  };
  if (bodies->is(Node::Kind::kTable)) infer(*bodies);
  for (Node& entry : bodies->items) infer(entry);
}

/// A misspelt name in --set material.glas.young=1e7 would make a second material, in silence.
void check_set_name(const Node& root, const std::string& set) {
  const std::string key = set.substr(0, set.find('='));
  const std::size_t dot = key.find('.'), second = key.find('.', dot + 1);
  if (second == std::string::npos) return;
  const std::string table = key.substr(0, dot), name = key.substr(dot + 1, second - dot - 1);
  const Field* field = schema_of<Case>().find(table);
  const Node* named = root.find(table);
  if (!field || field->wanted.type != "named tables" || !named || named->find(name)) return;
  std::vector<std::string> names;
  for (const auto& [known, node] : named->table) names.push_back(known);
  const std::string near = nearest(name, names);
  throw CaseError("--set " + set, 0,
                  "there is no " + table + " '" + name + "'" +
                      (near.empty() ? "" : ", did you mean '" + near + "'?") +
                      "; there are: " + join_some(names));
}

bool says_planar(const Node& root) {
  const Node* run = root.find("run");
  const Node* planar = run ? run->find("planar") : nullptr;
  return planar && planar->is(Node::Kind::kBool) && planar->boolean;
}

void name_observers(Case& c) {
  const std::vector<std::string>& kinds = schema_of<ObserveOptions>().find("kind")->wanted.words;
  for (std::size_t k = 0; k < c.joints.size(); ++k)
    if (c.joints[k].name.empty()) c.joints[k].name = std::to_string(k);
  for (ObserveOptions& o : c.observers) {
    if (!o.name.empty()) continue;
    o.name = o.kind == ObserveKind::kWall    ? o.wall
             : o.kind == ObserveKind::kJoint ? o.joint
             : o.kind == ObserveKind::kGroup || o.kind == ObserveKind::kPrescribed
                 ? o.label
                 : kinds[static_cast<std::size_t>(o.kind)];
  }
}

/// Directions that make no sense in the plane take the planar ones; the domain gets its depth.
void make_planar(Case& c) {
  c.domain.lo.z = -c.run.thickness / 2;
  c.domain.hi.z = c.run.thickness / 2;
  for (ObserveOptions& o : c.observers)
    if (o.axis.z != 0) o.axis = {0, 1, 0};
  c.output.picture.direction = {0, 0, -1};
  c.output.picture.up = {0, 1, 0};
}

void unit_vectors(Case& c) {
  auto unit = [](std::vector<Motion>& motions) {
    for (Motion& m : motions) {
      m.axis = normalized(m.axis);
      m.direction = normalized(m.direction);
    }
  };
  for (WallOptions& wall : c.walls) {
    wall.normal = normalized(wall.normal);
    unit(wall.motion);
  }
  for (BodiesOptions& b : c.bodies) unit(b.motion);
  for (ObserveOptions& o : c.observers) {
    o.axis = normalized(o.axis);
    o.normal = normalized(o.normal);
    if (norm2(o.direction) > 0) o.direction = normalized(o.direction);
  }
  c.gravity.axis = normalized(c.gravity.axis);
  for (PhaseOptions& phase : c.phases)
    if (phase.gravity) phase.gravity->axis = normalized(phase.gravity->axis);
}

void complete(Case& c) {
  if (c.phases.empty()) {
    c.phases.emplace_back();
    c.phases.back().name = "run";
    c.phases.back().duration = c.run.duration;
  }
  // A phase that waits for its cycles to settle lasts a whole number of them.
  for (PhaseOptions& p : c.phases)
    if (p.until && p.until->period)
      p.until->at_most =
          std::max(1.0, std::round(p.until->at_most / *p.until->period)) * *p.until->period;
  name_observers(c);
  if (c.run.planar) make_planar(c);
  unit_vectors(c);
}

}  // namespace

Case read_case_text(const std::string& text, const std::string& name,
                    const std::vector<std::string>& sets) {
  // Both are kept beside the results, in JSON.
  if (!is_utf8(name)) throw CaseError(name, 0, "the name of the file is not UTF-8; rename it");
  for (const std::string& set : sets)
    if (!is_utf8(set)) throw CaseError("--set " + set, 0, "the text is not valid UTF-8");
  Node root = parse_case_text(text, name);
  for (const std::string& set : sets) {
    check_set_name(root, set);
    apply_set(root, set);
  }
  Case c = read_case_tree(std::move(root), name);
  c.text = text;
  c.sets = sets;
  return c;
}

Case read_case_tree(Node root, const std::string& name) {
  infer_sources(root);
  Reading reading;
  reading.planar = says_planar(root);
  reading.folder = fs::path(name).parent_path().string();
  Case c = read_table<Case>(root, reading);
  c.file = name;
  complete(c);
  check_case(c, root);
  return c;
}

Case read_case(const std::string& path, const std::vector<std::string>& sets) {
  std::error_code error;
  const bool folder = fs::is_directory(path, error);
  const std::string file = folder ? (fs::path(path) / "case.toml").string() : path;
  return read_case_text(read_text_file(file), file, sets);
}

}  // namespace scree
