#pragma once
/// A case that begins where an earlier run ended (`run.from`): bodies, contact memory, walls,
/// prescribed bodies and motions are taken over; time, books and observers begin anew.
#include <string>
#include <vector>

#include "scree/case/case.h"
#include "scree/control/controls.h"
#include "scree/state/scene.h"
#include "scree/state/state.h"

namespace scree {

/// The end of an earlier run, as its folder tells it.
struct EarlierRun {
  std::string folder;
  Case c;
  State state;
  std::vector<std::string> labels, materials;  // names the grains' numbers stand for
};

/// How a case goes on from an earlier run.
struct Continuation {
  std::string folder;
  Method method = Method::kSmooth;  // that of the earlier run
  bool memory_dropped = false;      // of contacts: it belonged to another method
  bool new_lists = false;           // must lists be built before the first step?

  /// One line for the user; empty if all was taken over.
  std::string note(Method now) const;
};

/// The state with which the case begins. Materials, labels and walls are matched by name,
/// prescribed entries by their order. With the same method and parameters, and lists that need not
/// be built, the run goes on bit for bit. Another method reads other things into the memory of
/// contacts (impulses stand where springs do), so that is dropped; bridges stay. Throws CaseError
/// when the two do not fit together.
State continue_run(const Case& c, Scene& scene, const Controls& controls, EarlierRun run,
                   Continuation& how);

/// Where walls and prescribed bodies were, to see that taking over motions does not move them.
struct MovedPlaces {
  std::vector<WallState> walls;
  std::vector<Place> prescribed;

  explicit MovedPlaces(const State& state);
  /// Throws CaseError naming what jumped, and how to avoid it.
  void check_no_jump(const Case& c, const Scene& scene, const State& state,
                     const std::string& remedy) const;
};

}  // namespace scree
