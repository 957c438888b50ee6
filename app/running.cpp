#include "running.h"

#include <fmt/format.h>
#include <omp.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>

#include "cores.h"
#include "exit_code.h"
#include "progress.h"
#include "say.h"
#include "signals.h"

namespace scree::app {

namespace fs = std::filesystem;

void choose_threads(int asked, Index grains) {
  constexpr Index kGrainsPerThread = 2000;  // below this waking a thread costs more than it saves
  const int cores = usable_cores();
  const int fed = std::max<int>(1, grains / kGrainsPerThread);
  omp_set_num_threads(asked > 0 ? asked : std::min(cores, fed));
}

std::string default_folder(const std::string& case_path) {
  fs::path p = fs::path(case_path).lexically_normal();
  if (!p.has_filename()) p = p.parent_path();
  if (fs::is_directory(p)) p = fs::absolute(p).lexically_normal();
  const bool file = fs::is_regular_file(p);
  std::string name = file && p.stem() != "case" ? p.stem().string()
                     : file                     ? fs::absolute(p).parent_path().filename().string()
                                                : p.filename().string();
  return "out/" + (name.empty() ? "case" : name);
}

void announce(Session& session) {
  Simulation& sim = session.simulation();
  const Case& c = sim.case_file();
  const TimeScales& t = sim.scales();
  const char* unit = c.run.dimensionless ? "" : " s";
  if (!c.title.empty()) say("{}\n", printable(c.title));
  for (const std::string& note : sim.notes().meshes) say("  {}\n", note);
  if (sim.continued())
    if (const std::string note = sim.continued()->note(c.run.method); !note.empty())
      say("  {}\n", note);
  say("  {} grains, {} walls; time step {:.3g}{} ({}{}), {:.3g} steps\n", sim.state().grains.size(),
      sim.scene().walls.size(), sim.dt(), unit,
      std::isfinite(t.shortest())
          ? fmt::format("{:.2g} of the shortest time scale, ", sim.dt() / t.shortest())
          : "",
      c.run.time_step ? "given" : "chosen", std::ceil(sim.end() / sim.dt()));
  say("  results in {}\n", session.folder().string());
  std::fflush(stdout);
}

int run_session(Session& session) {
  catch_stop_signals();
  Progress progress;
  ProgressPoint point;
  Simulation& sim = session.simulation();
  if (sim.case_file().run.dimensionless) point.unit = "";
  point.begin = sim.state().clock.time();
  std::int64_t counted = sim.state().clock.step;
  const auto tick = [&](const Simulation& s) {  // not after every step
    point.grain_steps +=
        static_cast<double>(s.state().clock.step - counted) * s.state().grains.size();
    counted = s.state().clock.step;
    if (progress.due()) {
      point.phase = s.finished() ? "" : s.case_file().phases[s.state().phase].name;
      point.time = s.state().clock.time();
      point.end = s.end();
      point.grains = s.state().grains.size();
      progress.draw(point);
    }
    return !stop_requested();
  };
  session.on_warning([&](const std::string& message) {
    progress.finish();
    warn(message);
  });
  const RunSummary summary = session.run(tick);
  progress.finish();
  say("{}", to_text(summary, sim.case_file().run.dimensionless));
  const std::string folder = session.folder().string();
  if (summary.end == RunEnd::kDone) {
    const std::string plots = sim.case_file().output.plots ? ", " + folder + "/plots" : "";
    const std::string picture = sim.case_file().output.pictures ? folder + "/final.png, " : "";
    say("  {2}{0}/series.csv{1}, {0}/frames.pvd (ParaView)\n", folder, plots, picture);
    return kDone;
  }
  if (summary.end == RunEnd::kTrouble)
    say("  the checkpoint stands before that, at time {:.6g}: scree resume {} --set KEY=VALUE\n  "
        "goes on "
        "from there with something changed, a smaller run.time_step or another motion\n",
        summary.checkpoint_time, folder);
  else
    say("  continue with: scree resume {}\n", folder);
  return summary.end == RunEnd::kTrouble ? static_cast<int>(kNumericalTrouble)
                                         : 128 + stop_signal();
}

}  // namespace scree::app
