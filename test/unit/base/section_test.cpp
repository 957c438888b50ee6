#include "scree/base/section.h"

#include <doctest/doctest.h>

namespace scree {
namespace {

struct Memory {
  std::vector<Real> lengths;
  std::vector<Vec3> places;
  Real age = 0;

  static constexpr auto fields() {
    return std::tuple(RecordField("lengths", "m", &Memory::lengths),
                      RecordField("places", "m", &Memory::places),
                      RecordField("age", "s", &Memory::age));
  }
};

}  // namespace

TEST_CASE("every owner of a section has the rows it added, and no others") {
  std::vector<Real> section;
  const SectionRows one = add_rows(section, 2), none = add_rows(section, 0),
                    other = add_rows(section, 3);
  REQUIRE(section.size() == 5);
  CHECK(none.of(section).empty());
  for (Real& x : one.of(section)) x = 1;
  for (Real& x : other.of(section)) x = 2;
  CHECK(section == std::vector<Real>{1, 1, 2, 2, 2});
  const std::vector<Real>& same = section;
  CHECK(other.of(same).size() == 3);
  CHECK(&other.of(same)[0] == &section[2]);
}

TEST_CASE("sections are visited by name, with their unit where it is asked for") {
  const Memory memory;
  std::string names, units;
  visit_sections<Memory>("body", memory,
                         [&](const char* name, const auto&) { names += std::string(name) + " "; });
  CHECK(names == "body/lengths body/places body/age ");
  visit_sections<Memory>("body", memory,
                         [&](const char*, const auto&, const char* unit) { units += unit; });
  CHECK(units == "mms");
}

TEST_CASE("a section that is too short or too long is named") {
  Memory like;
  like.lengths.resize(2);
  Memory memory = like;
  memory.age = 3;  // no rows: nothing to compare
  CHECK(wrong_sections("body", memory, like) == "");
  memory.places.resize(1);
  CHECK(wrong_sections("body", memory, like) == "body/places has 1 rows where 0 are due");
  memory.lengths.pop_back();
  CHECK(wrong_sections("body", memory, like) == "body/lengths has 1 rows where 2 are due");
}

}  // namespace scree
