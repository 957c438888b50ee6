#include "scree/state/row_index.h"

#include <doctest/doctest.h>

using namespace scree;

TEST_CASE("an id is found in the row it has moved to, and not at all once its grain is gone") {
  Grains g;
  set_rows(g, 4);
  for (Index r = 0; r < 4; ++r) g.id[r] = 10 + r;
  RowIndex rows;
  CHECK(rows.find(g, 12) == 2);
  CHECK(rows.find(g, 9) == -1);
  CHECK(rows.find(g, -1) == -1);
  gather_rows(g, {3, 1, 0, 2});
  CHECK(rows.find(g, 12) == 3);
  CHECK(rows.find(g, 13) == 0);
  gather_rows(g, {0, 1});
  CHECK(rows.find(g, 12) == -1);
  CHECK(rows.find(g, 11) == 1);
}
