#pragma once
/// What the inside of the library, and its tests, may do with a Case of its face.
#include "scree/case.h"
#include "scree/case/case.h"

namespace scree {
namespace api {

struct CaseAccess {
  /// Read and checked; throws CaseError.
  static scree::Case checked(const Case& c);
};

}  // namespace api

inline Case checked(const api::Case& c) { return api::CaseAccess::checked(c); }

}  // namespace scree
