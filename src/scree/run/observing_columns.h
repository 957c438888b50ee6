#pragma once
/// The columns of an observer, each said once: name, unit, and value of what was measured.
#include <functional>

#include "scree/run/observing.h"

namespace scree {

/// Makes names of columns: n("mass", "kg") is "prefix.mass [kg]".
struct Names {
  bool units = true;
  std::string prefix;

  std::string operator()(const std::string& name, const std::string& unit = "") const {
    return column_name(prefix + name, unit, units);
  }
};

/// Columns that are read off one measurement, a `Now`. A value is a member of it, or any function.
template <class Now>
class ColumnList {
 public:
  template <class T>
  using Value = std::function<T(const Now&)>;

  ColumnList(Names names, bool planar) : names_(std::move(names)), planar_(planar) {}

  void number(const std::string& name, const std::string& unit, Value<Real> value) {
    columns_.push_back({{names_(name, unit), {}}, std::move(value)});
  }
  /// A member of a part of the measurement.
  template <class Whole, class Part, class T>
  void number(const std::string& name, const std::string& unit, Part Whole::*part, T Part::*value) {
    number(name, unit,
           [=](const Now& now) { return static_cast<Real>(std::invoke(value, now.*part)); });
  }
  /// A number that stands in the State: whoever wants it alone need not measure.
  void quick(const std::string& name, const std::string& unit, ObserverPart::Quick value) {
    columns_.push_back({{names_(name, unit), std::move(value)}, {}});
  }
  /// name_x, name_y, name_z; without z when planar.
  void vector(const std::string& name, const std::string& unit, const Value<Vec3>& value) {
    components(name + "_", unit, value, 0, planar_ ? 2 : 3);
  }
  /// Of a rotation: only name_z when planar.
  void turn(const std::string& name, const std::string& unit, const Value<Vec3>& value) {
    components(name + "_", unit, value, planar_ ? 2 : 0, 3);
  }
  /// name_xx, name_xy, ... row by row; four when planar.
  void tensor(const std::string& name, const std::string& unit, const Value<Mat3>& value) {
    const int size = planar_ ? 2 : 3;
    for (int k = 0; k < size; ++k)
      components(
          name + "_" + "xyz"[k], unit, [=](const Now& now) { return value(now).row[k]; }, 0, size);
  }

  ObserverPart measured_by(std::function<Now(const Scene&, State&)> measure) const {
    ObserverPart part;
    for (const ListedColumn& c : columns_) part.columns.push_back(c.shown);
    part.sample = [measure = std::move(measure), columns = columns_](
                      const Scene& scene, State& state, std::vector<Real>& row) {
      const Now now = measure(scene, state);
      for (const ListedColumn& c : columns)
        row.push_back(c.shown.quick ? c.shown.quick(state) : c.value(now));
    };
    return part;
  }

 private:
  struct ListedColumn {
    ObserverPart::Shown shown;
    Value<Real> value;  // empty where it is quick
  };

  void components(const std::string& name, const std::string& unit, const Value<Vec3>& value,
                  int begin, int end) {
    for (int k = begin; k < end; ++k)
      number(name + "xyz"[k], unit, [=](const Now& now) { return at(value(now), k); });
  }

  Names names_;
  bool planar_;
  std::vector<ListedColumn> columns_;
};

}  // namespace scree
