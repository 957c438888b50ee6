#pragma once
/// A case that begins where an earlier run ended (`run.from`): bodies, contact memory, walls,
/// prescribed bodies and motions are taken over; time, books and observers begin anew.
#include <string>
#include <vector>

#include "scree/run/case.h"
#include "scree/run/controls.h"
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

/// The state with which the case begins. Materials, labels and walls are matched by name,
/// prescribed entries by their order. `new_lists` tells whether lists must be built before the
/// first step; if not, and with the same parameters, the run goes on bit for bit. Throws CaseError
/// when the two do not fit together.
State continue_run(const Case& c, Scene& scene, const Controls& controls, EarlierRun run,
                   bool& new_lists);

/// Where walls and prescribed bodies were, to see that taking over motions does not move them.
struct MovedPlaces {
  std::vector<WallState> walls;
  std::vector<Place> prescribed;

  explicit MovedPlaces(const State& state);
  /// Throws CaseError naming what jumped, and how to avoid it.
  void check_no_jump(const Case& c, const Scene& scene, const State& state) const;
};

}  // namespace scree
