#pragma once
/// Pieces of observing.cpp: regions, planes and profiles of observers.
#include "scree/observe/flux.h"
#include "scree/observe/zone.h"
#include "scree/run/observing.h"

namespace scree {

/// The region with its volume; everywhere, with the volume of the domain, when there is none.
Zone make_zone(const Case& c, const std::optional<Region>& region);
/// A disc means: inside the cylinder above and below it.
Zone make_flux_zone(const Case& c, const ObserveOptions& o);
/// Throws CaseError for a plane that cuts a periodic axis at an angle.
FluxPlane make_flux_plane(const Case& c, const ObserveOptions& o);

ObserverTable make_profile(const Case& c, const Scene& scene, const ObserveOptions& o);

}  // namespace scree
