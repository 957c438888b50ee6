#include "scree/observe/stress.h"

#include "scree/observe/bodies.h"
#include "scree/observe/contact_sample.h"

namespace scree {
namespace {

struct MatSum {
  Mat3 m{};
  MatSum& operator+=(const MatSum& o) {
    m = m + o.m;
    return *this;
  }
};
struct Drift {
  Real mass = 0;
  Vec3 momentum{0, 0, 0};
  Drift& operator+=(const Drift& o) {
    mass += o.mass, momentum += o.momentum;
    return *this;
  }
};

Mat3 scaled(Real s, const Mat3& m) { return {{s * m.row[0], s * m.row[1], s * m.row[2]}}; }

/// From the centre of a grain's body to a point given from the grain's own centre.
Vec3 lever(const Scene& scene, const State& state, Index row, Index body, Vec3 from_grain) {
  if (row < state.grains.singles) return from_grain;
  const Vec3 offset = position(state.grains.place[row]) - wrapped_centre(state, body);
  return scene.domain.cell.nearest(offset) + from_grain;
}

template <class Visit>
void for_each_body(const State& state, const Zone& zone, Index begin, Index end, Visit&& visit) {
  for (Index b = begin; b < end; ++b)
    if (zone.has(wrapped_centre(state, b))) visit(b);
}

}  // namespace

Real pressure(const Mat3& s, bool planar) {
  return planar ? (s.row[0].x + s.row[1].y) / 2 : (s.row[0].x + s.row[1].y + s.row[2].z) / 3;
}

Stress measure_stress(const Scene& scene, const State& state, const Zone& zone) {
  const auto side = [&](MatSum& sum, Index row, Vec3 force, Vec3 from_grain) {
    const Index body = body_of(state, row);
    if (body < 0 || !zone.has(wrapped_centre(state, body))) return;
    sum += {outer(-force, lever(scene, state, row, body, from_grain))};
  };
  const MatSum contact =
      reduce_contacts<MatSum>(scene, state, [&](MatSum& sum, const ContactSample& c) {
        side(sum, c.i, c.force, c.arm_i * c.normal);
        if (c.j >= 0) side(sum, c.j, -c.force, -c.arm_j * c.normal);
      });
  const Index bodies = body_count(state);
  const Drift drift = reduce_chunks<Drift>(bodies, [&](Index begin, Index end) {
    Drift sum;
    for_each_body(state, zone, begin, end, [&](Index b) {
      const BodyNow body = body_at(scene, state, b);
      sum += {body.mass, body.mass * body.v};
    });
    return sum;
  });
  const Vec3 mean = drift.mass > 0 ? drift.momentum / drift.mass : Vec3{0, 0, 0};
  const MatSum kinetic = reduce_chunks<MatSum>(bodies, [&](Index begin, Index end) {
    MatSum sum;
    for_each_body(state, zone, begin, end, [&](Index b) {
      const BodyNow body = body_at(scene, state, b);
      sum += {outer(body.mass * (body.v - mean), body.v - mean)};
    });
    return sum;
  });
  const Real inverse = zone.volume > 0 ? 1 / zone.volume : 0;
  return {scaled(inverse, contact.m), scaled(inverse, kinetic.m)};
}

}  // namespace scree
