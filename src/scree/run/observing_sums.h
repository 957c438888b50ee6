#pragma once
/// Observers of prescribed bodies and of sums over bodies.
#include "scree/formula/expression.h"
#include "scree/run/observing_columns.h"

namespace scree {

/// Of all prescribed bodies of a label: force of the free grains on them, power and work of them on
/// the grains, mean position of their centres; pressure if the case gives direction and area.
ObserverPart prescribed_part(const Names& n, const Case& c, const ObserveOptions& o);

/// Sum of a formula over the bodies of a label, free or prescribed.
class BodySum {
 public:
  /// Throws CaseError for a formula that makes no sense.
  explicit BodySum(const ObserveOptions& o);
  Real measure(const Scene& scene, const State& state) const;

 private:
  std::string label_;
  Expression formula_;
};

}  // namespace scree
