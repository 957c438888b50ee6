#include "scree/base/columns.h"

#include <doctest/doctest.h>

namespace scree {
namespace {

struct Spring {
  Vec3 pull;
  Real length;
  Vec3 rows[2];

  static constexpr auto fields() {
    return std::tuple(RecordField("pull", "N", &Spring::pull, Exchange::kTurns),
                      RecordField("length", "m", &Spring::length),
                      RecordField("rows", "m", &Spring::rows, Exchange::kTurns));
  }
};

constexpr std::int64_t kHeat = 1;

struct Table {
  std::int64_t present = 0;
  std::vector<Index> key;
  RawVector<Spring> spring;
  std::vector<Real> heat;

  static constexpr auto columns() {
    return std::tuple(TableColumn("key", "row", &Table::key),
                      TableColumn("spring", "", &Table::spring, Holds::kMemory),
                      TableColumn("heat", "J", &Table::heat, Holds::kMemory, kHeat));
  }
};

Table three_rows(std::int64_t present) {
  Table t;
  t.present = present;
  set_rows(t, 3);
  for (Index k = 0; k < 3; ++k) {
    t.key[k] = 10 + k;
    t.spring[k] = {{1.0 + k, 2, 3}, 0.5, {{4, 5, 6}, {7, 8, 9}}};
    if (present & kHeat) t.heat[k] = 100 + k;
  }
  return t;
}

}  // namespace

TEST_CASE("exchanging partners turns what points from one to the other, and nothing else") {
  const Spring s{{1, -2, 3}, 0.5, {{4, 5, 6}, {7, 8, -9}}};
  const Spring e = exchanged(s);
  CHECK(norm(e.pull + s.pull) == 0);
  CHECK(e.length == s.length);
  CHECK(norm(e.rows[0] + s.rows[0]) == 0);
  CHECK(norm(e.rows[1] + s.rows[1]) == 0);
  const Spring back = exchanged(e);
  CHECK(norm(back.pull - s.pull) == 0);
  CHECK(exchanged(3.0) == 3.0);
}

TEST_CASE("a column exists because the table says so, not because it has rows") {
  Table t = three_rows(0);
  CHECK(t.heat.empty());
  CHECK(wrong_rows("t", t, 3).empty());
  t.heat.resize(3);
  CHECK(wrong_rows("t", t, 3) == "t/heat has 3 rows where 0 are due");
  t.present = kHeat;
  CHECK(wrong_rows("t", t, 3).empty());
  set_rows(t, 2);
  CHECK(t.key.size() == 2);
  CHECK(t.heat.size() == 2);
  set_memory_rows(t, 5);
  CHECK(t.key.size() == 2);
  CHECK(t.spring.size() == 5);
  CHECK(wrong_rows("t", t, 2) == "t/spring has 5 rows where 2 are due");
  t.present = 0;
  set_rows(t, 2);
  CHECK(t.heat.empty());
}

TEST_CASE("rows are gathered in any order, and those left out are gone") {
  Table t = three_rows(kHeat);
  gather_rows(t, {2, 0});
  CHECK(t.key == std::vector<Index>{12, 10});
  CHECK(t.spring[0].pull.x == 3);
  CHECK(t.heat == std::vector<Real>{102, 100});
}

TEST_CASE("memory goes from table to table as far as both have room for it") {
  const Table hot = three_rows(kHeat), cold = three_rows(0);
  Table to;
  to.present = kHeat;
  append_row(to);
  CHECK(to.heat[0] == 0);
  CHECK(to.spring[0].length == 0);
  carry_memory(to, 0, hot, 2);
  CHECK(to.key[0] == 0);  // a key is no memory
  CHECK(to.heat[0] == 102);
  CHECK(to.spring[0].pull.x == 3);
  carry_memory(to, 0, cold, 1, true);
  CHECK(to.heat[0] == 102);  // the other has none
  CHECK(to.spring[0].pull.x == -2);
  append_row(to, cold, 1);
  CHECK(to.key[1] == 11);
  CHECK(to.heat[1] == 0);
  CHECK(wrong_rows("to", to, 2).empty());
}

TEST_CASE("every column is visited under the name of its table") {
  Table t = three_rows(0);
  std::string names;
  visit_columns<Table>("t", t,
                       [&](const char* name, const auto&) { names += std::string(name) + " "; });
  CHECK(names == "t/key t/spring t/heat ");
}

}  // namespace scree
