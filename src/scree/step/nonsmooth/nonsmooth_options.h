#pragma once
#include <optional>

#include "scree/state/local_problem.h"

namespace scree {

/// How the method of rigid contacts steps and solves.
struct NonsmoothOptions {
  LocalSolver solver = LocalSolver::kPgs;
  long iterations = 50;              // of the contact solver in a step, at most
  Real tolerance = 0;                // of its residual over the load; zero: not asked for
  Real speed_tolerance = 0;          // of what is left at the contacts [m/s]; zero: not asked for
  bool warm_start = true;            // from the impulses of the last step
  bool impacts = true;               // an impact stage with Newton's restitution
  std::optional<Real> impact_speed;  // closing speed above which a contact is an impact [m/s]
  Real stabilisation = 2;            // steps in which an overlap that carries nothing goes back
  Real friction_softness = 0;        // gamma_t: slip velocity over friction force [m/(N s)]
  Real rolling_softness = 0;         // gamma_r: spin over couple [rad/(N m s)]
};

}  // namespace scree
