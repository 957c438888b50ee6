#pragma once
/// From a list of bodies to the State a run starts with.
#include "scree/build/make_bodies.h"
#include "scree/case/case.h"
#include "scree/state/edit.h"
#include "scree/state/scene.h"
#include "scree/state/state.h"

namespace scree {

/// One body of a list with its mass properties; labels are matched by name.
NewBody make_body(const Case& c, Scene& scene, const BodyList& list, Index k);

/// Radii of the spheres an emitter brings; of clumps: of their members [m].
struct RadiusRange {
  Real smallest, largest;
};
RadiusRange emitted_radii(const Case& c, const EmitterOptions& e);

/// Margins of the lists for the grains that are there and those that emitters will bring.
ListMemory sized_lists(const Case& c, const Scene& scene, const Grains& grains);

/// State at time zero: bodies, walls at rest in their first pose, random streams. Sizes the lists
/// of the scene.
State build_state(const Case& c, Scene& scene, const BodyList& list);

}  // namespace scree
