#pragma once
/// When grains are bound to walls, and when they are let go (docs/theory/reduction.md).
#include "scree/state/scene.h"
#include "scree/state/state.h"
#include "scree/step/nonsmooth/contact_graph.h"
#include "scree/step/nonsmooth/contact_problem.h"
#include "scree/step/nonsmooth/posing.h"
#include "scree/step/nonsmooth/reduction_options.h"

namespace scree {

/// Bound grains that are to go, and how many layers of contacts around each go with it.
struct Release {
  std::vector<Index> row;
  std::vector<long> depth;

  void add(Index r, long layers) { row.push_back(r), depth.push_back(layers); }
  bool empty() const { return row.empty(); }
};

/// Lets them go, and what they carry: bonds bear no weight. How many went.
Index let_go(const Scene& scene, const Release& release, const ContactGraph& graph, State& state);

/// What lets grains go at contacts with others that move.
struct SplitRule {
  Real speed;                 // [m/s]
  std::optional<long> depth;  // absent: as far as a hit could give others that speed
};

/// Bound grains at whose contacts with what moves something happens: `problem` is that of the
/// active grains before impacts.
void find_events(const Scene& scene, const ContactProblem& problem, const SplitRule& rule, Real dt,
                 const State& state, Release& out);
/// Bound grains that touch what moves against their own wall as it is told: other walls, the grains
/// that these carry, and prescribed grains; those that have lost a wall: contacts that carried
/// something and are no more (`gone`), or are open, wider than `open`.
void find_squeezed(const Scene& scene, const WallTable& gone, Real open, Real dt,
                   const State& state, Release& out);

/// Bound grains that no chain of contacts, each of which carried something, connects with a wall:
/// what they lay on went away from under them while it moved.
void find_unheld(const Scene& scene, const ContactGraph& graph, const State& state, Release& out);

class Sensors;

/// Binds grains that no sensor sees, whose contacts are at rest, and have been for some steps, to
/// the walls that these lead to. `problem` is solved, and its velocities are in the State: its
/// bodies stop in both. How many were bound.
Index bind(const Scene& scene, const Posing& posing, const ReductionOptions& options,
           const Sensors& sensors, Real merge_speed, Real dt, ContactProblem& problem,
           State& state);

}  // namespace scree
