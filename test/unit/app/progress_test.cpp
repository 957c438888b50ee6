#include "progress.h"

#include <doctest/doctest.h>

#include <initializer_list>
#include <string>

using namespace scree::app;

namespace {

ProgressPoint halfway() {
  return {.phase = "settle", .time = 1, .end = 2, .begin = 0, .grains = 5000, .grain_steps = 5e6};
}

}  // namespace

TEST_CASE("durations are told in the two largest units that matter") {
  CHECK(duration_text(-1) == "0 s");
  CHECK(duration_text(41.6) == "42 s");
  CHECK(duration_text(59.7) == "1 min 00 s");
  CHECK(duration_text(200) == "3 min 20 s");
  CHECK(duration_text(5 * 3600 + 7 * 60) == "5 h 07 min");
  CHECK(duration_text(86400 * 2 + 3 * 3600) == "2 d 03 h");
}

TEST_CASE("counts keep two digits") {
  CHECK(count_text(12) == "12");
  CHECK(count_text(5.14e6) == "5.1 M");
  CHECK(count_text(9.96e6) == "10 M");
  CHECK(count_text(870e3) == "870 k");
  CHECK(count_text(2.5e9) == "2.5 G");
}

TEST_CASE("the line tells phase, percentage, time, speed and time left") {
  const std::string line = progress_line(halfway(), 10, 120);
  CHECK(line.find("settle  50 %") == 0);
  CHECK(line.find("t = 1 of 2 s") != std::string::npos);
  CHECK(line.find("5000 grains") != std::string::npos);
  CHECK(line.find("500 k grain-steps/s") != std::string::npos);
  CHECK(line.find("10 s left") != std::string::npos);
}

TEST_CASE("time left counts only what this process did, also after a resume") {
  ProgressPoint point = halfway();
  point.begin = 0.9;  // 0.1 s of simulated time took 10 s, 1 s is left
  CHECK(progress_line(point, 10, 120).find("1 min 40 s left") != std::string::npos);
}

TEST_CASE("the line fits the terminal, and the bar gives way before the numbers") {
  for (const int width : {0, 10, 40, 80, 100, 200})
    CHECK(progress_line(halfway(), 10, width).size() <= static_cast<std::size_t>(width));
  CHECK(progress_line(halfway(), 10, 200).find("[###") != std::string::npos);
  const std::string narrow = progress_line(halfway(), 10, 74);
  CHECK(narrow.find('[') == std::string::npos);
  CHECK(narrow.find("10 s left") != std::string::npos);
}

TEST_CASE("a run is never called complete before its end") {
  ProgressPoint point = halfway();
  point.time = 1.9999;
  CHECK(progress_line(point, 10, 120).find("99 %") != std::string::npos);
  point.time = 2;
  CHECK(progress_line(point, 10, 120).find("100 %") != std::string::npos);
  point.end = 0;
  CHECK(fraction_done(point) == 1);
}

TEST_CASE("what is no terminal gets whole lines, and none before ten seconds") {
  std::FILE* file = std::tmpfile();
  REQUIRE(file);
  {
    Progress progress(file);
    CHECK_FALSE(progress.due());
    progress.draw(halfway());
  }
  std::rewind(file);
  char buffer[256] = {};
  const std::size_t length = std::fread(buffer, 1, sizeof(buffer) - 1, file);
  std::fclose(file);
  const std::string text(buffer, length);
  CHECK(text.find('\r') == std::string::npos);
  CHECK(text.back() == '\n');
}
