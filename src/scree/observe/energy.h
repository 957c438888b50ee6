#pragma once
/// Energies of this instant, each from its own formula, and how well the ledger closes.
#include "scree/state/scene.h"
#include "scree/state/state.h"

namespace scree {

/// All in J. Kinetic energy: m v^2/2 and w . I w/2 of free bodies. Potential: -m g . x with the
/// gravity of this instant and unwrapped positions. Elastic: the springs of all contacts.
/// Capillary: the liquid bridges, zero at touch, negative while grains overlap.
struct EnergyNow {
  Real translation = 0, rotation = 0, potential = 0;
  Real elastic_normal = 0, elastic_tangential = 0;  // the latter with rolling and twisting springs
  Real dashpots = 0;                                // power being lost in dashpots [W]
  Real capillary = 0;
  Real joints = 0;   // springs between bodies
  Real ahead = 0.5;  // of a step: how far the books of walls and dashpots are ahead, see balance()

  Real kinetic() const { return translation + rotation; }
  Real elastic() const { return elastic_normal + elastic_tangential; }
  Real total() const { return kinetic() + potential + elastic() + capillary + joints; }
};
EnergyNow energy_now(const Scene& scene, const State& state);

/// Sum of what contacts, bridges, joints and drag dissipated, over all channels [J].
Real dissipated(const Ledger& ledger);
/// Work of all walls on the grains [J].
Real wall_work(const State& state);

/// What would stay constant if time were continuous:
///   energy now + dissipated + removed - emitted - work of walls, prescribed grains, motors, loads
///   and gravity.
/// Dashpots, walls and prescribed grains book power times step at the end of each step; half the
/// power of this instant is taken off, which makes the sum the trapezoidal rule and the balance
/// second order in the step. Impulses book the exact work of a step, loads that of both its ends:
/// nothing is taken off.
Real balance(const EnergyNow& now, const State& state);

/// Change of balance() since the first call, over the largest energy that was turned over so far:
/// kinetic or elastic energy, change of potential energy, dissipation, or work. The height from
/// which potential energy counts does not matter.
Real closing_error(const EnergyNow& now, const State& state, ClosingMemory& memory);

}  // namespace scree
