#pragma once
/// From a case to the Scene the engine works on.
#include "scree/case/case.h"
#include "scree/state/scene.h"
#include "scree/state/state.h"

namespace scree {

/// What was done to the meshes of a case on the way in; one readable paragraph each.
struct SceneNotes {
  std::vector<std::string> meshes;
};

Domain build_domain(const Case& c);

/// Domain, laws of all pairs of materials, walls with their surfaces, labels. Lists are sized by
/// size_lists() once the grains are known.
Scene build_scene(const Case& c, SceneNotes& notes);

/// Liquid on a sphere at the start; zero when bridges have a given volume [m^3].
Real film_volume(const LiquidOptions& liquid, Real radius);

/// Chooses skin and reach from the grains, and refuses a periodic box too small for them.
void size_lists(const Case& c, const Scene& scene, Real smallest_radius, Real largest_radius,
                Real mean_radius, ListMemory& lists);

/// Row of a label, adding it if new.
std::uint16_t label_row(Scene& scene, const std::string& label);

}  // namespace scree
