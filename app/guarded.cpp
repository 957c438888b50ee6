#include "guarded.h"

#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <filesystem>
#include <new>
#include <string>

#include "exit_code.h"
#include "say.h"
#include "scree/base/build_info.h"
#include "scree/base/error.h"
#include "scree/base/text.h"

namespace scree::app {
namespace {

/// Messages quote what a user wrote: no control character of it reaches the terminal.
int fail(ExitCode code, const std::string& message) {
  say(stderr, "scree: error: {}\n", printable(message));
  return code;
}

}  // namespace

int guarded(const std::function<int()>& body) try {
  return body();
} catch (const CaseError& error) {
  return fail(kBadInput, error.what());
} catch (const DiskError& error) {
  return fail(kBadInput, error.what());
} catch (const std::filesystem::filesystem_error& error) {
  return fail(kBadInput, error.what());
} catch (const std::bad_alloc&) {
  return fail(kBadInput, "out of memory; `scree check` tells how much a case needs");
} catch (const std::exception& error) {  // Broken, and what nobody thought of
  fail(kInternalError, fmt::format("internal fault: {}", error.what()));
  say(stderr, "This should not happen; please report it with the case and this line: scree {} {}\n",
      build_info().version, build_info().commit);
  return kInternalError;
}

}  // namespace scree::app
