#include "scree/run/observing.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "scree/base/error.h"
#include "scree/observe/bodies.h"
#include "scree/observe/coordination.h"
#include "scree/observe/energy.h"
#include "scree/observe/flux.h"
#include "scree/observe/friction.h"
#include "scree/observe/group.h"
#include "scree/observe/liquid.h"
#include "scree/observe/momentum.h"
#include "scree/observe/overlap.h"
#include "scree/observe/repose.h"
#include "scree/observe/step_share.h"
#include "scree/observe/stress.h"
#include "scree/run/observing_cycles.h"
#include "scree/run/observing_nonaffine.h"
#include "scree/run/observing_parts.h"
#include "scree/run/observing_sums.h"

namespace scree {
namespace {

/// Names and values of the channels of the ledger that stand in one place.
void name_channels(ShownWith where, const Names& n, std::vector<std::string>& columns) {
  for (const LedgerChannel& c : ledger_channels())
    if (c.shown == where) columns.push_back(*c.unit ? n(c.column, c.unit) : c.column);
}
void read_channels(ShownWith where, const Ledger& ledger, std::vector<Real>& row) {
  for (const LedgerChannel& c : ledger_channels())
    if (c.shown == where) row.push_back(ledger.*(c.value));
}

/// Columns every series begins with, and their values.
std::vector<std::string> ledger_columns(const Scene& scene, const Names& n) {
  std::vector<std::string> columns{n("time", "s"), "step", "bodies"};
  for (const char* energy : {"kinetic_energy", "kinetic_translation", "kinetic_rotation",
                             "potential", "elastic_normal", "elastic_tangential", "capillary"})
    columns.push_back(n(energy, "J"));
  name_channels(ShownWith::kEverything, n, columns);
  for (const Wall& w : scene.walls) columns.push_back(n("wall." + w.name + ".work", "J"));
  for (const char* ratio : {"closing_error", "overlap_mean", "overlap_largest"})
    columns.push_back(ratio);
  if (!scene.law.impulses) columns.push_back("step_share");
  if (scene.audit) name_channels(ShownWith::kAudit, n, columns);
  if (scene.law.exact_friction) {
    for (const char* name :
         {"sticking", "slipping", "friction_iterations", "friction_rounds", "friction_unconverged"})
      columns.push_back(name);
    columns.push_back(n("stick_speed", "m/s"));
    columns.push_back(n("last_event", "s"));
  }
  if (scene.law.impulses)
    for (const char* name :
         {"contact_iterations", "impact_stages", "contact_unconverged", "contact_residual"})
      columns.push_back(name);
  if (!scene.machine.empty()) {
    columns.push_back(n("joint_energy", "J"));
    name_channels(ShownWith::kJoints, n, columns);
    name_channels(ShownWith::kMotors, n, columns);
  }
  if (!scene.joints.empty()) {
    columns.push_back(n("joint_energy", "J"));
    name_channels(ShownWith::kJoints, n, columns);
    columns.push_back(n("rod_position_error", "m^2"));
    columns.push_back(n("rod_velocity_error", "m^2/s"));
  }
  if (!scene.law.wet()) return columns;
  columns.push_back("bridges");
  name_channels(ShownWith::kBridges, n, columns);
  for (const char* volume : {"liquid_in_bridges", "liquid_in_films"})
    columns.push_back(n(volume, "m^3"));
  return columns;
}

/// `closing` is the row of its memory.
void sample_ledger(const Scene& scene, State& state, std::size_t closing, std::vector<Real>& row) {
  const EnergyNow e = energy_now(scene, state);
  const OverlapStats overlap = measure_overlap(scene, state);
  row.insert(row.end(),
             {state.time, static_cast<Real>(state.step), static_cast<Real>(body_count(state)),
              e.kinetic(), e.translation, e.rotation, e.potential, e.elastic_normal,
              e.elastic_tangential, e.capillary});
  read_channels(ShownWith::kEverything, state.ledger, row);
  for (const WallState& w : state.walls) row.push_back(w.work);
  row.push_back(closing_error(e, state, state.observers.closing[closing]));
  row.push_back(overlap.mean);
  row.push_back(overlap.largest);
  if (!scene.law.impulses) row.push_back(measure_step_share(scene, state).share);
  if (scene.audit) read_channels(ShownWith::kAudit, state.ledger, row);
  if (scene.law.exact_friction) {
    const FrictionNow now = measure_friction(scene, state);
    const FrictionBooks& f = state.friction;
    row.insert(row.end(), {static_cast<Real>(now.sticking), static_cast<Real>(now.slipping),
                           static_cast<Real>(f.iterations), static_cast<Real>(f.rounds),
                           static_cast<Real>(f.unconverged), now.stick_speed, f.last_event});
  }
  if (scene.law.impulses) {
    const ContactBooks& b = state.contact_solve;
    row.insert(row.end(), {static_cast<Real>(b.iterations), static_cast<Real>(b.impact_stages),
                           static_cast<Real>(b.unconverged), b.residual});
  }
  if (!scene.machine.empty()) {
    row.push_back(e.joints);
    read_channels(ShownWith::kJoints, state.ledger, row);
    read_channels(ShownWith::kMotors, state.ledger, row);
  }
  if (!scene.joints.empty()) {
    const RodsNow rods = measure_rods(scene, state);
    row.push_back(e.joints);
    read_channels(ShownWith::kJoints, state.ledger, row);
    row.insert(row.end(), {rods.position_error, rods.velocity_error});
  }
  if (!scene.law.wet()) return;
  const LiquidNow liquid = measure_liquid(state);
  row.push_back(static_cast<Real>(liquid.bridges));
  read_channels(ShownWith::kBridges, state.ledger, row);
  row.insert(row.end(), {liquid.in_bridges, liquid.in_films});
}

void push(std::vector<Real>& row, Vec3 v, bool planar) {
  row.push_back(v.x);
  row.push_back(v.y);
  if (!planar) row.push_back(v.z);
}
void push_turn(std::vector<Real>& row, Vec3 w, bool planar) {
  if (!planar) row.push_back(w.x), row.push_back(w.y);
  row.push_back(w.z);
}

Index find_row(const std::vector<std::string>& names, const std::string& name) {
  const auto found = std::find(names.begin(), names.end(), name);
  return found == names.end() ? -1 : static_cast<Index>(found - names.begin());
}

/// "wall.floor" for the observer of the wall floor without a name of its own; else its name.
std::string prefix_of(const ObserveOptions& o) {
  if (o.kind == ObserveKind::kWall && o.name == o.wall) return "wall." + o.wall;
  if (o.kind == ObserveKind::kJoint && o.name == o.joint) return "joint." + o.joint;
  if (o.kind == ObserveKind::kGroup && o.name == o.label) return "group." + o.label;
  if (o.kind == ObserveKind::kPrescribed && o.name == o.label) return "prescribed." + o.label;
  return o.name;
}

/// Unless the case says so a heap is a ridge when planar, or when exactly one horizontal axis is
/// periodic; else it is round.
ReposeOptions repose_options(const Case& c, const ObserveOptions& o) {
  ReposeOptions options{.up = o.axis, .bins = o.bins};
  if (o.ridge) {
    options.round = false;
    options.along = normalized(*o.ridge - dot(*o.ridge, o.axis) * o.axis);
    return options;
  }
  if (c.run.planar) {
    options.round = false;
    options.along = {o.axis.y, -o.axis.x, 0};
    return options;
  }
  std::vector<Vec3> periodic;
  for (int k = 0; k < 3; ++k) {
    Vec3 axis{0, 0, 0};
    at(axis, k) = 1;
    if (c.domain.periodic[k] && std::fabs(dot(axis, o.axis)) < 0.5) periodic.push_back(axis);
  }
  options.round = periodic.size() != 1;
  if (!options.round) options.along = normalized(cross(periodic[0], o.axis));
  return options;
}

using Row = std::vector<Real>;

ObserverPart momentum_part(const Names& n, const Zone& zone, bool planar) {
  return {n.vector("momentum", "kg m/s", planar) + n.turn("angular", "kg m^2/s", planar),
          [=](const Scene& s, State& state, Row& row) {
            const Momentum m = measure_momentum(s, state, zone);
            push(row, m.linear, planar);
            push_turn(row, m.angular, planar);
          }};
}

ObserverPart coordination_part(const Names& n, const Zone& zone) {
  return {{n("mean"), n("without_rattlers"), n("rattlers"), n("bodies")},
          [=](const Scene& s, State& state, Row& row) {
            const Coordination z = measure_coordination(s, state, zone);
            row.insert(row.end(), {z.mean, z.mechanical, z.rattlers, Real(z.bodies)});
          }};
}

ObserverPart stress_part(const Names& n, const Zone& zone, bool planar) {
  return {n.tensor("stress", "Pa", planar) + n.tensor("kinetic", "Pa", planar) +
              std::vector{n("pressure", "Pa")},
          [=](const Scene& s, State& state, Row& row) {
            const Stress stress = measure_stress(s, state, zone);
            const int size = planar ? 2 : 3;
            for (const Mat3& m : {stress.total(), stress.kinetic})
              for (int a = 0; a < size; ++a)
                for (int b = 0; b < size; ++b) row.push_back(at(m.row[a], b));
            row.push_back(pressure(stress.total(), planar));
          }};
}

ObserverPart wall_part(const Names& n, const Scene& scene, const std::string& name, bool planar) {
  Index wall = 0;
  while (scene.walls[wall].name != name) ++wall;
  const bool part = scene.walls[wall].part.has_value();
  std::vector<std::string> columns = n.vector("force", "N", planar) +
                                     n.turn("torque", "N m", planar) + std::vector{n("power", "W")};
  if (part)
    columns = columns + n.vector("x", "m", planar) + n.vector("v", "m/s", planar) +
              n.turn("w", "rad/s", planar);
  return {columns, [=](const Scene&, State& state, Row& row) {
            const WallState& w = state.walls[wall];
            push(row, w.force, planar);
            push_turn(row, w.torque, planar);
            row.push_back(w.power);
            if (!part) return;
            push(row, w.x, planar);
            push(row, w.v, planar);
            push_turn(row, w.w, planar);
          }};
}

ObserverPart joint_part(const Names& n, const Scene& scene, const std::string& name, bool planar) {
  std::size_t row = 0;
  while (scene.machine[row].name != name) ++row;
  const MachineJoint& joint = scene.machine[row];
  const bool turns = joint.turns(), free = turns || joint.slides();
  std::vector<std::string> columns =
      n.vector("force", "N", planar) + n.turn("torque", "N m", planar) + std::vector{n("error")};
  if (free)
    columns = columns + std::vector{turns ? n("angle", "rad") : n("shift", "m"),
                                    turns ? n("rate", "rad/s") : n("rate", "m/s"),
                                    turns ? n("motor", "N m") : n("motor", "N")};
  return {columns, [=](const Scene&, State& state, Row& out) {
            const JointState& j = state.machine[row];
            push(out, j.force, planar);
            push_turn(out, j.torque, planar);
            out.push_back(j.error);
            if (free) out.insert(out.end(), {j.coordinate, j.rate, j.motor});
          }};
}

ObserverPart repose_part(const Names& n, const Zone& zone, const ReposeOptions& options) {
  return {{n("angle", "deg"), n("height", "m")}, [=](const Scene&, State& state, Row& row) {
            const Repose fit = measure_repose(state, options, zone);
            row.push_back(fit.angle * 180 / kPi);
            row.push_back(fit.height);
          }};
}

ObserverPart group_part(const Names& n, const std::string& label, bool planar) {
  return {std::vector{n("count"), n("mass", "kg")} + n.vector("centre", "m", planar) +
              n.vector("velocity", "m/s", planar) + std::vector{n("kinetic_energy", "J")},
          [=](const Scene& s, State& state, Row& row) {
            const GroupNow g = measure_group(s, state, find_row(s.labels, label));
            row.push_back(g.count);
            row.push_back(g.mass);
            push(row, g.centre, planar);
            push(row, g.velocity, planar);
            row.push_back(g.kinetic);
          }};
}

ObserverPart track_part(const Names& n, Id id, bool planar) {
  return {n.vector("x", "m", planar) + n.vector("v", "m/s", planar) + n.turn("w", "rad/s", planar),
          [=](const Scene& s, State& state, Row& row) {
            BodyNow b;
            b.x = b.v = b.w = {kNothing, kNothing, kNothing};  // gone, or not yet there
            find_body(s, state, id, b);
            push(row, b.x, planar);
            push(row, b.v, planar);
            push_turn(row, b.w, planar);
          }};
}

/// Every kind but energy, profile, flux, nonaffine, sum and cycle.
ObserverPart make_part(const Case& c, const Scene& scene, const ObserveOptions& o) {
  const bool planar = c.run.planar;
  const Names n{!c.run.dimensionless, prefix_of(o) + "."};
  const Zone zone = make_zone(c, o.region);
  switch (o.kind) {
    case ObserveKind::kMomentum:
      return momentum_part(n, zone, planar);
    case ObserveKind::kCoordination:
      return coordination_part(n, zone);
    case ObserveKind::kStress:
      return stress_part(n, zone, planar);
    case ObserveKind::kWall:
      return wall_part(n, scene, o.wall, planar);
    case ObserveKind::kJoint:
      return joint_part(n, scene, o.joint, planar);
    case ObserveKind::kRepose:
      return repose_part(n, zone, repose_options(c, o));
    case ObserveKind::kGroup:
      return group_part(n, o.label, planar);
    case ObserveKind::kPrescribed:
      return prescribed_part(n, c, o);
    default:
      return track_part(n, static_cast<Id>(o.body), planar);
  }
}

}  // namespace

std::string column_name(const std::string& name, const std::string& unit, bool units) {
  return units && !unit.empty() ? fmt::format("{} [{}]", name, unit) : name;
}

Observing::~Observing() = default;

Observing::Observing(const Case& c, const Scene& scene) : units_(!c.run.dimensionless) {
  columns_ = ledger_columns(scene, Names{units_, ""});
  const std::size_t closing = add_rows(fresh_.closing, 1).first;
  probes_.push_back(
      [closing](const Scene& s, State& state, Row& row) { sample_ledger(s, state, closing, row); });
  first_column_.push_back(0);
  for (const ObserveOptions& o : c.observers) {
    if (o.kind == ObserveKind::kProfile)
      tables_.push_back(make_profile(c, scene, o));
    else if (o.kind == ObserveKind::kFlux)
      add(o, flux(c, o));
    else if (o.kind == ObserveKind::kNonaffine)
      add_nonaffine(c, o);
    else if (o.kind == ObserveKind::kEnergy)
      add_ledger(scene, o);
    else if (o.kind == ObserveKind::kSum)
      add(o, sum(o));
    else if (o.kind != ObserveKind::kCycle)
      add(o, make_part(c, scene, o));
  }
  add_cycles(c, scene);
}

void Observing::add(const ObserveOptions& o, ObserverPart part) {
  if (!o.interval) {
    first_column_.push_back(columns_.size());
    columns_.insert(columns_.end(), part.columns.begin(), part.columns.end());
    probes_.push_back(std::move(part.sample));
    return;
  }
  ObserverTable table;
  table.file = fmt::format("series-{}.csv", o.name);
  table.columns = {column_name("time", "s", units_)};
  table.columns.insert(table.columns.end(), part.columns.begin(), part.columns.end());
  table.interval = o.interval;
  table.sample = [this, probe = std::move(part.sample)](const Scene& scene, State& state,
                                                        std::vector<std::vector<Real>>& rows) {
    prepare(state);
    rows.push_back({state.time});
    probe(scene, state, rows.back());
  };
  tables_.push_back(std::move(table));
}

ObserverPart Observing::flux(const Case& c, const ObserveOptions& o) {
  const FluxPlane plane = make_flux_plane(c, o);
  const Zone zone = make_flux_zone(c, o);
  const std::size_t flux = add_rows(fresh_.fluxes, 1).first;
  const Names n{units_, prefix_of(o) + "."};
  const bool planar = c.run.planar;
  return {std::vector{n("count"), n("mass", "kg")} + n.vector("centre", "m", planar),
          [=](const Scene& s, State& state, std::vector<Real>& row) {
            FluxTotal& total = state.observers.fluxes[flux];
            const auto slab = [&](Id id) -> Real& { return state.observers.slab(id, flux); };
            count_crossings(s, state, plane, slab, total, zone);
            row.push_back(total.count);
            row.push_back(total.mass);
            const Vec3 nowhere{kNothing, kNothing, kNothing};
            push(row, total.mass != 0 ? total.moment / total.mass : nowhere, planar);
          }};
}

void Observing::add_ledger(const Scene& scene, const ObserveOptions& o) {
  if (!o.interval) return;  // the series has it
  std::vector<std::string> columns = ledger_columns(scene, Names{units_, ""});
  columns.erase(columns.begin());  // every table begins with the time
  const std::size_t closing = add_rows(fresh_.closing, 1).first;
  add(o, {std::move(columns), [closing](const Scene& s, State& state, Row& row) {
            row.pop_back();
            sample_ledger(s, state, closing, row);
          }});
}

void Observing::add_nonaffine(const Case& c, const ObserveOptions& o) {
  nonaffine_.emplace_back(c, o, fresh_);
  const auto sample = [watch = nonaffine_.back()](const Scene& s, State& state, Row& row) {
    watch.sample(s, state, row);
  };
  const ObserverPart part{NonaffineWatch::columns({units_, prefix_of(o) + "."}), sample};
  if (o.interval) add(o, part);  // a table with every interval, and
  ObserveOptions in_series = o;  // the last one beside whatever else there is
  in_series.interval.reset();
  add(in_series, part);
}

void Observing::advance(const Scene& scene, State& state, Real dt, std::int64_t phase) {
  if (nonaffine_.empty() && integrals_.empty() && cycles_.empty() && waiting_.empty()) return;
  prepare(state);
  for (std::size_t k = 0; k < integrals_.size(); ++k)
    state.observers.integrals[k] += dt * integrals_[k].measure(scene, state);
  for (const NonaffineWatch& n : nonaffine_) n.advance(scene, state, dt);
  advance_cycles(scene, state, dt, phase);
}

void Observing::add_columns(State& state, BodyFrame& frame) {
  if (nonaffine_.empty()) return;
  prepare(state);
  for (const NonaffineWatch& n : nonaffine_) n.add_columns(state, frame);
}

ObserverPart Observing::sum(const ObserveOptions& o) {
  const BodySum sum(o);
  const std::vector<std::string> columns{o.name};
  if (!o.integrate)
    return {columns, [sum](const Scene& s, State& state, Row& row) {
              row.push_back(sum.measure(s, state));
            }};
  integrals_.push_back(sum);
  const std::size_t k = add_rows(fresh_.integrals, 1).first;
  return {columns, [k](const Scene&, State& state, Row& row) {
            row.push_back(state.observers.integrals[k]);
          }};
}

void Observing::require_fit(const State& state) const {
  const ObserverMemory& m = state.observers;
  if (m.closing.empty()) return;  // nothing was looked at yet
  std::string wrong = wrong_sections("observers", m, fresh_);
  const auto within = [&](const char* name, std::size_t rows, std::size_t each) {
    const std::size_t most = each * static_cast<std::size_t>(state.next_id);
    if (wrong.empty() && rows > most)
      wrong = fmt::format("observers/bodies/{} has {} rows where at most {} are due", name, rows,
                          most);
  };
  within("slabs", m.bodies.slabs.size(), fresh_.fluxes.size());
  within("nonaffine", m.bodies.nonaffine.size(), fresh_.nonaffine.size());
  if (!wrong.empty())
    throw CaseError(
        fmt::format("the checkpoint remembers other observers than the case has: {}; use an "
                    "earlier checkpoint, or run the case again",
                    wrong));
}

void Observing::prepare(State& state) const {
  require_fit(state);
  ObserverMemory& m = state.observers;
  if (m.closing.empty()) m = fresh_;
  const auto ids = static_cast<std::size_t>(state.next_id);
  m.bodies.slabs.resize(ids * m.fluxes.size(), kNothing);
  m.bodies.nonaffine.resize(ids * m.nonaffine.size());
}

void Observing::sample(const Scene& scene, State& state, std::vector<Real>& row) {
  prepare(state);
  row.clear();
  for (const ObserverPart::Probe& probe : probes_) probe(scene, state, row);
  SCREE_EXPECT(row.size() == columns_.size());
}

}  // namespace scree
