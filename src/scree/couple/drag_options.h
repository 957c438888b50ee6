#pragma once
/// Drag of a fluid that grains do not move, as a case says it.
#include <string>
#include <vector>

#include "scree/base/vec3.h"

namespace scree {

enum class DragKind { kLinear, kStokes };

struct DragOptions {
  DragKind kind = DragKind::kLinear;
  Real coefficient = 0;             // linear: force over relative velocity [N s/m]
  Real turn_coefficient = 0;        // linear: torque over relative spin [N m s]
  Real viscosity = 0;               // stokes [Pa s]
  Real density = 0;                 // of the fluid: buoyancy; zero: none [kg/m^3]
  Vec3 velocity{0, 0, 0};           // of the fluid [m/s]
  std::vector<std::string> labels;  // of the bodies it acts on; empty: all
};

}  // namespace scree
