#pragma once
/// The three kinds of trouble: bad input (CaseError), a broken invariant (SCREE_EXPECT throws
/// Broken), and numerical trouble, which is data in a StepReport and never an exception.
#include "scree/error.h"

namespace scree {

[[noreturn]] void fail_expectation(const char* condition, const char* file, int line);

}  // namespace scree

#define SCREE_EXPECT(condition) \
  ((condition) ? void(0) : ::scree::fail_expectation(#condition, __FILE__, __LINE__))
