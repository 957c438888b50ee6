#include "scree/io/lammps_data.h"

#include <doctest/doctest.h>

#include "scree/base/error.h"

using namespace scree;

namespace {

const std::string kHeader =
    "any title 3 atoms\n\n2 atoms\n2 atom types\n0 bonds\n\n-1 1 xlo xhi\n0 2 ylo yhi\n"
    "0 3.5 zlo zhi\n";

}  // namespace

TEST_CASE("atoms, box, types and velocities are read; velocities find their atom by id") {
  const LammpsData data = parse_lammps_data(
      kHeader +
          "\nAtoms # sphere\n\n7 2 0.1 2500 0.1 0.2 0.3 0 0 1\n3 1 0.2 2600 0.4 0.5 0.6 0 0 0\n"
          "\nVelocities\n\n3 1 2 3 4 5 6\n",
      "f");
  CHECK(data.lo == Vec3{-1, 0, 0});
  CHECK(data.hi == Vec3{1, 2, 3.5});
  REQUIRE(data.id == std::vector<long>{7, 3});
  CHECK(data.type == std::vector<int>{2, 1});
  CHECK(data.diameter[1] == 0.2);
  CHECK(data.density[1] == 2600);
  CHECK(data.x[0] == Vec3{0.1, 0.2, 0.3});
  CHECK(data.v[0] == Vec3{0, 0, 0});
  CHECK(data.v[1] == Vec3{1, 2, 3});
  CHECK(data.w[1] == Vec3{4, 5, 6});
}

TEST_CASE("sections that say nothing of spheres are skipped, and rest means no velocities") {
  const LammpsData data = parse_lammps_data(
      kHeader + "\nMasses\n\n1 1.0\n2 2.0\n\nAtoms\n\n1 1 1 1 0 0 0\n2 1 1 1 0 0 2\n", "f");
  CHECK(data.id.size() == 2);
  CHECK(data.v[1] == Vec3{0, 0, 0});
}

TEST_CASE("a file cut off in the middle is noticed") {
  CHECK_THROWS_WITH_AS(parse_lammps_data(kHeader + "\nAtoms\n\n1 1 1 1 0 0 0\n", "f"),
                       doctest::Contains("is the file complete?"), CaseError);
}
