#include "bench/settle.h"

#include <filesystem>

#include "running.h"
#include "scree/base/error.h"
#include "verbs.h"

namespace scree::app {

std::string settle(const std::string& case_path, const std::vector<std::string>& sets,
                   const std::string& folder) {
  const std::string out = std::filesystem::absolute(folder).string();
  if (std::filesystem::exists(out + "/summary.json")) return out;
  Session session(read_case(case_path, sets), out, true);
  if (run_session(session) != kDone)
    throw CaseError(case_path + ": the start was not settled: run it again");
  return out;
}

}  // namespace scree::app
