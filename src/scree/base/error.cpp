#include "scree/base/error.h"

namespace scree {

void fail_expectation(const char* condition, const char* file, int line) {
  throw Broken("broken invariant at " + std::string(file) + ":" + std::to_string(line) + ": " +
               condition);
}

}  // namespace scree
