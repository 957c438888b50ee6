#include "bench/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>

#include "bench/peers.h"
#include "bench/problems.h"
#include "bench/transcript.h"
#include "scree/base/build_info.h"
#include "scree/base/error.h"

namespace scree::app {
namespace {

/// List builds below which a measurement says nothing about the lists.
constexpr long kFewestBuilds = 3;
/// Kinetic energies of one problem after the same number of steps; laws and step orders differ.
constexpr double kEnergyFactor = 1.25;
/// Share of its time that a code may wait for a core before the machine counts as disturbed.
constexpr double kDisturbed = 0.02;

template <class T>
std::string or_dash(const std::optional<T>& value, const char* format) {
  return value ? fmt::format(fmt::runtime(format), *value) : "-";
}

std::string builds_text(const Result& r) {
  return r.refreshes ? fmt::format("{} + {}", r.builds, *r.refreshes) : std::to_string(r.builds);
}

void add_target(std::vector<Target>& list, const Heat& heat, const Result& own, const Result* other,
                double wanted) {
  if (!other) return;
  list.push_back(
      {fmt::format("{} {}, {} core{}: Scree over {}", heat.problem, size_text(heat.spheres),
                   heat.cores, heat.cores > 1 ? "s" : "", other->name),
       wanted, own.rate() / other->rate()});
}

}  // namespace

std::string machine_text(const Machine& machine) {
  const BuildInfo& info = build_info();
  return fmt::format(
      "machine  {}, {} cores, {:.1f} GiB, load {:.2f}\nbuild    scree {} ({}), {}, {}\n",
      machine.processor, machine.cores, machine.memory / (1 << 30), machine.load, info.version,
      info.commit, info.compiler, info.flags);
}

const Result* find_result(const Heat& heat, const std::string& name) {
  for (const Result& r : heat.results)
    if (r.name == name) return &r;
  return nullptr;
}

const Result* fastest_peer(const Heat& heat) {
  const Result* best = nullptr;
  for (const Result& r : heat.results)
    if (r.name.rfind(kScree, 0) != 0 && (!best || r.rate() > best->rate())) best = &r;
  return best;
}

std::string heat_table(const Heat& heat) {
  std::string text = fmt::format(
      "{} {}, {} core{}: {} steps of warm-up, then {} steps in {} pieces, best of {}\n",
      heat.problem, size_text(heat.spheres), heat.cores, heat.cores > 1 ? "s" : "",
      heat.options.warmup, heat.options.steps, heat.options.pieces, heat.options.repeats);
  text += fmt::format("  {:26} {:>8} {:>8} {:>9} {:>7} {:>9} {:>6} {:>11} {:>9}\n", "code", "Mps",
                      "Scree is", "on a core", "waited", "builds", "Z", "kinetic, J", "B/sphere");
  const Result* own = find_result(heat, kScree);
  for (const Result& r : heat.results)
    text += fmt::format(
        "  {:26} {:8.2f} {:>8} {:>9} {:>6.0f}% {:>9} {:>6} {:>11} {:9.0f}\n", r.name,
        r.rate() * 1e-6, own ? fmt::format("{:.2f} x", own->rate() / r.rate()) : "-",
        r.cores == 1 ? fmt::format("{:.2f}", r.core_rate() * 1e-6) : "-", 100 * r.waited,
        builds_text(r), or_dash(r.coordination, "{:.2f}"), or_dash(r.kinetic, "{:.3e}"),
        static_cast<double>(r.resident) / static_cast<double>(r.spheres));
  return text;
}

std::vector<std::string> doubts(const Heat& heat) {
  std::vector<std::string> list;
  const Result* own = find_result(heat, kScree);
  double waited = 0;
  for (const Result& r : heat.results) {
    if (r.builds < kFewestBuilds)
      list.push_back(
          fmt::format("{}: fewer than {} list builds; raise --steps", r.name, kFewestBuilds));
    waited = std::max(waited, r.waited);
    if (!own || !own->kinetic || !r.kinetic) continue;
    const double ratio = *r.kinetic / *own->kinetic;
    if (!(ratio < kEnergyFactor && ratio > 1 / kEnergyFactor))
      list.push_back(
          fmt::format("kinetic energy of {} is {:.2f} times that of Scree: is it the "
                      "same state?",
                      r.name, ratio));
  }
  if (waited > kDisturbed)
    list.push_back(
        fmt::format("codes waited up to {:.0f} % of their time for a core: other work disturbed "
                    "the measurement",
                    100 * waited));
  return list;
}

std::vector<Target> targets(const std::vector<Heat>& heats) {
  constexpr long kLarge = 1000000;
  std::vector<Target> list;
  for (const Heat& heat : heats) {
    const Result* own = find_result(heat, kScree);
    if (!own) continue;
    const bool large = heat.spheres >= kLarge;
    if (heat.cores == 1) {
      add_target(list, heat, *own, find_result(heat, kLammpsGranular), large ? 2.5 : 3.0);
      if (!large) add_target(list, heat, *own, fastest_peer(heat), 2.5);
    }
    if (heat.cores == 2 && !large)
      add_target(list, heat, *own, find_result(heat, kLammpsGranular), 3.0);
  }
  return list;
}

std::vector<Target> thread_targets(const std::vector<Heat>& heats) {
  std::vector<Target> list;
  for (const Heat& heat : heats) {
    const Result* two = find_result(heat, kScree);
    if (!two || heat.cores != 2 || heat.spheres != kScalingSpheres) continue;
    for (const Heat& single : heats) {
      const Result* one = find_result(single, kScree);
      if (one && single.cores == 1 && single.problem == heat.problem &&
          single.spheres == heat.spheres)
        list.push_back(
            {fmt::format("{} {}: two threads over one", heat.problem, size_text(heat.spheres)), 1.8,
             two->rate() / one->rate()});
    }
  }
  return list;
}

std::string targets_table(const std::vector<Target>& list) {
  std::string text;
  for (const Target& t : list)
    text += fmt::format("  {:66} {:5.2f} x  (wanted {:.1f})  {}\n", t.what, t.measured, t.wanted,
                        t.met() ? "met" : "short");
  return text;
}

std::string csv_header() {
  return "date,processor,load,version,commit,problem,spheres,cores,code,warmup,steps,pieces,"
         "repeats,seconds,mean_seconds,core_seconds,waited,particle_steps_per_second,builds,"
         "refreshes,"
         "coordination,"
         "kinetic_energy,resident_bytes\n";
}

std::string csv_rows(const Heat& heat, const Machine& machine) {
  std::string text;
  for (const Result& r : heat.results)
    text += fmt::format(
        "{},\"{}\",{:.2f},{},{},{},{},{},{},{},{},{},{},{:.6f},{:.6f},{:.6f},{:.3f},{:.6g},{},{},"
        "{},{},{}\n",
        today(), machine.processor, machine.load, build_info().version, build_info().commit,
        heat.problem, r.spheres, r.cores, r.name, heat.options.warmup, r.steps, heat.options.pieces,
        heat.options.repeats, r.seconds, r.mean_seconds, r.core_seconds, r.waited, r.rate(),
        r.builds, r.refreshes ? std::to_string(*r.refreshes) : "",
        r.coordination ? fmt::format("{:.4f}", *r.coordination) : "",
        r.kinetic ? fmt::format("{:.6e}", *r.kinetic) : "", r.resident);
  return text;
}

std::string append_csv(const std::vector<Heat>& heats, const Machine& machine) {
  const std::filesystem::path folder = std::filesystem::path(home()) / "bench" / "results";
  std::filesystem::create_directories(folder);
  const std::string path =
      (folder / fmt::format("{}-{}.csv", today(), machine_name(machine))).string();
  const bool fresh = !std::filesystem::exists(path);
  std::ofstream out(path, std::ios::app);
  if (fresh) out << csv_header();
  for (const Heat& heat : heats) out << csv_rows(heat, machine);
  if (!out.flush()) throw DiskError(path, "cannot be written", "check the rights of bench/results");
  return path;
}

}  // namespace scree::app
