#include <doctest/doctest.h>

#include "bench/transcript.h"
#include "scree/base/error.h"

using namespace scree;
using namespace scree::app;

TEST_CASE("a run of LAMMPS: loop time, list builds and the last row of the table") {
  const Piece piece = read_piece({
      "Per MPI rank memory allocation (min/avg/max) = 20.1 | 20.1 | 20.1 Mbytes",
      "Step KinEng ",
      "     500 8.2671e-05 ",
      "     600 0.00010512 ",
      "Loop time of 0.664933 on 2 procs for 100 steps with 10000 atoms",
      "",
      "Performance: 260.0 timesteps/s",
      "Pair    | 0.5 | 0.5 | 0.5 | 0.0 | 90.0",
      "Neighbor list builds = 4",
      "Dangerous builds = 0",
  });
  CHECK(piece.seconds == 0.664933);
  CHECK(piece.steps == 100);
  CHECK(piece.spheres == 10000);
  CHECK(piece.builds == 4);
  CHECK(piece.kinetic == 0.00010512);
  CHECK_FALSE(piece.coordination);
  CHECK_FALSE(piece.refreshes);
}

TEST_CASE("a run of LIGGGHTS: columns in another order, a date behind the loop time") {
  const Piece piece = read_piece({
      "    Step          c_z         KinEng ",
      "    1500       4.8368  0.00054975 ",
      "    1501       4.8402  0.00055021 ",
      "Loop time of 0.89 on 1 procs for 1 steps with 10000 atoms, finish time Sun Nov 15 2026",
      "Neighbor list builds = 1",
  });
  CHECK(piece.coordination == 4.8402);
  CHECK(piece.kinetic == 0.00055021);
  CHECK(piece.seconds == 0.89);
}

TEST_CASE("numbers after the loop time are no rows of the table") {
  const Piece piece = read_piece(
      {"Step KinEng", "10 0.5", "Loop time of 1 on 1 procs for 10 steps with 5 atoms", "7 9"});
  CHECK(piece.kinetic == 0.5);
}

TEST_CASE("a code that was not timed is an error with its last words") {
  CHECK_THROWS_WITH_AS(read_piece({"ERROR: Unknown command: rnu"}),
                       doctest::Contains("Unknown command: rnu"), CaseError);
  CHECK_THROWS_AS(read_piece({}), CaseError);
}

TEST_CASE("sizes are written as people write them") {
  CHECK(parse_size("10k") == 10000);
  CHECK(parse_size("1M") == 1000000);
  CHECK(parse_size("0.5M") == 500000);
  CHECK(parse_size("250") == 250);
  for (const char* bad : {"", "k", "-1k", "ten", "10kk", "0.5", "1e12"})
    CHECK_THROWS_AS(parse_size(bad), CaseError);
  CHECK(size_text(10000) == "10k");
  CHECK(size_text(2000000) == "2M");
  CHECK(size_text(1234) == "1234");
  CHECK(parse_counts("1,2", "--threads") == std::vector<int>{1, 2});
  CHECK_THROWS_WITH_AS(parse_counts("1,0", "--threads"), doctest::Contains("--threads"), CaseError);
  CHECK_THROWS_AS(parse_counts("", "--threads"), CaseError);
}

TEST_CASE("Scree tells the fingerprint of its state; other codes have none") {
  const std::string time = "Loop time of 0.5 on 1 procs for 0 steps with 996 atoms";
  CHECK(read_piece({"Contacts = 903", "State = 0ce88cf339cdfaeb", time}).state ==
        "0ce88cf339cdfaeb");
  CHECK_FALSE(read_piece({"Contacts = 903", time}).state);
}
