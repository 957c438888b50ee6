#include "scree/observe/flux.h"

#include <algorithm>
#include <cmath>

#include "scree/observe/bodies.h"

namespace scree {

Real slab_of(const FluxPlane& plane, Vec3 x) {
  const Real d = dot(x - plane.point, plane.normal);
  if (plane.period > 0) return std::floor(d / plane.period);
  return d < 0 ? -1 : 0;
}

namespace {

/// Where a body on its straight way passed the plane that begins slab number `slab`.
Vec3 passed_at(const FluxPlane& plane, const BodyNow& b, Real slab) {
  const Real beyond = dot(b.x - plane.point, plane.normal) - slab * plane.period;
  const Real speed = dot(b.v, plane.normal);
  return speed != 0 && beyond / speed > 0 ? b.x - beyond / speed * b.v : b.x;
}

}  // namespace

void count_crossings(const Scene& scene, const State& state, const FluxPlane& plane,
                     const std::function<Real&(Id)>& slab, FluxTotal& total, const Zone& zone) {
  for (Index k = 0; k < body_count(state); ++k) {
    const BodyNow b = body_at(scene, state, k);
    const Real now = slab_of(plane, b.x);
    Real& before = slab(b.id);
    if (std::isfinite(before) && before != now && zone.has(wrapped_centre(state, k))) {
      total.count += now - before;
      total.mass += (now - before) * b.mass;
      total.moment += (now - before) * b.mass * passed_at(plane, b, std::max(now, before));
    }
    before = now;
  }
}

}  // namespace scree
