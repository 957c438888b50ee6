#pragma once
/// Drag on spheres and clumps in a fluid that moves as one and does not feel them
/// (docs/theory/loads.md):
///   F = -c (v - u) - rho_f V g,   T = -e w;   Stokes: c = 6 pi mu r, e = 8 pi mu r^3.
/// For a clump r is the radius of the sphere of its volume.
#include <vector>

#include "scree/couple/coupling.h"
#include "scree/couple/drag_options.h"

namespace scree {

class Drag final : public Coupling {
 public:
  explicit Drag(const DragOptions& options) : options_(options) {}
  std::string before(const Scene& scene, State& state, const LoadSpan& span) override;

 private:
  Load load_on(Real radius, Real volume, Vec3 gravity) const;
  void find_volumes(const Scene& scene, const State& state);

  const DragOptions options_;
  // Scratch: volumes of the clumps, made anew when these have changed.
  std::vector<Id> clumps_;
  std::vector<Real> volume_;
};

}  // namespace scree
