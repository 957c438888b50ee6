#include "scree/run/observing_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "scree/base/error.h"
#include "scree/build/region.h"
#include "scree/observe/profile.h"
#include "scree/run/observing_columns.h"

namespace scree {
namespace {

constexpr const char* kAxes[] = {"x", "y", "z"};

/// Box that holds the region, or the domain.
struct Extent {
  Vec3 lo, hi;
};
Extent extent_of(const Case& c, const std::optional<Region>& region) {
  if (!region) return {c.domain.lo, c.domain.hi};
  const RegionSpace space(*region, c.domain, c.run.planar);
  return {space.lo(), space.hi()};
}

Slices make_slices(const Case& c, const ObserveOptions& o) {
  const Extent box = extent_of(c, o.region);
  Slices slices{o.axis, 0, 0, o.bins};
  for (int corner = 0; corner < 8; ++corner) {
    const Vec3 x{corner & 1 ? box.hi.x : box.lo.x, corner & 2 ? box.hi.y : box.lo.y,
                 corner & 4 ? box.hi.z : box.lo.z};
    const Real s = dot(x, o.axis);
    slices.lo = corner == 0 ? s : std::min(slices.lo, s);
    slices.hi = corner == 0 ? s : std::max(slices.hi, s);
  }
  slices.lo = o.lo.value_or(slices.lo);
  slices.hi = o.hi.value_or(slices.hi);
  if (!(slices.hi > slices.lo))
    throw CaseError(o.origin.file, o.origin.line,
                    fmt::format("observe.{}: its range along the axis is empty; give lo and hi "
                                "with hi above lo",
                                o.name));
  return slices;
}

/// Against gravity; without gravity z, or y when planar.
Vec3 upwards(const State& state, bool planar) {
  const Real g = norm(state.gravity);
  if (g > 0) return -state.gravity / g;
  return planar ? Vec3{0, 1, 0} : Vec3{0, 0, 1};
}

/// What a profile shows of its slices, one row of values for each.
struct SliceColumns {
  using Rows = std::vector<std::vector<Real>>;
  std::vector<std::string> names;
  std::function<Rows(const Scene&, const State&)> values;
};

SliceColumns::Rows one_column(const std::vector<Real>& column) {
  SliceColumns::Rows rows;
  for (const Real v : column) rows.push_back({v});
  return rows;
}

SliceColumns velocity_columns(const Names& n, const Slices& slices, const Zone& zone, bool planar) {
  SliceColumns columns;
  const int axes = planar ? 2 : 3;
  for (int k = 0; k < axes; ++k)
    columns.names.push_back(n(std::string("velocity_") + kAxes[k], "m/s"));
  columns.values = [=](const Scene& s, const State& state) {
    SliceColumns::Rows rows;
    for (const Vec3 v : velocity_profile(s, state, slices, zone)) {
      rows.emplace_back();
      for (int k = 0; k < axes; ++k) rows.back().push_back(at(v, k));
    }
    return rows;
  };
  return columns;
}

SliceColumns slice_columns(const Case& c, const Scene& scene, const ObserveOptions& o,
                           const Slices& slices, const Names& n) {
  const Zone zone = make_zone(c, o.region);
  const bool planar = c.run.planar;
  if (o.quantity == ProfileQuantity::kVelocity) return velocity_columns(n, slices, zone, planar);
  if (o.quantity == ProfileQuantity::kHeight)
    return {{n("height", "m")}, [=](const Scene&, const State& state) {
              return one_column(height_profile(state, slices, zone, upwards(state, planar)));
            }};
  const Extent box = extent_of(c, o.region);
  const bool is_box = !o.region || o.region->kind == RegionKind::kBox;
  const std::vector<Real> volumes =
      slice_volumes(scene, slices, is_box ? Zone{} : zone, box.lo, box.hi);
  return {{n("solid_fraction")}, [=](const Scene& s, const State& state) {
            return one_column(fraction_profile(s, state, slices, zone, volumes));
          }};
}

}  // namespace

Zone make_zone(const Case& c, const std::optional<Region>& region) {
  const Vec3 size = c.domain.hi - c.domain.lo;
  const Real depth = c.run.planar ? c.run.thickness : 1;
  if (!region) return {{}, size.x * size.y * (c.run.planar ? depth : size.z)};
  const RegionSpace space(*region, c.domain, c.run.planar);
  return {[space](Vec3 x) { return space.holds(x, 0); }, space.volume() * depth};
}

Zone make_flux_zone(const Case& c, const ObserveOptions& o) {
  if (!o.region || o.region->kind != RegionKind::kDisc) return make_zone(c, o.region);
  const Vec3 axis = normalized(o.region->axis), center = o.region->center;
  const Real radius = o.region->radius;
  return {[=](Vec3 x) {
            const Vec3 d = x - center;
            return norm(d - dot(d, axis) * axis) <= radius;
          },
          0};
}

FluxPlane make_flux_plane(const Case& c, const ObserveOptions& o) {
  FluxPlane plane{o.point, o.normal, 0};
  constexpr Real kAligned = 1e-9;  // of a unit vector: rounding of the input
  for (int k = 0; k < 3; ++k) {
    const Real along = std::fabs(at(o.normal, k));
    if (!c.domain.periodic[k] || along < kAligned) continue;
    if (along < 1 - kAligned)
      throw CaseError(o.origin.file, o.origin.line,
                      fmt::format("observe.{}.normal: the plane cuts the periodic axis {} at an "
                                  "angle and does not repeat with the domain; make the normal "
                                  "parallel or at right angles to that axis",
                                  o.name, kAxes[k]));
    plane.period = at(c.domain.hi, k) - at(c.domain.lo, k);
  }
  return plane;
}

ObserverTable make_profile(const Case& c, const Scene& scene, const ObserveOptions& o) {
  const Names n{!c.run.dimensionless, ""};
  const Slices slices = make_slices(c, o);
  const SliceColumns shown = slice_columns(c, scene, o, slices, n);
  ObserverTable table;
  table.file = fmt::format("profile-{}.csv", o.name);
  table.interval = o.interval;
  table.columns = {n("time", "s"), n("position", "m")};
  table.columns.insert(table.columns.end(), shown.names.begin(), shown.names.end());
  table.sample = [slices, values = shown.values](const Scene& s, State& state,
                                                 std::vector<std::vector<Real>>& rows) {
    const SliceColumns::Rows now = values(s, state);
    for (int k = 0; k < slices.count; ++k) {
      rows.push_back({state.clock.time(), slices.centre(k)});
      const std::vector<Real>& value = now[static_cast<std::size_t>(k)];
      rows.back().insert(rows.back().end(), value.begin(), value.end());
    }
  };
  return table;
}

}  // namespace scree
