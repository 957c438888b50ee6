#pragma once
/// How fast things will get, as far as a case says beforehand.
#include "scree/case/case.h"
#include "scree/state/scene.h"
#include "scree/state/state.h"

namespace scree {

struct ExpectedSpeeds {
  Real grains = 0;    // the largest that start, emitters, motions and a fall can give [m/s]
  Real surfaces = 0;  // of walls and prescribed grains that are carried along, belts and surfaces
                      // turning into themselves left out [m/s]
};

/// Motions count with all that run in one phase together; tables by their steepest piece, formulas
/// by samples over the time their clock will run. A fall goes through the whole domain along the
/// gravity of any phase.
ExpectedSpeeds expected_speeds(const Case& c, const Scene& scene, const State& state);

}  // namespace scree
