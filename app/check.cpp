/// scree check: what a case would take, without running it.
#include <fmt/format.h>
#include <omp.h>

#include <chrono>
#include <cmath>
#include <memory>

#include "progress.h"
#include "running.h"
#include "say.h"
#include "scree/run/estimate.h"
#include "verbs.h"

namespace scree::app {
namespace {

std::string bytes_text(double bytes) {
  const char* units[] = {"B", "kB", "MB", "GB", "TB"};
  int k = 0;
  for (; bytes >= 1000 && k < 4; ++k) bytes /= 1000;
  return fmt::format("{:.3g} {}", bytes, units[k]);
}

/// The time scales that bound the step; those that do not exist here are left out.
std::string scales_text(const TimeScales& t, bool dimensionless) {
  const char *second = dimensionless ? "" : " s", *speed = dimensionless ? "" : " m/s";
  std::string out;
  const auto add = [&](const char* name, Real value, const std::string& more) {
    if (std::isfinite(value))
      out += fmt::format("{} {} {:.3g}{}{}", out.empty() ? ";" : ",", name, value, second, more);
  };
  add("Rayleigh time", t.rayleigh, "");
  add("contact time", t.contact, fmt::format(" at a speed of {:.3g}{}", t.speed, speed));
  add("damping time", t.damping, "");
  add("passing time", t.passing, "");
  return out;
}

int check(const std::string& path, const std::vector<std::string>& sets, int threads) {
  const Case c = read_case(path, sets);
  const Simulation sim(c, load_runs());
  choose_threads(threads, sim.state().grains.size());
  const Estimate e = estimate(sim);
  const TimeScales& t = sim.scales();
  const char* unit = c.run.dimensionless ? "" : " s";
  say("{}: {}\n", c.file, printable(c.title));
  for (const std::string& note : sim.notes().meshes) say("  {}\n", note);
  say("  grains          {} now, {} at most\n", sim.state().grains.size(), e.grains);
  say("  time step       {:.3g}{} ({}){}\n", sim.dt(), unit, c.run.time_step ? "given" : "chosen",
      scales_text(t, c.run.dimensionless));
  say("  steps           {:.0f} at most, to {:.4g}{}\n", e.steps, sim.end(), unit);
  say("  contacts        about {:.0f} when packed\n", e.contacts);
  say("  memory          about {}\n", bytes_text(e.memory));
  say("  disk            about {}\n", bytes_text(e.disk));
  if (e.pictures > 0)
    say("  pictures        about {:.0f}, {:.2g} s of the run time; output.pictures = false: none\n",
        e.pictures, e.picture_seconds);
  say("  run time        about {} on {} thread{} of this machine\n", duration_text(e.seconds),
      omp_get_max_threads(), omp_get_max_threads() == 1 ? "" : "s");
  return kDone;
}

}  // namespace

void add_check(CommandLine& command) {
  struct Options {
    std::string path;
    std::vector<std::string> sets;
    int threads = 0;
  };
  auto o = std::make_shared<Options>();
  Verb verb =
      command.verb("check", "validate a case and tell what it takes; runs and writes nothing",
                   [o] { return check(o->path, o->sets, o->threads); });
  verb.option("case", o->path, "case folder or file").required();
  verb.option("--set", o->sets, "override a key");
  verb.option("--threads", o->threads, "number of threads to reckon with").thread_count();
}

}  // namespace scree::app
