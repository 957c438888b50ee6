#include "scree/case.h"

#include <filesystem>
#include <optional>

#include "scree/io/case_file.h"
#include "scree/lib/case_access.h"
#include "scree/lib/to_node.h"
#include "scree/run/estimate.h"
#include "scree/run/session.h"

namespace scree::api {
namespace {

namespace fs = std::filesystem;

constexpr const char* kInCode = "case";  // what messages call a case without a file

}  // namespace

/// A text with overrides, until somebody changes something in code: then a tree.
struct Case::Content {
  std::string name = kInCode;
  std::string text;
  std::vector<std::string> sets;
  std::optional<Node> tree;

  Node& as_tree() {
    if (tree) return *tree;
    if (!sets.empty()) read_case_text(text, name, sets);  // refuses misspelt names
    tree = parse_case_text(text, name);
    for (const std::string& set : sets) apply_set(*tree, set);
    return *tree;
  }
};

scree::Case CaseAccess::checked(const Case& c) {
  const Case::Content& of = *c.content_;
  if (!of.tree) return read_case_text(of.text, of.name, of.sets);
  scree::Case out = read_case_tree(*of.tree, of.name);
  out.text = to_toml(*of.tree);
  require_readable_length(out.text, of.name);  // a checkpoint keeps it
  return out;
}

Case::Case() : content_(std::make_unique<Content>()) { content_->tree.emplace(); }

Case::Case(Keys keys) : Case() {
  for (Entry& entry : keys) set(entry.key, std::move(entry.value));
}

Case Case::read(const std::string& path, const std::vector<std::string>& sets) {
  std::error_code error;
  const bool folder = fs::is_directory(path, error);
  const std::string file = folder ? (fs::path(path) / "case.toml").string() : path;
  Case c = parse(read_text_file(file), file);
  c.content_->sets = sets;
  return c;
}

Case Case::parse(const std::string& text, const std::string& name) {
  Case c;
  c.content_->tree.reset();
  c.content_->name = name;
  c.content_->text = text;
  return c;
}

Case& Case::set(const std::string& key, Value value) {
  Node node = to_node(value, key);
  set_value(content_->as_tree(), key, std::move(node), content_->name);
  return *this;
}

Case& Case::add(const std::string& list, Value entry) {
  Node node = to_node(entry, list);
  add_entry(content_->as_tree(), list, std::move(node), content_->name);
  return *this;
}

void Case::check() const { scree::checked(*this); }

Outlook Case::outlook() const {
  const Simulation sim(scree::checked(*this), load_runs());
  const Estimate e = estimate(sim);
  Outlook out;
  out.grains = sim.state().grains.size();
  out.grains_at_most = static_cast<std::int64_t>(e.grains);
  out.time_step = sim.dt();
  out.steps = e.steps, out.end = sim.end();
  out.contacts = e.contacts;
  out.memory = e.memory, out.disk = e.disk;
  out.seconds = e.seconds;
  return out;
}

std::string Case::text() const {
  if (content_->tree) return to_toml(*content_->tree);
  if (content_->sets.empty()) return content_->text;
  Case changed = *this;
  return to_toml(changed.content_->as_tree());
}

Case::Case(const Case& other) : content_(std::make_unique<Content>(*other.content_)) {}
Case::Case(Case&&) noexcept = default;
Case& Case::operator=(const Case& other) {
  content_ = std::make_unique<Content>(*other.content_);
  return *this;
}
Case& Case::operator=(Case&&) noexcept = default;
Case::~Case() = default;

}  // namespace scree::api
