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

TEST_CASE("text from outside is shown without control characters and broken UTF-8") {
  CHECK(printable("plain text, größer 10 µm — 粒子") == "plain text, größer 10 µm — 粒子");
  CHECK(printable("\x1b[31mred\n\tnext\r") == "\\x1b[31mred\\n\\tnext\\r");
  CHECK(printable(std::string("a\0b", 3)) == "a\\x00b");
  CHECK(printable("\xff\xc3") == "\\xff\\xc3");
  CHECK(printable("\xc0\xaf") == "\\xc0\\xaf");           // '/' in two bytes
  CHECK(printable("\xed\xa0\x80") == "\\xed\\xa0\\x80");  // half a surrogate pair
  CHECK(printable("\xc2\x9b") == "\\u009b");              // the other way to begin a sequence
  CHECK(printable("a\xe2\x80\xae"
                  "b") == "a\\u202eb");  // from right to left
  CHECK(printable_lines("one\n\x07two\n") == "one\n\\x07two\n");
}

TEST_CASE("names are letters and digits of any script, spaces and a few signs") {
  for (const char* good : {"floor", "wrist pin", "blade-2_b.left (new)", "Größe", "粒子", "a"})
    CHECK_MESSAGE(name_trouble(good).empty(), good);
  for (const char* bad : {"",
                          " a",
                          "a ",
                          ".",
                          "..",
                          ".hidden",
                          "a,b",
                          "a\"b",
                          "a'b",
                          "a/b",
                          "../x",
                          "a\\b",
                          "a\nb",
                          "a\tb",
                          "\x1b[31m",
                          "a\x7f",
                          "\xff",
                          "a\xe2\x80\xae",
                          "a\xc2\xa0"
                          "b",
                          "*",
                          "a[m]",
                          "{a}",
                          "<a>",
                          "a&b",
                          "a:b",
                          "a=b"})
    CHECK_MESSAGE(!name_trouble(bad).empty(), bad);
  CHECK(name_trouble(std::string(50, 'x')).empty());
  CHECK(name_trouble(std::string(300, 'x')).find("300 characters") != std::string::npos);
  CHECK(name_trouble("a\x1b"
                     "b")
            .find("\\x1b") != std::string::npos);
}

TEST_CASE("a time has no digits that only rounding made") {
  CHECK(rounded_time(0.1 + 0.2, 1e-5) == 0.3);
  CHECK(rounded_time(0.9999996, 1.3e-6) == 1);
  CHECK(rounded_time(0.12345, 1e-5) == 0.12345);
  CHECK(rounded_time(0.12345, 2e-5) == 0.12345);
  CHECK(rounded_time(3, 5) == 3);
  CHECK(rounded_time(0.25, 0) == 0.25);
}
