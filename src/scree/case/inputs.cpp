#include "scree/case/inputs.h"

#include <fmt/format.h>

#include "scree/base/error.h"
#include "scree/io/case_file.h"
#include "scree/io/checkpoint.h"
#include "scree/io/json.h"

namespace scree {
namespace {

void add(std::vector<InputFile>& files, const std::string& path) {
  if (path.empty()) return;
  files.push_back({path, fmt::format("{:016x}", case_fingerprint(read_text_file(path), {}))});
}

}  // namespace

std::vector<InputFile> input_files(const Case& c) {
  std::vector<InputFile> files;
  add(files, c.gravity.file);
  for (const PhaseOptions& p : c.phases)
    if (p.gravity) add(files, p.gravity->file);
  for (const WallOptions& w : c.walls) {
    add(files, w.file);
    for (const Motion& m : w.motion) add(files, m.file);
  }
  for (const BodiesOptions& b : c.bodies)
    for (const Motion& m : b.motion) add(files, m.file);
  return files;
}

std::string to_json(const std::vector<InputFile>& files) {
  Json::Array list;
  for (const InputFile& f : files) list.push_back(Json::Object{{"file", f.path}, {"hash", f.hash}});
  return Json(list).dump();
}

void check_inputs(const Case& c, const std::string& noted, const std::string& folder) {
  const Json then = Json::parse(noted);
  const auto hash_of = [&](std::size_t k) {  // empty: not known
    return k < then.array().size() ? then.array()[k]["hash"].text() : "";
  };
  const std::vector<InputFile> now = input_files(c);
  for (std::size_t k = 0; k < now.size(); ++k)
    if (hash_of(k) != now[k].hash)
      throw CaseError(now[k].path, 0,
                      fmt::format("has changed since the run began, and the run would go on with "
                                  "something else; restore the file, or use `scree resume {} "
                                  "--force` to go on with it as it is now",
                                  folder));
}

}  // namespace scree
