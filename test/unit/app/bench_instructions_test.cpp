#include <doctest/doctest.h>

#include "bench/instructions.h"
#include "scree/base/error.h"

using namespace scree;
using namespace scree::app;

TEST_CASE("callgrind's last words tell how many instructions it collected") {
  CHECK(collected({"==417== Callgrind, a call-graph generating cache profiler",
                   "Loop time of 0.5 on 1 procs for 10 steps with 996 atoms",
                   "==417== Events    : Ir", "==417== Collected : 12345678901", "==417== "}) ==
        12345678901);
}

TEST_CASE("a program that callgrind could not run has no count") {
  CHECK_FALSE(collected({}));
  CHECK_FALSE(collected({"vex amd64->IR: unhandled instruction bytes: 0x62 0xF1 0xFD 0x8"}));
  CHECK_FALSE(collected({"Collected : 12"}));  // not callgrind's own
}

TEST_CASE("instructions are counted of two programs that are there") {
  CHECK_THROWS_WITH_AS(parse_counted_programs("one"), doctest::Contains("OWN,OTHER"), CaseError);
  CHECK_THROWS_WITH_AS(parse_counted_programs("no-such-program,no-such-program"),
                       doctest::Contains("is not there"), CaseError);
}
