#include "scree/base/error.h"

#include <cstdio>
#include <cstdlib>

namespace scree {

void fail_expectation(const char* condition, const char* file, int line) {
  std::fprintf(stderr, "scree: broken invariant at %s:%d: %s\n", file, line, condition);
  std::abort();
}

}  // namespace scree
