#include "scree/study/study_folder.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>

#include "scree/io/atomic_file.h"
#include "scree/io/checkpoint.h"
#include "scree/io/json.h"

namespace scree {
namespace {

namespace fs = std::filesystem;

fs::path memory_file(const std::string& out) { return fs::path(out) / "study.json"; }

/// Was the run in the folder made from the same case text and overrides?
bool same_case(const fs::path& folder, const StudyRun& run) {
  return Json::read(folder / "run.json")["fingerprint"].text() ==
         fmt::format("{:016x}", case_fingerprint(run.case_text, run.plan.sets));
}

}  // namespace

StudyMemory StudyMemory::read(const std::string& out) {
  StudyMemory memory;
  const Json json = Json::read(memory_file(out));
  for (const auto& [name, entry] : json.object()) {
    if (!entry.is_object()) continue;
    memory.runs[name] = {entry["seconds"].number(0), static_cast<int>(entry["processes"].whole(0)),
                         entry["after_state"].text(), entry["message"].text()};
  }
  return memory;
}

void StudyMemory::write(const std::string& out) const {
  Json json = Json::Object();
  for (const auto& [name, run] : runs)
    json[name] = Json::Object{{"seconds", run.seconds},
                              {"processes", run.processes},
                              {"after_state", run.after_state},
                              {"message", run.message}};
  write_file(memory_file(out), json.dump(2) + "\n");
}

RunStatus status_of(const Study& study, const StudyRun& run, const StudyMemory& memory) {
  const fs::path folder = run_folder(study, run);
  const auto known = memory.runs.find(run.plan.name);
  const bool refused = known != memory.runs.end() && !known->second.message.empty();
  if (!fs::exists(folder / "run.json")) return refused ? RunStatus::kFailed : RunStatus::kWaiting;
  if (!same_case(folder, run)) return RunStatus::kChanged;
  if (run.after >= 0 && known != memory.runs.end() &&
      known->second.after_state != final_state(run_folder(study, study.runs[run.after])))
    return RunStatus::kChanged;
  const std::string end = Json::read(folder / "summary.json")["end"].text();
  if (end == "done") return RunStatus::kDone;
  if (end == "stopped" || refused || !fs::exists(folder / "checkpoint.h5"))
    return RunStatus::kFailed;
  return RunStatus::kStarted;
}

std::string final_state(const std::string& folder) {
  const Json summary = Json::read(fs::path(folder) / "summary.json");
  return summary["end"].text() == "done" ? summary["state_hash"].text() : "";
}

std::string trouble_of(const std::string& folder) {
  return Json::read(fs::path(folder) / "summary.json")["message"].text();
}

Real simulated_time(const std::string& folder) {
  constexpr std::streamoff kTail = 1 << 16;  // more than any row takes [bytes]
  std::ifstream in(fs::path(folder) / "series.csv", std::ios::binary | std::ios::ate);
  if (!in) return 0;
  const std::streamoff size = in.tellg(), from = std::max<std::streamoff>(0, size - kTail);
  std::string tail(static_cast<std::size_t>(size - from), '\0');
  in.seekg(from);
  in.read(tail.data(), static_cast<std::streamsize>(tail.size()));
  const std::size_t end = tail.rfind('\n');
  if (end == std::string::npos || end == 0) return 0;
  const std::size_t before = tail.rfind('\n', end - 1);
  const std::size_t begin = before == std::string::npos ? 0 : before + 1;
  Real time = 0;
  std::from_chars(tail.data() + begin, tail.data() + end, time);
  return time;
}

}  // namespace scree
