#pragma once
/// Scree as a library. This header is the one to include:
///
///   scree::Case c = scree::Case::read("cases/start/collapse");
///   scree::Run run(c, "out/collapse");
///   run.run();
#include <string>

#include "scree/bodies.h"
#include "scree/case.h"
#include "scree/error.h"
#include "scree/run.h"
#include "scree/value.h"

namespace scree {

// What is told apart from the inside of the library by a namespace of its own.
using namespace api;

namespace api {
/// Version and commit, as `scree --version` tells them.
std::string version();
}  // namespace api

}  // namespace scree
