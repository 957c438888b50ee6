#pragma once
/// What a run shows of its bodies, contacts and walls. Units and signs are those of
/// docs/notation.md; vectors are in world axes.
#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace scree::api {

using Vector = std::array<double, 3>;

/// Ids count from zero in the order of creation and stay for ever. A clump bears the id of its
/// first member; the ids of its other members name those spheres.
using BodyId = std::int32_t;

struct Body {
  BodyId id = -1;
  Vector position{};   // of the centre, inside the periodic cell [m]
  Vector unwrapped{};  // the same with the periods that were crossed [m]
  Vector velocity{};   // [m/s]
  Vector spin{};       // [rad/s]
  double radius = 0;   // of a sphere; of a clump NaN [m]
  double mass = 0;     // infinite: prescribed, moves as it is told [kg]
  Vector force{};      // of contacts, bridges and joints on it, in the last step [N]
  Vector torque{};     // the same about its centre [N m]
  std::string material, label;
  BodyId clump = -1;  // of a member: its clump; -1: none
  bool prescribed = false;
};

/// Who touches whom now, and what only a liquid bridge holds. Forces are those of the laws at this
/// instant: dashpots of the last step, which bodies and walls sum up, saw the velocities that were
/// predicted for its end.
struct Contact {
  BodyId i = -1, j = -1;   // -1: a wall or a part of a machine, named below
  std::string part, wall;  // on the side of i and of j; empty: a body
  Vector point{};          // [m]
  Vector normal{};         // from i to j
  double gap = 0;          // negative where they overlap [m]
  Vector force{};          // on i, all of it [N]
  Vector moment{};         // rolling and twisting couple on i [N m]
  bool sliding = false;    // friction is at its limit
};

struct Wall {
  std::string name;
  bool present = true;  // in this phase
  Vector position{};    // of the origin of its frame; of a part its centre of mass [m]
  std::array<double, 4> rotation{1, 0, 0, 0};  // unit quaternion, scalar first
  Vector velocity{}, spin{};                   // [m/s], [rad/s]
  Vector force{}, torque{};  // of the bodies on it, in the last step; about the origin [N], [N m]
  double work = 0;           // done on the bodies since the start [J]
};

/// A column of a table of rows, as it lies in memory: row k begins `stride` bytes behind row k - 1.
/// It shows the instant at which it was asked for and stays as it was for as long as `keep` lives:
/// a run that goes on makes a copy of what somebody still holds, and of nothing else.
template <class T>
struct Column {
  const T* data = nullptr;
  std::int64_t rows = 0;
  int components = 1;
  std::int64_t stride = sizeof(T);  // [bytes]
  std::shared_ptr<const void> keep;

  const T& at(std::int64_t row, int component = 0) const {
    const char* begin = reinterpret_cast<const char*>(data) + row * stride;
    return reinterpret_cast<const T*>(begin)[component];
  }
};

/// The spheres of a run, members of clumps and prescribed ones included, row by row. Rows change
/// whenever they are sorted anew: `id` says whose they are now.
struct Columns {
  Column<std::int32_t> id;
  Column<double> position, radius;  // inside the periodic cell [m], [m]
  Column<double> velocity, spin;    // [m/s], [rad/s]
  Column<double> inverse_mass;  // of its clump for a member; prescribed: as contacts see it [1/kg]
  Column<std::uint16_t> material, label;  // rows of Run::materials(), Run::labels()
};

/// A table of numbers over time.
struct Series {
  std::vector<std::string> names;            // with their units: "kinetic_translation [J]"
  std::vector<std::vector<double>> columns;  // one per name

  /// The column of that name, with or without its unit; throws CaseError if there is none.
  const std::vector<double>& at(const std::string& name) const;
};

/// series.csv of a run, or another table of its observers.
Series read_series(const std::string& path);

}  // namespace scree::api
