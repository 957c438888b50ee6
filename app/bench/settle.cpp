#include "bench/settle.h"

#include <filesystem>

#include "exit_code.h"
#include "running.h"
#include "scree/base/error.h"

namespace scree::app {

std::string settle(const std::string& case_path, const std::vector<std::string>& sets,
                   const std::string& folder) {
  const std::string out = std::filesystem::absolute(folder).string();
  if (std::filesystem::exists(out + "/summary.json")) return out;
  // An interrupted run leaves a summary, too: only a whole one gets the name.
  const std::string part = out + ".part";
  {
    Session session(read_case(case_path, sets), part, true);
    if (run_session(session) != kDone)
      throw CaseError(case_path + ": the start was not settled: run it again");
  }
  std::filesystem::remove_all(out);
  std::filesystem::rename(part, out);
  return out;
}

}  // namespace scree::app
