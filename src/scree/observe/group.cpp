#include "scree/observe/group.h"

#include "scree/base/parallel.h"
#include "scree/observe/bodies.h"

namespace scree {
namespace {

struct Sum {
  Index count = 0;
  Real mass = 0, kinetic = 0;
  Vec3 mass_x{0, 0, 0}, momentum{0, 0, 0};
  Sum& operator+=(const Sum& o) {
    count += o.count, mass += o.mass, kinetic += o.kinetic;
    mass_x += o.mass_x, momentum += o.momentum;
    return *this;
  }
};

}  // namespace

GroupNow measure_group(const Scene& scene, const State& state, Index label) {
  const std::vector<Index> row = rows_of_bodies(state);
  const Sum s = reduce_chunks<Sum>(body_count(state), [&](Index begin, Index end) {
    Sum sum;
    for (Index k = begin; k < end; ++k) {
      if (row[k] < 0 || state.grains.label[row[k]] != label) continue;
      const BodyNow b = body_at(scene, state, k);
      sum +=
          {1, b.mass, b.kinetic_translation() + b.kinetic_rotation(), b.mass * b.x, b.mass * b.v};
    }
    return sum;
  });
  const Real inverse = inverse_or_zero(s.mass);
  return {s.count, s.mass, inverse * s.mass_x, inverse * s.momentum, s.kinetic};
}

}  // namespace scree
