#pragma once
/// What acts on bodies from outside through forces, and may feel them: a formula, drag, a fluid. A
/// coupling never steps; the run loop does (run/simulation.cpp), between before() and after(), and
/// repeats the steps from a copy of the State where a coupling asks for that.
#include <span>
#include <string>
#include <vector>

#include "scree/state/scene.h"
#include "scree/state/state.h"

namespace scree {

/// The steps over which loads stay as they are.
struct LoadSpan {
  std::int64_t steps = 1;
  Real dt = 0;            // of one step; zero where a run begins, which asks for loads at once [s]
  Real ahead = 0;         // from now to the instant that loads should be taken at, so that they
                          // are of second order: see load_lead() [s]
  Vec3 gravity{0, 0, 0};  // at that instant [m/s^2]
  int round = 0;          // how often these steps have been taken already
};

class Coupling {
 public:
  virtual ~Coupling() = default;

  /// Over how many steps its loads may stay as they are.
  virtual std::int64_t steps() const { return 1; }

  /// May after() ask for a repetition? The run loop keeps a copy of the State then, and ends the
  /// span where somebody looks at the State.
  virtual bool strong() const { return false; }

  /// Adds its loads to `load` of single grains and rigid bodies, and changes nothing else. Says
  /// what is wrong if it cannot; empty: all is well.
  virtual std::string before(const Scene& scene, State& state, const LoadSpan& span) = 0;

  /// The steps are done. True, of strong couplings: they are to be repeated from where they began,
  /// with other loads.
  virtual bool after(const Scene&, const State&) { return false; }

  /// Its unknowns, if it has some: into the State after every span, and back where a State was
  /// read, or a copy of it restored for the sake of another coupling. What follows from the State
  /// is none.
  virtual void save(std::vector<Real>&) const {}
  virtual void load(std::span<const Real>) {}
};

/// From the instant a step begins to the middle of the time in which a load of one step acts, in
/// steps. Verlet has half of it in this step and half in the next; the method nonsmooth gives all
/// of it to velocities that stand half a step behind the places; others evaluate it within the
/// step.
enum class LoadLead { kHalfBehind, kWithin, kHalfAhead };
inline Real load_lead(LoadLead lead, std::int64_t steps) {
  const Real middle = 0.5 * static_cast<Real>(steps);
  return lead == LoadLead::kHalfAhead ? middle + 0.5
         : lead == LoadLead::kWithin  ? middle
                                      : middle - 0.5;
}

}  // namespace scree
