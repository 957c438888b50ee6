#pragma once
/// Mean stress of the grains in a part of space, positive in compression.
#include "scree/observe/zone.h"
#include "scree/state/scene.h"
#include "scree/state/state.h"

namespace scree {

struct Stress {
  Mat3 contact{};  // [Pa]
  Mat3 kinetic{};  // [Pa]
  Mat3 total() const { return contact + kinetic; }
};
/// Pressure: a third of the trace; planar: half of the trace in the plane.
Real pressure(const Mat3& stress, bool planar);

/// Love-Weber sum over the bodies whose centre is in the zone and over all their contacts, those
/// with walls too:
///   sigma = -1/V sum f (x) l,      f the force on the body, l from its centre to the contact,
/// which for two bodies in the zone adds up to the branch vector between their centres; plus
///   1/V sum m v' (x) v',           v' the velocity against the mean of the zone.
/// For an empty zone function (everywhere) give the volume of the cell.
Stress measure_stress(const Scene& scene, const State& state, const Zone& zone);

}  // namespace scree
