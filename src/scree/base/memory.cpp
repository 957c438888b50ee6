#include "scree/base/memory.h"

#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <limits>

namespace scree {
namespace {

/// What a container or batch system allows, if it says so [bytes].
double allowed_memory() {
  std::ifstream file("/sys/fs/cgroup/memory.max");
  double bytes = 0;
  return file >> bytes && bytes > 0 ? bytes : std::numeric_limits<double>::infinity();
}

}  // namespace

double usable_memory() {
  double bytes =
      static_cast<double>(::sysconf(_SC_PHYS_PAGES)) * static_cast<double>(::sysconf(_SC_PAGESIZE));
  rlimit limit{};
  if (::getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
    bytes = std::min(bytes, static_cast<double>(limit.rlim_cur));
  return std::min(bytes, allowed_memory());
}

}  // namespace scree
