#include "scree/io/series_file.h"

#include <doctest/doctest.h>

#include <bit>
#include <cmath>
#include <limits>

#include "scree/base/error.h"
#include "scree/base/random.h"
#include "unit/io/scratch_folder.h"

using namespace scree;

namespace {
const std::vector<std::string> kNames{"time [s]", "kinetic_translation [J]"};
}

TEST_CASE("a series reads like a table: names with units, shortest numbers") {
  ScratchFolder folder;
  SeriesFile series = SeriesFile::create(folder / "s.csv", kNames);
  series.append(std::vector<Real>{0, 0.1});
  series.append(std::vector<Real>{1e-3, -std::nan("")});
  CHECK(file_bytes(folder / "s.csv") == "time [s],kinetic_translation [J]\n0,0.1\n0.001,nan\n");
  CHECK(series.offset() == file_bytes(folder / "s.csv").size());
}

TEST_CASE("every number of a series comes back with the same bits") {
  ScratchFolder folder;
  Random random{7};
  std::vector<Real> sent{0.0,     -0.0,
                         1e-310,  std::numeric_limits<Real>::max(),
                         1.0 / 3, -std::numeric_limits<Real>::infinity()};
  while (sent.size() < 500) {
    const Real any = std::bit_cast<Real>(random.bits());
    if (std::isfinite(any)) sent.push_back(any);
  }
  SeriesFile series = SeriesFile::create(folder / "s.csv", kNames);
  for (std::size_t i = 0; i < sent.size(); ++i)
    series.append(std::vector<Real>{static_cast<Real>(i), sent[i]});
  const Series back = read_series(folder / "s.csv");
  REQUIRE(back.names == kNames);
  REQUIRE(back.rows() == sent.size());
  for (std::size_t i = 0; i < sent.size(); ++i)
    CHECK(std::bit_cast<std::uint64_t>(back.columns[1][i]) ==
          std::bit_cast<std::uint64_t>(sent[i]));
}

TEST_CASE("a resumed series equals that of an uninterrupted run byte for byte") {
  ScratchFolder folder;
  const auto row = [](int i) { return std::vector<Real>{0.1 * i, std::sin(0.1 * i)}; };
  SeriesFile whole = SeriesFile::create(folder / "whole.csv", kNames);
  for (int i = 0; i < 20; ++i) whole.append(row(i));
  std::uint64_t offset = 0;
  {
    SeriesFile first = SeriesFile::create(folder / "cut.csv", kNames);
    for (int i = 0; i < 10; ++i) first.append(row(i));
    first.sync();
    offset = first.offset();
    for (int i = 10; i < 15; ++i) first.append(row(i));  // after the checkpoint: lost
  }
  SeriesFile second = SeriesFile::resume(folder / "cut.csv", kNames, offset);
  for (int i = 10; i < 20; ++i) second.append(row(i));
  CHECK(file_bytes(folder / "cut.csv") == file_bytes(folder / "whole.csv"));
}

TEST_CASE("a series with other columns is not continued") {
  ScratchFolder folder;
  const std::uint64_t offset = SeriesFile::create(folder / "s.csv", kNames).offset();
  CHECK(contains(message_of<CaseError>([&] {
                   SeriesFile::resume(folder / "s.csv", {"time [s]", "momentum [N s]"}, offset);
                 }),
                 "s.csv:1: the columns differ"));
}

TEST_CASE("a column is found with or without its unit") {
  ScratchFolder folder;
  put_file(folder / "s.csv", "time [s],contacts\n0,5\n1,6\n");
  const Series s = read_series(folder / "s.csv");
  REQUIRE(s.find("time") != nullptr);
  CHECK(s.find("time [s]") == s.find("time"));
  CHECK(*s.find("contacts") == std::vector<Real>{5, 6});
  CHECK(s.find("tim") == nullptr);
  CHECK(split_unit("a [m] b").unit == "");
}

TEST_CASE("a malformed series is refused with file and line") {
  ScratchFolder folder;
  const auto refusal = [&](const std::string& text) {
    put_file(folder / "s.csv", text);
    return message_of<CaseError>([&] { read_series(folder / "s.csv"); });
  };
  CHECK(contains(refusal(""), "s.csv:1: the header line"));
  CHECK(contains(refusal("a,b\n1,2\n3\n"), "s.csv:3: 1 values for 2 columns"));
  CHECK(contains(refusal("a,b\n1,2,3\n"), "s.csv:2: 3 values for 2 columns"));
  CHECK(contains(refusal("a,b\n1,x2\n"), "s.csv:2: 'x2' in column 'b' is not a number"));
  CHECK(contains(refusal("a,b\n1,2x\n"), "'2x' in column 'b'"));
  CHECK(contains(refusal("a,b\n1,\n"), "'' in column 'b'"));
  CHECK(contains(refusal("a,b\n1,2\n3,4"), "s.csv:3: the last row is cut off"));
  CHECK(refusal("a,b\n") == "");
  CHECK(contains(message_of<CaseError>([&] { read_series(folder / "none.csv"); }), "cannot open"));
  CHECK(contains(message_of<CaseError>([&] { SeriesFile::create(folder / "t.csv", {"a,b"}); }),
                 "cannot be named 'a,b'"));
}
