#pragma once
/// Grains at rest hang on the walls they stand on, and cost nothing until something happens
/// (docs/theory/reduction.md): the stages that regroup them in a step.
#include "scree/step/nonsmooth/carriers.h"
#include "scree/step/nonsmooth/sensors.h"
#include "scree/step/nonsmooth/trial_solve.h"

namespace scree {

class Regroup {
 public:
  Regroup(const ReductionOptions& options, const NonsmoothOptions& solver)
      : options_(options), solver_(solver), sensors_(options.sensors) {}

  /// The grains that move by themselves, as bonds and lists are now.
  const Posing& active(const Scene& scene, const State& state);
  /// The same if all others but prescribed grains stand still; null: any may move.
  const Posing* movers(const Scene& scene, const State& state);
  /// Lists were made anew, bodies came or went: what was found out about them is void.
  void forget() { current_ = listed_ = false; }

  /// Lets all grains go that hang on a wall that is shaken, or is gone, and those that a sensor
  /// sees; where lists were `rebuilt`, also those that hang on nothing any more.
  void split_from_walls(const Scene& scene, Real dt, bool rebuilt, State& state);
  /// Lets grains go that the trial solve finds off balance.
  void split_by_trial(const Scene& scene, Real dt, State& state);
  /// Lets grains go at whose contacts something happens. True if some went: the problem is to be
  /// posed again.
  bool split_by_contacts(const Scene& scene, const WallTable& gone, const ContactProblem& problem,
                         Real dt, State& state);
  /// Moves the bound grains with their walls.
  void carry(Real dt, State& state);
  /// Binds grains that rest, and stops their bodies in the problem.
  void merge(const Scene& scene, Real dt, ContactProblem& problem, State& state);

 private:
  Real merge_speed(const State& state, Real dt) const;
  Real split_speed(const State& state, Real dt) const;
  const ContactGraph& graph(const State& state);
  bool release(const Scene& scene, const Release& release, State& state);

  const ReductionOptions options_;
  const NonsmoothOptions solver_;
  const Sensors sensors_;
  bool listed_ = false;  // the graph goes with the lists of the State
  ContactGraph graph_;
  bool current_ = false;  // the next two go with its bonds, too
  Posing active_;
  std::vector<Burden> burdens_;
  TrialSolve trial_;
};

}  // namespace scree
