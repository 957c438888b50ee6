#include "scree/step/dae/contact_signature.h"

namespace scree {

ContactSignature signature(const FrictionProblem& problem, const FrictionResult& result,
                           const State& state) {
  ContactSignature out;
  for (const FrictionContact& c : problem.contacts) {
    const FrictionMemory& memory = memory_of(state, c);
    const bool slips = memory.status == kSlips;
    out.push_back({c.i, c.wall < 0 ? c.j : -1 - c.wall, c.surface, false,
                   slips && dot(c.u, memory.force) > 0});
  }
  for (std::size_t b = 0; b < problem.block_contact.size(); ++b)
    out[problem.block_contact[b]].sticks = result.sticks[b];
  return out;
}

}  // namespace scree
