#include "guarded.h"

#include <doctest/doctest.h>

#include <new>

#include "scree/base/error.h"

using namespace scree;
using app::guarded;

TEST_CASE("what a verb returns is what the shell sees") {
  CHECK(guarded([] { return 0; }) == 0);
  CHECK(guarded([] { return 130; }) == 130);
}

TEST_CASE("bad input and a full disk end with 2, a broken invariant with 70") {
  CHECK(guarded([]() -> int { throw CaseError("case.toml", 3, "run.seed: is no number"); }) == 2);
  CHECK(guarded([]() -> int { throw DiskError("out", "is full", "make room"); }) == 2);
  CHECK(guarded([]() -> int { throw std::bad_alloc(); }) == 2);
  const int two = 2;
  CHECK(guarded([&] {
          SCREE_EXPECT(two == 3);
          return 0;
        }) == 70);
}
