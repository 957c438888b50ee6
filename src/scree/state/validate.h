#pragma once
/// In builds for developers: do the tables of a State say of themselves what is true? Called
/// between the stages of a step, so that a stage that leaves a column behind is named where it
/// does.
#include "scree/base/error.h"
#include "scree/state/state.h"

namespace scree {

inline void validate([[maybe_unused]] const State& s) {
#ifndef NDEBUG
  SCREE_EXPECT(wrong_rows("grains", s.grains, s.grains.place.size()).empty());
  SCREE_EXPECT(wrong_rows("bodies", s.bodies, s.bodies.x.size()).empty());
  SCREE_EXPECT(wrong_rows("pairs", s.pairs, s.pairs.i.size()).empty());
  SCREE_EXPECT(wrong_rows("wall_contacts", s.wall_contacts, s.wall_contacts.row.size()).empty());
  SCREE_EXPECT(s.grains.singles <= s.grains.free && s.grains.free <= s.grains.size());
#endif
}

}  // namespace scree
