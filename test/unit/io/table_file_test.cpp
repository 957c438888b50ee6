#include "scree/io/table_file.h"

#include <doctest/doctest.h>

#include "scree/base/error.h"

using namespace scree;

TEST_CASE("columns are found by name, whatever their order and separator") {
  for (const char* text :
       {"# made by hand\nz name x\n3 a 1\n\n+4 b 2e-1\n",
        "z, name ,x\n3, a,1\n# note\n+4 ,b , 2e-1\n", "z\tname\tx\r\n3 a 1\r\n4\tb .2"}) {
    const TextTable table(text, "t");
    CHECK(table.rows() == 2);
    CHECK(table.number(0, table.need("x")) == 1);
    CHECK(table.number(1, table.need("x")) == 0.2);
    CHECK(table.number(1, table.need("z")) == 4);
    CHECK(table.text(1, table.need("name")) == "b");
    CHECK(table.column("y") == -1);
  }
}

TEST_CASE("a value that is no finite number is named by line and column") {
  for (const char* word : {"1.5x", "nan", "inf", "1e999", "--1", "0x10"}) {
    const TextTable table(std::string("a b\n1 ") + word + "\n", "t.txt");
    CHECK_THROWS_WITH_AS(table.number(0, 1), doctest::Contains("t.txt:2: column 'b'"), CaseError);
  }
}

TEST_CASE("an empty cell between commas is not a number") {
  const TextTable table("a,b\n1,\n", "t");
  CHECK(table.text(0, 1).empty());
  CHECK_THROWS_AS(table.number(0, 1), CaseError);
}

TEST_CASE("a table without header or with rows of unequal length is refused") {
  CHECK_THROWS_AS(TextTable("", "t"), CaseError);
  CHECK_THROWS_AS(TextTable("# only a comment\n", "t"), CaseError);
  CHECK_THROWS_AS(TextTable("1 2\n", "t"), CaseError);
  CHECK_THROWS_WITH_AS(TextTable("a b\n1\n", "t"), doctest::Contains("t:2:"), CaseError);
}
