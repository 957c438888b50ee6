#include "scree/couple/drag.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "scree/base/parallel.h"
#include "scree/couple/labels.h"
#include "scree/geometry/clump.h"

namespace scree {
namespace {

/// Members of the clumps, by row of State::bodies, in the frame of their body; in the order of
/// their ids, because the sum over them rounds by its order and rows move.
std::vector<std::vector<ClumpSphere>> members(const State& state) {
  const Grains& g = state.grains;
  std::vector<std::vector<ClumpSphere>> out(state.bodies.x.size());
  std::vector<Index> rows(static_cast<std::size_t>(g.free - g.singles));
  std::iota(rows.begin(), rows.end(), g.singles);
  std::sort(rows.begin(), rows.end(), [&g](Index a, Index b) { return g.id[a] < g.id[b]; });
  for (const Index r : rows) out[g.body[r]].push_back({g.local[r], g.place[r].r});
  return out;
}

}  // namespace

void Drag::find_volumes(const Scene& scene, const State& state) {
  if (clumps_ == state.bodies.id) return;
  clumps_ = state.bodies.id;
  volume_.clear();
  for (const std::vector<ClumpSphere>& spheres : members(state))
    volume_.push_back(spheres.empty() ? 0
                      : scene.planar
                          ? scene.thickness * planar_clump_mass_properties(spheres).volume
                          : clump_mass_properties(spheres).volume);
}

Load Drag::load_on(Real radius, Real volume, Vec3 gravity) const {
  const bool stokes = options_.kind == DragKind::kStokes;
  const Real mu = options_.viscosity;
  Load l;
  l.damping = stokes ? 6 * kPi * mu * radius : options_.coefficient;
  l.turn_damping = stokes ? 8 * kPi * mu * radius * radius * radius : options_.turn_coefficient;
  l.drag = l.damping * options_.velocity;
  l.force = -options_.density * volume * gravity;
  return l;
}

std::string Drag::before(const Scene& scene, State& state, const LoadSpan& span) {
  const std::vector<char> chosen = chosen_labels(scene, options_.labels);
  Grains& g = state.grains;
  for_chunks(g.singles, [&](Index, Index begin, Index end) {
    for (Index r = begin; r < end; ++r) {
      if (!chosen[g.label[r]]) continue;
      const Real a = g.place[r].r;
      const Real volume = scene.planar ? kPi * a * a * scene.thickness : 4 * kPi / 3 * a * a * a;
      g.load[r] += load_on(a, volume, span.gravity);
    }
  });
  RigidBodies& c = state.bodies;
  if (c.clumps() == 0) return {};
  find_volumes(scene, state);
  const std::vector<std::uint16_t> label = clump_labels(state);
  for (Index k = c.parts; k < c.size(); ++k)
    if (chosen[label[k]])
      c.load[k] += load_on(std::cbrt(3 * volume_[k] / (4 * kPi)), volume_[k], span.gravity);
  return {};
}

}  // namespace scree
