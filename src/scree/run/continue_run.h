#pragma once
/// A case that begins where an earlier run ended (`run.from`): bodies, contact memory, walls,
/// prescribed bodies and motions are taken over; time, books and observers begin anew.
#include <optional>
#include <string>
#include <vector>

#include "scree/case/case.h"
#include "scree/control/controls.h"
#include "scree/state/scene.h"
#include "scree/state/state.h"
#include "scree/step/common/make_memory.h"

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
  Method method = Method::kSmooth;        // that of the earlier run
  std::optional<MemoryMade> memory = {};  // another method's, made anew from what contacts carried
  bool new_lists = false;                 // must lists be built before the first step?

  /// One line for the user; empty if all was taken over as it was.
  std::string note(Method now) const;
};

/// The state with which the case begins. Materials, labels and walls are matched by name,
/// prescribed entries by their order. With the same method and parameters, and lists that need not
/// be built, the run goes on bit for bit. Another method keeps other memory of contacts: `carried`
/// says what they carried, and make_memory() puts that into the new columns once the step is known;
/// bridges stay. Throws CaseError when the two do not fit together.
State continue_run(const Case& c, Scene& scene, const Controls& controls, EarlierRun run,
                   Continuation& how, CarriedForces& carried);

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
