#pragma once
/// Loads from outside in steps of velocity Verlet and of other integrators, and their books
/// (docs/theory/loads.md). Nothing here is called in scenes where nobody pushes.
///
/// Over a step of Verlet, m (v'^2 - v^2)/2 = dt (F + F')/2 . (v + v')/2: the work of a load is
/// booked by this identity, which is exact for the loads alone. Half of it, that with v, is known
/// where the new load is met, the other half where the new velocity is.
#include <vector>

#include "scree/state/state.h"
#include "scree/step/common/force_sums.h"

namespace scree {

/// Does anything push in this scene?
inline bool loaded(const State& state) { return state.grains.has(kLoads); }

/// Room for a step. Single bodies by row, then rigid ones.
struct LoadWork {
  std::vector<Load8> push, drag;  // means of the two ends of the step
  std::vector<Vec3> v, w;         // of rigid bodies where the step began [m/s], [rad/s]
};

/// Keeps how rigid bodies move before they are predicted.
void remember_motion(const State& state, LoadWork& work);

/// The loads of the coming instant, bodies being at x', v*; books the first half of their work.
/// Drag is that of the velocity which the trapezoidal rule gives with drag at the new instant and
/// all else as it was: second order, and stable for any damping.
void meet_loads(State& state, Real dt, LoadWork& work);

/// The second half of the work, with the velocities of the end.
void book_loads(State& state, Real dt, const LoadWork& work);

/// The loads of bodies as they move at this instant.
void loads_now(State& state);

/// Power of the loads of this instant [W]: of what pushes, and what drag takes.
struct LoadPower {
  Real applied = 0, drag = 0;
  LoadPower& operator+=(const LoadPower& o) {
    applied += o.applied, drag += o.drag;
    return *this;
  }
};
LoadPower load_power(const State& state);

/// Books the work over a time from the power at its ends: of the integrators for few bodies, which
/// evaluate loads at instants in between. Second order.
void book_mean(const LoadPower& then, const LoadPower& now, Real time, Ledger& ledger);

/// Adds the loads of single bodies to their sums.
void add_loads(const Grains& g, ForceSums& sums);

}  // namespace scree
