#pragma once
/// Grains that might pass through others, or through walls, between two steps.
#include "scree/state/scene.h"
#include "scree/state/state.h"

namespace scree {

/// A soft contact is only felt where a step ends. A grain that moves by more than this share of the
/// smaller radius in a step, relative to what it meets, is through it before the contact has
/// pushed: at one radius it may pass a sheet unseen.
constexpr Real kFarthestPerStep = 0.5;

/// The share that leaves room for grains that get faster still: what is recommended and, at the
/// speeds to be expected, chosen.
constexpr Real kComfortablePerStep = 0.2;

/// A grain that meets something too fast for the step.
struct FastBody {
  bool found = false;
  Index row = -1;
  Index other = -1, wall = -1;  // what it meets: a row, or a wall
  Real speed = 0;               // relative to it [m/s]
  Real radius = 0;              // the smaller one [m]
};

/// The first, by row, that met something within the last step (positions and velocities are those
/// of its end). Grains count by their motion relative to each other, so a bed that moves as one may
/// be as fast as it likes; so may a grain that meets nothing. Walls count as standing still: how
/// far they may go in a step is checked where they are moved.
FastBody find_fast_body(const Scene& scene, const State& state, Real dt);

}  // namespace scree
