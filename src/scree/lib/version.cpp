#include <string>

#include "scree/base/build_info.h"
#include "scree/scree.h"

namespace scree::api {

std::string version() {
  const BuildInfo& info = build_info();
  return std::string(info.version) + " (" + info.commit + ")";
}

}  // namespace scree::api
