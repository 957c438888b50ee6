#pragma once
/// The cost of a contact when sizes differ by a factor of 30.
#include <string>

#include "bench/race.h"
#include "scree/build/make_bodies.h"

namespace scree::app {

constexpr RaceOptions kPolydisperseRace{.warmup = 600, .steps = 600, .pieces = 12, .repeats = 1};

/// A bed of small spheres with large ones in it.
struct Mixture {
  BodyList bodies;  // the large ones last
  long large = 0;
  Vec3 box{0, 0, 0};          // of the bed: width, depth, height [m]
  Real large_over_small = 0;  // total volumes
};
/// Copies of a settled bed of the given width, side by side and on top of each other, in which
/// large spheres take the place of the small ones they would touch.
Mixture mix(const BodyList& bed, Real width);

/// Times the mixture beside a bed of like spheres; returns an exit code.
int bench_polydisperse(const RaceOptions& options, const std::string& folder);

}  // namespace scree::app
