#pragma once
/// Pieces of observing.cpp: names of columns, regions, planes and profiles of observers.
#include "scree/observe/flux.h"
#include "scree/observe/zone.h"
#include "scree/run/observing.h"

namespace scree {

/// Makes names of columns: n("mass", "kg") is "prefix.mass [kg]".
struct Names {
  bool units = true;
  std::string prefix;

  std::string operator()(const std::string& name, const std::string& unit = "") const {
    return column_name(prefix + name, unit, units);
  }
  /// name_x, name_y, name_z; without z when planar.
  std::vector<std::string> vector(const std::string& name, const std::string& unit,
                                  bool planar) const;
  /// Of a rotation: only name_z when planar.
  std::vector<std::string> turn(const std::string& name, const std::string& unit,
                                bool planar) const;
  /// name_xx, name_xy, ... row by row; four when planar.
  std::vector<std::string> tensor(const std::string& name, const std::string& unit,
                                  bool planar) const;
};

std::vector<std::string> operator+(std::vector<std::string> a, const std::vector<std::string>& b);

/// The region with its volume; everywhere, with the volume of the domain, when there is none.
Zone make_zone(const Case& c, const std::optional<Region>& region);
/// A disc means: inside the cylinder above and below it.
Zone make_flux_zone(const Case& c, const ObserveOptions& o);
/// Throws CaseError for a plane that cuts a periodic axis at an angle.
FluxPlane make_flux_plane(const Case& c, const ObserveOptions& o);

ObserverTable make_profile(const Case& c, const Scene& scene, const ObserveOptions& o);

}  // namespace scree
