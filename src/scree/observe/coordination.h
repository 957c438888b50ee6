#pragma once
/// How many neighbours a body touches.
#include <vector>

#include "scree/observe/zone.h"
#include "scree/state/scene.h"
#include "scree/state/state.h"

namespace scree {

/// Touching contacts of every grain, by row; those with walls count.
std::vector<int> contact_counts(const Scene& scene, const State& state);

struct Coordination {
  Real mean = 0;        // contacts per body
  Real mechanical = 0;  // the same without rattlers; zero if all are rattlers
  Real rattlers = 0;    // fraction of bodies with at most one contact
  Index bodies = 0;     // looked at
};
/// Over the free bodies whose centre is in the zone. A body with no or one contact carries nothing:
/// Z_m = (sum of contacts - N_1)/(N - N_0 - N_1)  (Thornton 2000, Geotechnique 50, 43).
Coordination measure_coordination(const Scene& scene, const State& state, const Zone& zone = {});

}  // namespace scree
