#include "scree/run/observing_ledger.h"

#include "scree/observe/bodies.h"
#include "scree/observe/energy.h"
#include "scree/observe/friction.h"
#include "scree/observe/liquid.h"
#include "scree/observe/overlap.h"
#include "scree/observe/reduction.h"
#include "scree/observe/step_share.h"

namespace scree {
namespace {

/// Whatever of it the scene has.
struct LedgerNow {
  Index bodies = 0;
  EnergyNow energy;
  Real closing_error = 0;
  OverlapStats overlap;
  StepShare step;
  FrictionNow friction;
  FrictionBooks friction_books;
  ContactBooks contact_books;
  RodsNow rods;
  LiquidNow liquid;
  ReductionNow reduction;
};
using L = LedgerNow;
using Columns = ColumnList<LedgerNow>;

LedgerNow measure_ledger(const Scene& scene, State& state, std::size_t closing) {
  LedgerNow now;
  now.bodies = body_count(state);
  now.energy = energy_now(scene, state);
  now.closing_error = closing_error(now.energy, state, state.observers.closing[closing]);
  now.overlap = measure_overlap(scene, state);
  now.friction_books = state.friction;
  now.contact_books = state.contact_solve;
  if (!scene.rigid_contacts()) now.step = measure_step_share(scene, state);
  if (scene.method == Method::kDae) now.friction = measure_friction(scene, state);
  if (!scene.joints.empty()) now.rods = measure_rods(scene, state);
  if (scene.law.wet()) now.liquid = measure_liquid(state);
  if (scene.reduction) now.reduction = measure_reduction(state);
  return now;
}

/// The channels of the ledger that stand in one place.
void add_channels(ShownWith where, Columns& c) {
  for (const LedgerChannel& channel : ledger_channels())
    if (channel.shown == where)
      c.quick(channel.column, channel.unit,
              [value = channel.value](const State& s) { return s.ledger.*value; });
}

void add_energies(Columns& c) {
  using E = EnergyNow;
  c.number("kinetic_energy", "J", &L::energy, &E::kinetic);
  c.number("kinetic_translation", "J", &L::energy, &E::translation);
  c.number("kinetic_rotation", "J", &L::energy, &E::rotation);
  c.number("potential", "J", &L::energy, &E::potential);
  c.number("elastic_normal", "J", &L::energy, &E::elastic_normal);
  c.number("elastic_tangential", "J", &L::energy, &E::elastic_tangential);
  c.number("capillary", "J", &L::energy, &E::capillary);
}

void add_friction(Columns& c) {
  using B = FrictionBooks;
  c.number("sticking", "", &L::friction, &FrictionNow::sticking);
  c.number("slipping", "", &L::friction, &FrictionNow::slipping);
  c.number("friction_iterations", "", &L::friction_books, &B::iterations);
  c.number("friction_rounds", "", &L::friction_books, &B::rounds);
  c.number("friction_unconverged", "", &L::friction_books, &B::unconverged);
  c.number("stick_speed", "m/s", &L::friction, &FrictionNow::stick_speed);
  c.number("last_event", "s", &L::friction_books, &B::last_event);
}

void add_contact_solver(Columns& c) {
  using B = ContactBooks;
  c.number("contact_iterations", "", &L::contact_books, &B::iterations);
  c.number("impact_stages", "", &L::contact_books, &B::impact_stages);
  c.number("contact_unconverged", "", &L::contact_books, &B::unconverged);
  c.number("contact_residual", "", &L::contact_books, &B::residual);
}

void add_machine(Columns& c) {
  c.number("joint_energy", "J", &L::energy, &EnergyNow::joints);
  add_channels(ShownWith::kJoints, c);
  add_channels(ShownWith::kMotors, c);
}

void add_rods(Columns& c) {
  c.number("joint_energy", "J", &L::energy, &EnergyNow::joints);
  add_channels(ShownWith::kJoints, c);
  c.number("rod_position_error", "m^2", &L::rods, &RodsNow::position_error);
  c.number("rod_velocity_error", "m^2/s", &L::rods, &RodsNow::velocity_error);
}

void add_reduction(Columns& c) {
  add_channels(ShownWith::kReduction, c);
  using R = ReductionNow;
  c.number("bound_grains", "", &L::reduction, &R::bound);
  c.number("resting_grains", "", &L::reduction, &R::resting);
  c.number("reduction", "", &L::reduction, &R::level);
  c.number("contacts", "", &L::reduction, &R::contacts);
  c.number("active_contacts", "", &L::reduction, &R::active);
}

void add_liquid(Columns& c) {
  c.number("bridges", "", &L::liquid, &LiquidNow::bridges);
  add_channels(ShownWith::kBridges, c);
  c.number("liquid_in_bridges", "m^3", &L::liquid, &LiquidNow::in_bridges);
  c.number("liquid_in_films", "m^3", &L::liquid, &LiquidNow::in_films);
}

}  // namespace

ObserverPart ledger_part(const Scene& scene, const Names& names, std::size_t closing) {
  Columns c(names, scene.planar);
  c.quick("step", "", [](const State& s) { return static_cast<Real>(s.clock.step); });
  c.number("bodies", "", &L::bodies);
  add_energies(c);
  add_channels(ShownWith::kEverything, c);
  for (std::size_t w = 0; w < scene.walls.size(); ++w)
    c.quick("wall." + scene.walls[w].name + ".work", "J",
            [w](const State& s) { return s.walls[w].work; });
  c.number("closing_error", "", &L::closing_error);
  c.number("overlap_mean", "", &L::overlap, &OverlapStats::mean);
  c.number("overlap_largest", "", &L::overlap, &OverlapStats::largest);
  if (!scene.rigid_contacts()) c.number("step_share", "", &L::step, &StepShare::share);
  if (scene.audit) add_channels(ShownWith::kAudit, c);
  if (scene.method == Method::kDae) add_friction(c);
  if (scene.rigid_contacts()) add_contact_solver(c);
  if (!scene.machine.empty()) add_machine(c);
  if (!scene.joints.empty()) add_rods(c);
  if (scene.loads) add_channels(ShownWith::kLoads, c);
  if (scene.reduction) add_reduction(c);
  if (scene.law.wet()) add_liquid(c);
  return c.measured_by(
      [closing](const Scene& s, State& state) { return measure_ledger(s, state, closing); });
}

}  // namespace scree
