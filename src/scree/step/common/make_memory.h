#pragma once
/// The memory of contacts made from the forces they carry, for a run that changes its method.
#include "scree/state/carried_forces.h"
#include "scree/state/scene.h"
#include "scree/state/state.h"

namespace scree {

/// What became of forces that were carried.
struct MemoryMade {
  Index kept = 0;  // contacts that go on with what they carried
  Index anew = 0;  // contacts that carried something for which this method has no place
};

/// Gives the contacts of the tables, which must have the columns of the scene's method, memory that
/// carries these forces, for steps of dt; as prepare() of the stepper expects it, not yet half a
/// step ahead.
MemoryMade make_memory(const Scene& scene, const CarriedForces& forces, Real dt, State& state);

}  // namespace scree
