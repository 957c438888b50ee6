#pragma once
/// Where nothing may be bound: bodies without substance that grains overlap
/// (docs/theory/reduction.md, 2).
#include "scree/state/scene.h"
#include "scree/state/state.h"
#include "scree/step/nonsmooth/bonds.h"
#include "scree/step/nonsmooth/reduction_options.h"

namespace scree {

class Sensors {
 public:
  explicit Sensors(const std::vector<Sensor>& sensors) : sensors_(sensors) {}

  bool any() const { return !sensors_.empty(); }
  /// Does a grain overlap one of them?
  bool see(const Scene& scene, const State& state, const Place& grain) const;
  /// The bound grains that do. Those at rest among sensors at rest were looked at when they were
  /// bound.
  void find(const Scene& scene, const State& state, Release& out) const;

 private:
  std::vector<Sensor> sensors_;
};

}  // namespace scree
