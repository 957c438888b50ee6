#pragma once
/// What integrators remember that look back on earlier steps (method dae, few bodies).
#include <vector>

#include "scree/base/section.h"

namespace scree {

/// Place, velocity and spin of a body; or their derivatives times h^k/k!, h the step, which have
/// the same units.
struct BodyPoint {
  Vec3 x;  // [m]
  Vec3 v;  // [m/s]
  Vec3 w;  // [rad/s]

  static constexpr auto fields() {
    using B = BodyPoint;
    return std::tuple(RecordField("place", "m", &B::x), RecordField("velocity", "m/s", &B::v),
                      RecordField("spin", "rad/s", &B::w));
  }
};

/// How fast they change.
struct BodyRate {
  Vec3 v;      // [m/s]
  Vec3 a;      // [m/s^2]
  Vec3 alpha;  // [rad/s^2]

  static constexpr auto fields() {
    using B = BodyRate;
    return std::tuple(RecordField("velocity", "m/s", &B::v),
                      RecordField("acceleration", "m/s^2", &B::a),
                      RecordField("spin_rate", "rad/s^2", &B::alpha));
  }
};

constexpr std::size_t kMultistepOrder = 5;  // of Gear's method and of BDF

/// The past of the bodies that move, level by level; a level has one row for each of them, by id.
/// BDF keeps points at the ends of the last steps, up to five, the latest first. Gear keeps rates
/// in the same way, as long as there are less than five; then what follows from them, h^k/k!
/// d^k/dt^k for k = 0, 1, ..., 5.
struct MultistepPast {
  std::vector<Id> body;  // whose the rows of a level are
  std::vector<BodyPoint> points;
  std::vector<BodyRate> rates;
  std::vector<BodyPoint> derivatives;

  static constexpr auto fields() {
    using M = MultistepPast;
    return std::tuple(RecordField("body", "", &M::body), RecordField("points", "", &M::points),
                      RecordField("rates", "", &M::rates),
                      RecordField("derivatives", "", &M::derivatives));
  }
  void clear() { *this = {}; }
  /// Whole levels in one of the tables.
  template <class Row>
  std::size_t levels(const std::vector<Row>& table) const {
    return body.empty() ? 0 : table.size() / body.size();
  }
};

}  // namespace scree
