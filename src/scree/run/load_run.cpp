/// What earlier runs left in their folders, as the start of another.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "scree/base/error.h"
#include "scree/run/continue_run.h"
#include "scree/run/session.h"
#include "scree/run/state_check.h"

namespace scree {
namespace {

namespace fs = std::filesystem;

/// The checkpoint in the folder that `key` of the case names.
fs::path checkpoint_in(const Case& c, const std::string& from, const Origin& origin,
                       const char* key) {
  const fs::path path = fs::path(from) / "checkpoint.h5";
  std::error_code error;
  if (fs::exists(path, error)) return path;
  // As it was read before: from the present folder.
  const fs::path base = fs::path(c.file).parent_path();
  const fs::path given = base.empty() ? fs::path(from) : fs::path(from).lexically_relative(base);
  const bool elsewhere =
      !given.empty() && given != fs::path(from) && fs::exists(given / "checkpoint.h5", error);
  std::string remedy =
      "name the folder of a run, relative to the case file; in --set, relative to "
      "the present folder";
  if (elsewhere)
    remedy = fmt::format(
        "there is a run in {0} of the present folder, but the name counts from the case file: "
        "write \"{1}\", or --set {2}={0}",
        given.string(), fs::proximate(given, base, error).string(), key);
  throw CaseError(origin.file, origin.line,
                  fmt::format("{}: {} holds no checkpoint.h5; {}", key, from, remedy));
}

BodyList load_bodies(const Case& c, const BodiesOptions& options) {
  const fs::path path = checkpoint_in(c, options.from, options.origin, "bodies.from");
  CheckpointNote note;
  const State state = read_checkpoint(path, note);
  const auto fail = [&](const std::string& why) {
    throw CaseError(options.origin.file, options.origin.line, "bodies.from: " + why);
  };
  if (state.bodies.clumps() > 0)
    fail(
        fmt::format("{} holds clumps; only spheres can be taken over alone; run.from takes "
                    "over everything",
                    path.string()));
  const std::vector<std::string> names = names_in(note, "materials");
  const std::vector<std::string> labels = names_in(note, "labels");
  std::vector<int> material;
  for (const std::string& name : names) {
    const auto same = [&](const Material& m) { return m.name == name; };
    const auto found = std::find_if(c.materials.begin(), c.materials.end(), same);
    material.push_back(found == c.materials.end() ? -1
                                                  : static_cast<int>(found - c.materials.begin()));
  }
  const Grains& g = state.grains;
  for (Index r = 0; r < g.singles; ++r)
    if (g.material[r] >= names.size() || g.label[r] >= labels.size() || !(g.place[r].r > 0))
      fail(fmt::format("{} names materials or labels that it does not have", path.string()));
  BodyList list;
  std::vector<Index> order(g.singles);
  for (Index r = 0; r < g.singles; ++r) order[r] = r;
  std::sort(order.begin(), order.end(), [&](Index a, Index b) { return g.id[a] < g.id[b]; });
  for (const Index r : order) {
    if (material[g.material[r]] < 0)
      fail(fmt::format("{} has grains of \"{}\", which this case does not define", path.string(),
                       names[g.material[r]]));
    const Material& m = c.materials[material[g.material[r]]];
    list.x.push_back(position(g.place[r]));
    list.v.push_back(g.motion[r].v);
    list.w.push_back(g.motion[r].w);
    list.q.push_back(Quat{});
    list.radius.push_back(g.place[r].r);
    list.scale.push_back(1);
    list.density.push_back(m.density.value_or(0));
    list.material.push_back(material[g.material[r]]);
    list.label.push_back(list.label_row(labels[g.label[r]]));
    list.clump.push_back(-1);
    list.entry.push_back(-1);
  }
  return list;
}

EarlierRun load_whole(const Case& c) {
  const fs::path path = checkpoint_in(c, c.run.from, {c.file, 0}, "run.from");
  CheckpointNote note;
  EarlierRun run;
  run.folder = c.run.from;
  run.state = read_checkpoint(path, note);
  run.c = read_case_text(note.case_text, note.case_file, note.sets);
  run.labels = names_in(note, "labels");
  run.materials = names_in(note, "materials");
  require_fit(run.c, nullptr, run.materials.size(), run.labels.size(), run.state);
  return run;
}

}  // namespace

LoadRun load_runs() { return {load_bodies, load_whole}; }

}  // namespace scree
