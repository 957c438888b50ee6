#include "scree/observe/momentum.h"

#include "scree/base/parallel.h"
#include "scree/observe/bodies.h"

namespace scree {
namespace {

struct Sum : Momentum {
  Sum& operator+=(const Sum& o) {
    linear += o.linear, angular += o.angular;
    return *this;
  }
};

}  // namespace

Momentum measure_momentum(const Scene& scene, const State& state, const Zone& zone) {
  Sum total = reduce_chunks<Sum>(body_count(state), [&](Index begin, Index end) {
    Sum sum;
    for (Index k = begin; k < end; ++k) {
      if (!zone.has(wrapped_centre(state, k))) continue;
      const BodyNow b = body_at(scene, state, k);
      sum.linear += b.mass * b.v;
      sum.angular += cross(b.x, b.mass * b.v) + b.spin_momentum;
    }
    return sum;
  });
  for (std::size_t w = 0; w < scene.walls.size(); ++w) {
    if (!scene.walls[w].part || !state.walls[w].present || !zone.has(state.walls[w].x)) continue;
    const BodyNow b = rigid_at(scene, state, scene.walls[w].part->body);
    total.linear += b.mass * b.v;
    total.angular += cross(b.x, b.mass * b.v) + b.spin_momentum;
  }
  return total;
}

}  // namespace scree
