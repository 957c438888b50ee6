#pragma once
/// What a frame shows, as plain values: writers and pictures know nothing of the engine's state.
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "scree/base/vec3.h"

namespace scree {

/// One quantity per point, `components` numbers each, point after point.
struct Column {
  std::string name;  // "velocity"
  int components = 1;
  std::vector<Real> data;  // size = components * number of points
  bool integer = false;    // ids, materials, counts: written as whole numbers
  std::string unit;        // "m/s"; for labels only
};

/// The bodies at one time. Rows of x, radius and of every column belong together.
struct BodyFrame {
  Real time = 0;             // [s]
  std::vector<Vec3> x;       // centres [m]
  std::vector<Real> radius;  // [m]
  std::vector<Column> columns;
  bool planar = false;
  Vec3 lo{0, 0, 0}, hi{0, 0, 0};  // the domain [m]; lo == hi when there is none
  std::array<bool, 3> periodic{false, false, false};
};

/// The triangles of one wall at one time.
struct WallFrame {
  std::string name;
  std::vector<Vec3> vertices;  // [m]
  std::vector<std::array<Index, 3>> triangles;
};

/// The contacts at one time.
struct ContactFrame {
  std::vector<Vec3> point;  // [m]
  std::vector<Column> columns;
};

/// The column of that name, or null.
inline const Column* find_column(const std::vector<Column>& columns, std::string_view name) {
  for (const Column& c : columns)
    if (c.name == name) return &c;
  return nullptr;
}

}  // namespace scree
