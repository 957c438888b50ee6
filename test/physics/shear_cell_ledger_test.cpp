/// The energy books of a sheared cell, dry and wet, over a whole cycle and under halvings of the
/// step. A tangential spring that is not cut back on sliding leaves 6 % (soft grains) to 26 % (hard
/// grains) of the wall work open; 0.1 % is allowed.
#include <doctest/doctest.h>

#include "scree/verify/verify.h"
#include "source_folder.h"

namespace scree {

TEST_CASE("a sheared cell, dry and wet, closes its books over a cycle" *
          doctest::test_suite("long: shear cell")) {
  const Verdict verdict = verify_case(source_folder() + "/cases/wet-shear/ledger", {});
  INFO(verdict_table(verdict));
  CHECK(verdict.runs == 12);
  CHECK(verdict.findings.size() == 9);
  CHECK(verdict.missed() == 0);
}

}  // namespace scree
