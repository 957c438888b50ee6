#include "scree/run/start_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "scree/base/error.h"
#include "scree/base/text.h"
#include "scree/build/build_state.h"
#include "scree/build/region.h"
#include "scree/observe/bodies.h"
#include "scree/run/observing.h"
#include "scree/run/stop_condition.h"

namespace scree {
namespace {

[[noreturn]] void refuse_at(const Origin& origin, const std::string& message) {
  throw CaseError(origin.file, origin.line, message);
}

/// Labels that bodies have or will have.
std::vector<std::string> labels_of(const Case& c, const Scene& scene) {
  std::vector<std::string> labels;
  const auto add = [&](const std::string& label) {
    const bool known = std::find(labels.begin(), labels.end(), label) != labels.end();
    if (!label.empty() && !known) labels.push_back(label);
  };
  for (const std::string& label : scene.labels) add(label);
  for (const EmitterOptions& e : c.emitters) add(e.label);
  return labels;
}

void check_labels(const Case& c, const Scene& scene) {
  const std::vector<std::string> known = labels_of(c, scene);
  const auto need = [&](const Origin& origin, const std::string& key, const std::string& label) {
    if (std::find(known.begin(), known.end(), label) != known.end()) return;
    const std::string near = nearest(label, known);
    refuse_at(origin, fmt::format("{}: no body has the label \"{}\"{}; {}", key, label,
                                  near.empty() ? "" : fmt::format(", did you mean \"{}\"?", near),
                                  known.empty() ? "give [[bodies]] or an [[emitter]] a label"
                                                : "there are: " + join_some(known)));
  };
  for (const ObserveOptions& o : c.observers)
    if (!o.label.empty()) need(o.origin, fmt::format("observe.{}.label", o.name), o.label);
  for (std::size_t k = 0; k < c.forces.size(); ++k)
    for (const std::string& label : c.forces[k].labels)
      need(c.forces[k].origin, fmt::format("force.{}.labels", k), label);
  if (c.drag)
    for (const std::string& label : c.drag->labels) need({c.file, 0}, "drag.labels", label);
}

void check_tracks(const Case& c, const Scene& scene, const State& state, bool continued) {
  RowIndex rows;
  for (const ObserveOptions& o : c.observers) {
    if (o.kind != ObserveKind::kTrack) continue;
    BodyNow body;
    if (find_body(scene, state, rows, static_cast<Id>(o.body), body)) continue;
    const bool gone = continued && o.body < static_cast<long>(state.next_id);
    const bool to_come = !c.emitters.empty() && o.body >= static_cast<long>(state.next_id);
    if (gone || to_come) continue;
    refuse_at(o.origin,
              fmt::format("observe.{}.body: there is no body {}; {}", o.name, o.body,
                          state.next_id == 0
                              ? std::string("there are none at all")
                              : fmt::format("ids go from 0 to {}, in the order of [[bodies]]",
                                            state.next_id - 1)));
  }
}

std::string place(Vec3 x) { return fmt::format("[{:.4g}, {:.4g}, {:.4g}]", x.x, x.y, x.z); }

/// The centres of new bodies must lie in the domain, or they are lost at once.
void check_emitters(const Case& c) {
  for (const EmitterOptions& e : c.emitters) {
    const RegionSpace space(e.region, c.domain, c.run.planar);
    const Real radius = emitted_radii(c, e).smallest;
    for (int k = 0; k < (c.run.planar ? 2 : 3); ++k) {
      if (c.domain.periodic[static_cast<std::size_t>(k)]) continue;
      const Real lo = at(space.lo(), k), hi = at(space.hi(), k);
      const Real margin = hi - lo > 2 * radius ? radius : 0;  // bodies lie inside the region
      const Real rounding = 1e-9 * (at(c.domain.hi, k) - at(c.domain.lo, k));
      if (lo + margin >= at(c.domain.lo, k) - rounding &&
          hi - margin <= at(c.domain.hi, k) + rounding)
        continue;
      refuse_at(e.origin,
                fmt::format("emitter.{}.region: it reaches from {:.4g} to {:.4g} along {}, outside "
                            "the domain ({:.4g} to {:.4g}): bodies would be lost at once. Move it "
                            "or enlarge the domain",
                            e.name, lo, hi, "xyz"[k], at(c.domain.lo, k), at(c.domain.hi, k)));
    }
  }
}

}  // namespace

void check_start(const Case& c, const Scene& scene, const State& state, bool continued) {
  check_labels(c, scene);
  check_tracks(c, scene, state, continued);
  check_emitters(c);
  check_awaited_quantities(c, Observing(c, scene).columns());
}

void check_grains_in_walls(const Case& c, const Scene& scene, const State& state) {
  const WallTable& contacts = state.wall_contacts;
  const Grains& g = state.grains;
  std::set<Id> inside;
  Index first = -1;
  for (Index k = 0; k < contacts.size(); ++k) {
    const Index row = contacts.row[k];
    if (row >= g.free || -contacts.gap[k] <= scene.overlap_limit * g.place[row].r) continue;
    inside.insert(g.id[row]);
    if (first < 0 || g.id[row] < g.id[contacts.row[first]]) first = k;
  }
  if (inside.empty()) return;
  const Index row = contacts.row[first], wall = contacts.wall[first];
  const char* unit = c.run.dimensionless ? "" : " m";
  const WallOptions& entry = c.walls[static_cast<std::size_t>(wall)];
  refuse_at(entry.origin,
            fmt::format("at the start {} {} inside a wall: body {} at {} stands {:.3g}{} deep in "
                        "wall \"{}\", {:.3g} of its radius; run.overlap_limit is {}. Move {} out "
                        "of it, or turn the wall's normal or side to where the grains are",
                        inside.size(), inside.size() == 1 ? "grain is" : "grains are", g.id[row],
                        place(position(g.place[row])), -contacts.gap[first], unit, entry.name,
                        -contacts.gap[first] / g.place[row].r, plain(scene.overlap_limit),
                        inside.size() == 1 ? "it" : "them"));
}

}  // namespace scree
