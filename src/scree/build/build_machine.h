#pragma once
/// Machines of a case: walls with mass, and the joints between them.
#include "scree/case/case.h"
#include "scree/state/scene.h"
#include "scree/state/state.h"

namespace scree {

/// Makes the wall a body: its frame moves to the centre of mass.
void make_part(const Case& c, const WallOptions& w, Wall& wall);

/// Refuses pairs of parts and walls that would pass through each other unnoticed.
void check_part_pairs(const Case& c, const Scene& scene);

std::vector<MachineJoint> machine_of(const Case& c);

/// Puts walls where they are at the start, and makes the bodies of parts, before any other.
void start_parts(const Scene& scene, State& state);

/// Makes the joints where the parts stand now.
void start_machine(const Case& c, const Scene& scene, State& state);
JointState start_joint(const State& state, const MachineJoint& joint);

}  // namespace scree
