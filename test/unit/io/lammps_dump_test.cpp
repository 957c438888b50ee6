#include "scree/io/lammps_dump.h"

#include <doctest/doctest.h>

#include "unit/io/scratch_folder.h"

using namespace scree;

namespace {
BodyFrame two_bodies() {
  BodyFrame f;
  f.time = 0.25;
  f.x = {{0.1, 0.2, 0.3}, {-1, 0, 1e-7}};
  f.radius = {0.5, 0.25};
  f.columns = {{"id", 1, {7, 3}, true, ""},
               {"material", 1, {0, 2}, true, ""},
               {"velocity", 3, {1, 2, 3, 4, 5, 6}, false, "m/s"},
               {"spin", 3, {0, 0, 1, 0, 0, -1}, false, "rad/s"},
               {"coordination", 1, {4, 6}, true, ""},
               {"slip", 2, {0.5, 1. / 3, 0, 0}, false, ""}};
  f.lo = {-2, -2, 0}, f.hi = {2, 2, 8};
  f.periodic = {true, false, false};
  return f;
}
const char* const kSnapshot =
    "ITEM: TIME\n0.25\nITEM: TIMESTEP\n100\nITEM: NUMBER OF ATOMS\n2\n"
    "ITEM: BOX BOUNDS pp ff ff\n-2 2\n-2 2\n0 8\n"
    "ITEM: ATOMS id type x y z radius vx vy vz omegax omegay omegaz coordination slip[1] slip[2]\n"
    "7 1 0.1 0.2 0.3 0.5 1 2 3 0 0 1 4 0.5 0.333333333\n"
    "3 3 -1 0 1e-07 0.25 4 5 6 0 0 -1 6 0 0\n";
}  // namespace

TEST_CASE("a dump holds one snapshot after the other in LAMMPS's own words") {
  ScratchFolder folder;
  LammpsDump dump = LammpsDump::create(folder / "d");
  dump.append(100, two_bodies());
  CHECK(file_bytes(folder / "d") == kSnapshot);
  dump.append(100, two_bodies());
  CHECK(file_bytes(folder / "d") == std::string(kSnapshot) + kSnapshot);
}

TEST_CASE("a resumed dump forgets what was written after the checkpoint") {
  ScratchFolder folder;
  std::uint64_t offset = 0;
  {
    LammpsDump dump = LammpsDump::create(folder / "d");
    dump.append(100, two_bodies());
    offset = dump.offset();
    dump.append(200, two_bodies());
  }
  LammpsDump dump = LammpsDump::resume(folder / "d", offset);
  dump.append(100, two_bodies());
  CHECK(file_bytes(folder / "d") == std::string(kSnapshot) + kSnapshot);
}

TEST_CASE("without a domain the box is that of the bodies, and never flat") {
  ScratchFolder folder;
  BodyFrame f;
  f.x = {{0, 0, 0}, {3, 1, 0}};
  f.radius = {0.5, 0.25};
  LammpsDump::create(folder / "d").append(0, f);
  CHECK(contains(file_bytes(folder / "d"), "ff ff ff\n-0.5 3.5\n-0.5 1.5\n-0.5 0.5\n"));
}
