#include "scree/observe/coordination.h"

#include "scree/observe/bodies.h"
#include "scree/observe/contact_sample.h"

namespace scree {

std::vector<int> contact_counts(const Scene& scene, const State& state) {
  std::vector<int> count(static_cast<std::size_t>(state.grains.size()), 0);
  for_each_contact(scene, state, [&](const ContactSample& c) {
    if (!c.touches) return;
    ++count[c.i];
    if (c.j >= 0) ++count[c.j];
  });
  return count;
}

Coordination measure_coordination(const Scene& scene, const State& state, const Zone& zone) {
  const std::vector<int> by_row = contact_counts(scene, state);
  std::vector<long> by_body(static_cast<std::size_t>(body_count(state)), 0);
  for (Index r = 0; r < state.grains.free; ++r) by_body[body_of(state, r)] += by_row[r];
  long bodies = 0, contacts = 0, none = 0, one = 0;
  for (Index b = 0; b < body_count(state); ++b) {
    if (!zone.has(wrapped_centre(state, b))) continue;
    ++bodies;
    contacts += by_body[b];
    none += by_body[b] == 0;
    one += by_body[b] == 1;
  }
  Coordination z;
  z.bodies = static_cast<Index>(bodies);
  if (bodies == 0) return z;
  const Real n = static_cast<Real>(bodies);
  z.mean = static_cast<Real>(contacts) / n;
  z.rattlers = static_cast<Real>(none + one) / n;
  const long carrying = bodies - none - one;
  if (carrying > 0) z.mechanical = static_cast<Real>(contacts - one) / static_cast<Real>(carrying);
  return z;
}

}  // namespace scree
