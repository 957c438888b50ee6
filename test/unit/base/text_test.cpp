#include "scree/base/text.h"

#include <doctest/doctest.h>

using namespace scree;

TEST_CASE("the edit distance counts insertions, deletions, changes and swaps") {
  CHECK(edit_distance("", "") == 0);
  CHECK(edit_distance("friction", "friction") == 0);
  CHECK(edit_distance("fricton", "friction") == 1);
  CHECK(edit_distance("frictionn", "friction") == 1);
  CHECK(edit_distance("frixtion", "friction") == 1);
  CHECK(edit_distance("frcition", "friction") == 1);
  CHECK(edit_distance("", "abc") == 3);
  CHECK(edit_distance("kitten", "sitting") == 3);
}

TEST_CASE("the nearest word is a likely misspelling, or nothing") {
  const std::vector<std::string> keys{"x", "radius", "restitution", "time_step"};
  CHECK(nearest("resitution", keys) == "restitution");
  CHECK(nearest("r", keys) == "radius");
  CHECK(nearest("step", keys) == "time_step");
  CHECK(nearest("viscosity", keys).empty());
  CHECK(nearest(std::string(100000, 'r'), keys).empty());
}

TEST_CASE("numbers are shown in their shortest form") {
  CHECK(plain(0.1) == "0.1");
  CHECK(plain(2500) == "2500");
  CHECK(plain(1e-7) == "1e-07");
}

TEST_CASE("a message names some thirty words, not hundreds") {
  CHECK(join_some({}) == "none");
  CHECK(join_some({"a", "b"}) == "a, b");
  const std::string long_list = join_some(std::vector<std::string>(400, "word"));
  CHECK(long_list.size() < 250);
  CHECK(long_list.find("word and 370 more") != std::string::npos);
}
