#pragma once
/// The background solve: would bound grains near active ones stay where they are?
/// (docs/theory/reduction.md, 3)
#include "scree/step/nonsmooth/bonds.h"
#include "scree/step/nonsmooth/gauss_seidel.h"
#include "scree/step/nonsmooth/nonsmooth_options.h"

namespace scree {

/// Scratch of it.
struct TrialSolve {
  Posing region;
  std::vector<Index> steps;  // by row of the region: from trial to trial of it
  ContactProblem problem;
  std::vector<char> takes;
  ContactSystem system;
};

/// Chooses bound grains up to `trial_depth` contacts away from active ones, and solves for their
/// impulses from those that were kept, the impulses of active grains being given. Keeps what it
/// finds; tells the grains whose net force is no longer small, or has been pushing them on for so
/// long that they would be faster than `most_lean`.
Release trial_solve(const Scene& scene, const ReductionOptions& options,
                    const NonsmoothOptions& solver, const Posing& active, const ContactGraph& graph,
                    Real most_lean, Real dt, TrialSolve& work, State& state);

}  // namespace scree
