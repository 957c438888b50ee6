#include "scree/step/nonsmooth/crowded_bodies.h"

#include <algorithm>

namespace scree {

std::vector<char> crowded_bodies(const ContactProblem& problem, const std::vector<char>& takes) {
  std::vector<Index> contacts_of(problem.bodies.size(), 0);
  for (std::size_t k = 0; k < problem.contacts.size(); ++k) {
    const ContactRows& c = problem.contacts[k];
    if (takes[k]) ++contacts_of[c.i], ++contacts_of[c.j];
  }
  std::vector<char> out;
  for (Index b = 0; b < problem.mobile(); ++b) {
    if (contacts_of[b] <= kCrowd || !(problem.bodies[b].inv_mass > 0)) continue;
    out.resize(problem.bodies.size(), 0);
    out[b] = 1;
  }
  return out;
}

std::vector<CrowdedBatch> crowded_batches(const ContactProblem& problem,
                                          const std::vector<char>& takes,
                                          const std::vector<char>& crowded) {
  std::vector<CrowdedBatch> out;
  if (crowded.empty()) return out;
  // The last batch of every crowded body, by side, and where it stands in `out`.
  std::vector<Index> last[2];
  for (std::vector<Index>& l : last) l.assign(crowded.size(), -1);
  for (std::size_t k = 0; k < problem.contacts.size(); ++k) {
    const ContactRows& c = problem.contacts[k];
    if (!takes[k] || (!crowded[c.i] && !crowded[c.j])) continue;
    const bool at_j = crowded[c.j] != 0;
    const Index shared = at_j ? c.j : c.i, other = at_j ? c.i : c.j;
    Index& at = last[at_j][shared];
    // Two lanes must not have the same body on the side that they do not share.
    const auto has_other = [&](Index contact) {
      const ContactRows& d = problem.contacts[contact];
      return (at_j ? d.i : d.j) == other;
    };
    const bool fits = at >= 0 && static_cast<int>(out[at].contacts.size()) < kLanes &&
                      std::none_of(out[at].contacts.begin(), out[at].contacts.end(), has_other);
    if (!fits) {
      at = static_cast<Index>(out.size());
      out.push_back({{}, at_j});
    }
    out[at].contacts.push_back(static_cast<Index>(k));
  }
  return out;
}

}  // namespace scree
