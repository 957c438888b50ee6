/// What a sweep says about its runs on the way.
#include <doctest/doctest.h>

#include "sweep/child.h"
#include "sweep/outlook.h"

using namespace scree::app;

TEST_CASE("the time left is judged by the runs of the same block") {
  // Block 0 took 10 s for a whole run; block 1 is ten times as dear, as its first half tells.
  const std::vector<RunOutlook> runs{
      {0, 1, 1, 1, 10}, {0, 1, 0, 0, 0}, {1, 1, 0.5, 0.5, 50}, {1, 1, 0, 0, 0}};
  CHECK(seconds_left(runs, 1) == doctest::Approx(10 + 50 + 100));
  CHECK(seconds_left(runs, 2) == doctest::Approx(100));  // the last one cannot be shared
}

TEST_CASE("a block nobody has begun is judged by all, by how long it is") {
  const std::vector<RunOutlook> runs{{0, 2, 1, 1, 10}, {1, 6, 0, 0, 0}};
  CHECK(seconds_left(runs, 1) == doctest::Approx(30));
  CHECK(part_done(runs) == doctest::Approx(0.25));
}

TEST_CASE("runs that were done before this call say nothing about speed") {
  CHECK(seconds_left({{0, 1, 1, 0, 0}, {0, 1, 0, 0, 0}}, 1) < 0);
  const std::vector<RunOutlook> resumed{{0, 1, 0.75, 0.25, 10}};  // half was there already
  CHECK(seconds_left(resumed, 1) == doctest::Approx(10));
}

TEST_CASE("the line of a study fits any width") {
  const StudyOutlook now{
      .total = 36, .done = 12, .running = 2, .failed = 1, .part = 0.417, .seconds_left = 8000};
  const std::string line = outlook_line(now, 120);
  CHECK(line ==
        "12 of 36 runs done, 2 running, 1 failed  41 % [#############-----------------] "
        "about 2 h 13 min left");
  CHECK(outlook_line(now, 70) ==
        "12 of 36 runs done, 2 running, 1 failed  41 % about 2 h 13 min left");
  CHECK(outlook_line(now, 10) == "12 of 36 r");
}

TEST_CASE("there are no 100 % while a run is on its way") {
  CHECK(outlook_line({.total = 2, .done = 1, .running = 1, .part = 1}, 50).find(" 99 %") !=
        std::string::npos);
  CHECK(outlook_line({.total = 2, .done = 1, .failed = 1, .part = 1}, 50).find("100 %") !=
        std::string::npos);
}

TEST_CASE("the reason of a failure is the error, or the last words") {
  CHECK(reason_in("case\nscree: error: a.toml:3: no\nmore\n") == "a.toml:3: no");
  CHECK(reason_in("begins\n  Killed \n\n") == "Killed ");
  CHECK(reason_in("") == "");
}
