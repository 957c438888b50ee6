#include "scree/run/resume_changes.h"

#include <fmt/format.h>

#include <algorithm>

#include "scree/base/error.h"
#include "scree/base/text.h"
#include "scree/io/case_file.h"

namespace scree {
namespace {

/// Keys with these beginnings may change; a `#` stands for the number of an entry. All others say
/// what bodies, contacts and outputs are.
const std::vector<std::string> kMayChange{"run.time_step",
                                          "run.force_time_step",
                                          "run.overlap_limit",
                                          "run.ledger_limit",
                                          "run.checkpoint_interval",
                                          "run.duration",
                                          "phase.#.duration",
                                          "phase.#.until",
                                          "wall.#.motion",
                                          "bodies.#.motion",
                                          "emitter.#.number_rate",
                                          "emitter.#.mass_rate",
                                          "nonsmooth",
                                          "reduction",
                                          "dae.tolerance",
                                          "dae.iterations",
                                          "output.series_interval",
                                          "output.frame_interval",
                                          "output.picture_interval",
                                          "output.picture"};

bool may_change(const std::string& key) {
  return std::any_of(kMayChange.begin(), kMayChange.end(), [&](const std::string& head) {
    return key == head || key.starts_with(head + ".");
  });
}

/// Keys whose values differ; entries of lists as `#`.
void differences(const Node& a, const Node& b, const std::string& key,
                 std::vector<std::string>& out) {
  const auto under = [&](const std::string& part) { return key.empty() ? part : key + "." + part; };
  if (a.is_number() && b.is_number()) {
    if (a.real != b.real) out.push_back(key);
    return;
  }
  if (a.kind != b.kind || a.items.size() != b.items.size()) {
    out.push_back(key);
    return;
  }
  if (a.text != b.text || a.boolean != b.boolean) out.push_back(key);
  for (std::size_t k = 0; k < a.items.size(); ++k)
    differences(a.items[k], b.items[k], under("#"), out);
  for (const auto& [name, value] : a.table) {
    if (const Node* other = b.find(name))
      differences(value, *other, under(name), out);
    else
      out.push_back(under(name));
  }
  for (const auto& [name, value] : b.table)
    if (!a.find(name)) out.push_back(under(name));
}

Node tree_of(const Case& c) {
  Node root = parse_case_text(c.text, c.file);
  for (const std::string& set : c.sets) apply_set(root, set);
  return root;
}

/// The memory of motions is laid out by their number and kinds.
void require_same_motions(const std::vector<Motion>& a, const std::vector<Motion>& b,
                          const std::string& whose) {
  const auto same = [](const Motion& m, const Motion& n) { return m.kind == n.kind; };
  if (std::equal(a.begin(), a.end(), b.begin(), b.end(), same)) return;
  throw CaseError(
      fmt::format("--set: the motions of {} must stay as many and of the same kinds; give "
                  "them other numbers, or begin a case of its own with run.from",
                  whose));
}

}  // namespace

Case changed_case(const Case& before, const std::vector<std::string>& sets) {
  std::vector<std::string> all = before.sets;
  all.insert(all.end(), sets.begin(), sets.end());
  Case c = read_case_text(before.text, before.file, all);
  std::vector<std::string> changed;
  differences(tree_of(before), tree_of(c), "", changed);
  for (std::string key : changed) {
    if (may_change(key)) continue;
    std::vector<std::string> can = kMayChange;
    for (std::string& word : can) std::erase(word, '#');
    for (std::string& word : can)
      for (std::size_t at; (at = word.find("..")) != std::string::npos;) word.erase(at, 1);
    for (std::size_t at; (at = key.find(".#")) != std::string::npos;) key.erase(at, 2);
    throw CaseError(fmt::format(
        "--set {}: cannot change in the middle of a run, because the state would mean something "
        "else. What can: {}. For the rest start anew, or begin a case with run.from",
        key, join(can)));
  }
  for (std::size_t w = 0; w < c.walls.size(); ++w)
    require_same_motions(before.walls[w].motion, c.walls[w].motion,
                         fmt::format("wall \"{}\"", c.walls[w].name));
  for (std::size_t b = 0; b < c.bodies.size(); ++b)
    require_same_motions(before.bodies[b].motion, c.bodies[b].motion,
                         fmt::format("[[bodies]] number {}", b + 1));
  return c;
}

std::optional<Real> changed_time_step(const Simulation& then, const Simulation& now) {
  const std::optional<Real>&was = then.case_file().run.time_step,
        &given = now.case_file().run.time_step;
  const Real chosen = choose_time_step(now.case_file(), now.scales());
  if (given) return was == given && now.dt() == chosen ? std::nullopt : std::optional(chosen);
  // Both at this instant: what has become of the bodies since the start is no change of the case.
  const Real before = choose_time_step(then.case_file(), then.scales());
  return chosen < before ? std::optional(now.dt() * chosen / before) : std::nullopt;
}

}  // namespace scree
