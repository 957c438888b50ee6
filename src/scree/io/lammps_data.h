#pragma once
/// Reads LAMMPS data files of atom_style sphere:
///   Atoms: id type diameter density x y z [ix iy iz];  Velocities: id vx vy vz wx wy wz.
#include <string>
#include <vector>

#include "scree/base/vec3.h"

namespace scree {

struct LammpsData {
  Vec3 lo{0, 0, 0}, hi{0, 0, 0};        // box of the header [m]
  int types = 0;                        // number of atom types
  std::vector<long> id;                 // columns below in the order of the Atoms section
  std::vector<int> type;                // 1, 2, ..., types
  std::vector<Real> diameter, density;  // [m], [kg/m^3]
  std::vector<Vec3> x, v, w;            // [m], [m/s], [rad/s]; v and w zero when not given
};

/// Image flags are read and dropped: positions are those inside the box. A name that ends in .gz is
/// unpacked on the way. Throws CaseError.
LammpsData read_lammps_data(const std::string& path);
LammpsData parse_lammps_data(const std::string& text, const std::string& file);

}  // namespace scree
