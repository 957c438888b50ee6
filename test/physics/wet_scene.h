#pragma once
/// Wet scenes for physics tests.
#include "physics/small_scene.h"
#include "scree/law/bridge.h"
#include "scree/observe/contact_sample.h"
#include "scree/observe/energy.h"
#include "scree/observe/liquid.h"

namespace scree {

/// Water between glass of one centimetre; large bridges, so that they matter.
struct Water {
  Real tension = 0.5, angle = 0.2, volume = 2e-8, rupture = 1.5e-3;

  Keys keys() const {
    return {{"liquid", Keys{{"surface_tension", tension},
                            {"contact_angle", angle},
                            {"volume", volume},
                            {"rupture_distance", rupture}}}};
  }
  Real pull() const { return 2 * kPi * tension * std::cos(angle); }
  /// Energy of a bridge of effective radius R at rupture [J].
  Real rupture_energy(Real radius) const { return bridge_energy(pull(), radius, volume, rupture); }
};

inline Real energy_balance(const Simulation& sim) {
  return balance(energy_now(sim.scene(), sim.state()), sim.state());
}

}  // namespace scree
