#pragma once
#include "scree/base/real.h"

namespace scree {

enum class Integrator { kVerlet, kRungeKutta4, kGear5, kBdf5, kEvents };
/// Of friction: a constraint, or -mu F_n v/|v| whatever happens, for comparison.
enum class FrictionForm { kConstraint, kSign };

/// How the method with exact friction integrates.
struct DaeOptions {
  Integrator integrator = Integrator::kVerlet;
  FrictionForm friction = FrictionForm::kConstraint;
  bool project_positions = true, project_velocities = true;
  Real baumgarte_stiffness = 0, baumgarte_damping = 0;  // of rods [1/s^2], [1/s]
  bool restart_at_events = true;  // Gear, BDF: forget the past when a contact changes its state
  Real tolerance = 1e-12;         // of a step of the integrator that stops at events
  bool force_start = false;       // accept a start that contradicts the rods
  bool keep_energy = false;       // scale velocities so that kinetic + potential energy stays
};

}  // namespace scree
