#pragma once
/// Which bodies a coupling acts on.
#include <algorithm>
#include <string>
#include <vector>

#include "scree/state/scene.h"
#include "scree/state/state.h"

namespace scree {

/// By row of Scene::labels: is it among these names? No names: all are.
inline std::vector<char> chosen_labels(const Scene& scene, const std::vector<std::string>& names) {
  std::vector<char> chosen;
  for (const std::string& label : scene.labels)
    chosen.push_back(names.empty() || std::find(names.begin(), names.end(), label) != names.end());
  return chosen;
}

/// The labels of the clumps, by row of State::bodies; those of parts mean nothing. A clump has that
/// of its members.
inline std::vector<std::uint16_t> clump_labels(const State& state) {
  const Grains& g = state.grains;
  std::vector<std::uint16_t> label(state.bodies.x.size(), 0);
  for (Index r = g.singles; r < g.free; ++r) label[g.body[r]] = g.label[r];
  return label;
}

}  // namespace scree
