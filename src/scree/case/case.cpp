#include "scree/case/case.h"

#include <algorithm>

#include "scree/base/error.h"

namespace scree {

int material_index(const Case& c, const std::string& name) {
  for (std::size_t i = 0; i < c.materials.size(); ++i)
    if (c.materials[i].name == name) return static_cast<int>(i);
  SCREE_EXPECT(!"the case reader lets no unknown material through");
  return -1;
}

int clump_index(const Case& c, const std::string& shape) {
  for (std::size_t i = 0; i < c.clumps.size(); ++i)
    if (c.clumps[i].name == shape) return static_cast<int>(i);
  return -1;
}

const PairOptions* find_pair(const Case& c, int material_a, int material_b) {
  const std::string& a = c.materials[static_cast<std::size_t>(material_a)].name;
  const std::string& b = c.materials[static_cast<std::size_t>(material_b)].name;
  auto fits = [](const std::string& pattern, const std::string& name) {
    return pattern == "*" || pattern == name;
  };
  const PairOptions* best = nullptr;
  long least_stars = 3;
  for (const PairOptions& pair : c.pairs) {
    const auto& [p, q] = pair.materials;
    if (!(fits(p, a) && fits(q, b)) && !(fits(p, b) && fits(q, a))) continue;
    const long stars = std::count(pair.materials.begin(), pair.materials.end(), "*");
    if (stars < least_stars) best = &pair;
    least_stars = std::min(stars, least_stars);
  }
  return best;
}

int first_phase(const Case& c) {
  for (std::size_t p = 0; p < c.phases.size(); ++p)
    if (c.phases[p].name == c.run.first_phase) return static_cast<int>(p);
  return 0;
}

Real longest_duration(const Case& c) {
  Real total = 0;
  for (std::size_t p = static_cast<std::size_t>(first_phase(c)); p < c.phases.size(); ++p)
    total += c.phases[p].duration ? *c.phases[p].duration : c.phases[p].until->at_most;
  return total;
}

bool counts_mass(const Sizes& sizes) {
  return sizes.by ? *sizes.by == SizeBy::kMass : sizes.kind == SizeKind::kSieve;
}

bool active_in(const Case& c, const std::vector<std::string>& phases, int phase) {
  if (phases.empty()) return true;
  const std::string& name = c.phases[static_cast<std::size_t>(phase)].name;
  return std::find(phases.begin(), phases.end(), name) != phases.end();
}

}  // namespace scree
