#pragma once
#include <string>

#include "bench/race.h"

namespace scree::app {

/// The pile of `bench pile` made of clumps, and the pile of spheres under one large plate: their
/// contact-iterations beside those of the spheres alone, all in one race.
void bench_heaps(long bodies, const RaceOptions& options, const std::string& folder);

}  // namespace scree::app
