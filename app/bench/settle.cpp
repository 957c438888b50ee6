#include "bench/settle.h"

#include <fmt/format.h>

#include <filesystem>

#include "bench/process.h"
#include "exit_code.h"
#include "running.h"
#include "scree/base/error.h"
#include "scree/io/json.h"
#include "scree/run/run_folder.h"

namespace scree::app {

namespace fs = std::filesystem;

bool is_settled(const Start& start, const std::string& folder) {
  if (!fs::exists(folder + "/summary.json")) return false;
  CheckpointNote note;
  try {
    read_checkpoint(fs::path(folder) / kCheckpoint, note);
  } catch (const CaseError&) {  // of another format, most likely
    return false;
  }
  const Case c = read_case(start.case_path, start.sets);
  return note.fingerprint == case_fingerprint(c.text, c.sets);
}

std::string settle(const Start& start, const std::string& parent) {
  const std::string out = fs::absolute(fs::path(parent) / start.name).string();
  if (is_settled(start, out)) return out;
  // An interrupted run leaves a summary, too: only a whole one gets the name.
  const std::string part = out + ".part";
  {
    Session session(read_case(start.case_path, start.sets), part, true);
    if (run_session(session) != kDone)
      throw CaseError(start.case_path + ": the start was not settled: run it again");
  }
  fs::remove_all(out);
  fs::rename(part, out);
  return out;
}

std::string settle_by(const std::string& program, const Start& start, const std::string& parent) {
  const std::string out = fs::absolute(fs::path(parent) / start.name).string();
  fs::remove_all(out);
  fs::create_directories(parent);
  std::vector<std::string> command{program, "run", start.case_path, "--out", out, "--threads", "1"};
  for (const std::string& set : start.sets) command.insert(command.end(), {"--set", set});
  const std::string log = out + ".log";
  const std::vector<std::string> lines = Process(command, log).read_rest();
  if (Json::read(out + "/summary.json")["end"].text() != "done")
    throw CaseError(log, 0,
                    fmt::format("{} did not settle its start; it said: {}", program,
                                lines.empty() ? "nothing" : lines.back()));
  return out;
}

std::string run_from(const std::string& folder) { return fmt::format("run.from=\"{}\"", folder); }

}  // namespace scree::app
