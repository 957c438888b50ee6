/// What a run says at its end, for people and for machines.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "scree/base/build_info.h"
#include "scree/base/error.h"
#include "scree/base/text.h"
#include "scree/io/json.h"
#include "scree/run/session.h"

namespace scree {
namespace {

const char* word(RunEnd end) {
  return end == RunEnd::kDone ? "done" : end == RunEnd::kInterrupted ? "interrupted" : "stopped";
}

std::string flow_lines(const std::vector<FlowCount>& flows, const char* verb,
                       const char* mass_unit) {
  std::string out;
  for (const FlowCount& f : flows) {
    out += fmt::format("  {} {}: {} bodies, {:.4g}{}\n", f.name, verb, f.number, f.mass, mass_unit);
    if (f.blocked > 0)
      out += fmt::format(
          "  warning: emitter {} found no room {} times; widen its region, lower its rate or "
          "let the bodies leave faster\n",
          f.name, f.blocked);
  }
  return out;
}

/// Rigid bodies that collided before they touched; a warning from two radii on.
std::string early_lines(const RunSummary& s) {
  if (s.early_impacts == 0) return "";
  const bool far = s.earliest_impact > 2;
  return fmt::format(
      "  {}: {} collision{} took place more than a radius before the touch, {:.3g} radii "
      "at most; {}\n",
      far ? "WARNING" : "note", s.early_impacts, s.early_impacts == 1 ? "" : "s", s.earliest_impact,
      "a smaller run.time_step places them better");
}

/// The stages that took most, in shares of the whole.
std::string stage_line(const RunSummary& s) {
  constexpr double kLeast = 0.03;  // less is not worth a word
  std::vector<std::pair<double, const char*>> shares;
  for (std::size_t k = 0; k < kStageNames.size(); ++k)
    if (s.stage_seconds[k] > kLeast * s.wall_seconds)
      shares.emplace_back(s.stage_seconds[k] / s.wall_seconds, kStageNames[k]);
  std::stable_sort(shares.begin(), shares.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::string out;
  for (const auto& [share, name] : shares)
    out += fmt::format("{}{} {:.0f} %", out.empty() ? "  time: " : ", ", name, 100 * share);
  return out.empty() ? out : out + "\n";
}

}  // namespace

std::string to_text(const RunSummary& s, bool dimensionless) {
  const char* unit = dimensionless ? "" : " s";
  std::string out = fmt::format("{}: {} bodies, {} steps of {:.3g}{}, time {:.6g}{}\n", word(s.end),
                                s.bodies, s.steps, s.dt, unit, rounded_time(s.time, s.dt), unit);
  if (s.wall_seconds > 0 && s.grain_steps > 0)
    out += fmt::format("  {:.1f} s wall clock, {:.2f} million grain-steps per second\n",
                       s.wall_seconds, s.grain_steps / s.wall_seconds / 1e6) +
           stage_line(s);
  out += fmt::format("  overlap over radius: mean {:.2g}, largest {:.2g} now, {:.2g} seen\n",
                     s.overlap_mean, s.overlap_largest, s.overlap_seen);
  if (s.overlap_seen > 0.01)
    out += fmt::format(
        "  {}: grains overlapped by more than {} % of their radius; stiffer grains would "
        "change the result\n",
        s.overlap_seen > 0.05 ? "WARNING" : "note", s.overlap_seen > 0.05 ? 5 : 1);
  out += fmt::format("  energy ledger closes to {:.2g} of the energy turned over\n",
                     std::fabs(s.closing_error));
  for (const std::string& warning : s.warnings) out += "  WARNING: " + warning + "\n";
  out += early_lines(s);
  out += flow_lines(s.emitted, "poured", dimensionless ? "" : " kg");
  out += flow_lines(s.removed, "let out", dimensionless ? "" : " kg");
  out += fmt::format("  state hash {:016x}\n", s.state_hash);
  if (!s.message.empty()) out += "  " + s.message + "\n";
  return out;
}

std::string to_json(const RunSummary& s, const Case& c) {
  Json j;
  j["title"] = c.title;
  j["end"] = word(s.end);
  if (!s.message.empty()) j["message"] = s.message;
  j["version"] = build_info().version;
  j["commit"] = build_info().commit;
  j["bodies"] = s.bodies;
  j["steps"] = s.steps;
  j["time"] = rounded_time(s.time, s.dt);
  j["time_step"] = s.dt;
  j["checkpoint_time"] = s.checkpoint_time;
  j["wall_seconds"] = s.wall_seconds;
  j["grain_steps_per_second"] = s.wall_seconds > 0 ? s.grain_steps / s.wall_seconds : 0;
  j["stage_seconds"] = Json::Object();
  for (std::size_t k = 0; k < kStageNames.size(); ++k)
    if (s.stage_seconds[k] > 0) j["stage_seconds"][kStageNames[k]] = s.stage_seconds[k];
  j["overlap_mean"] = s.overlap_mean;
  j["overlap_largest"] = s.overlap_seen;
  j["closing_error"] = s.closing_error;
  j["ledger_limit"] = s.ledger_limit;
  j["ledger_open"] = !(std::fabs(s.closing_error) <= s.ledger_limit);
  j["warnings"] = s.warnings;
  if (c.run.method == Method::kNonsmooth) {
    j["early_impacts"] = s.early_impacts;
    j["earliest_impact"] = s.earliest_impact;
  }
  j["list_builds"] = s.list_builds;
  j["list_refreshes"] = s.list_refreshes;
  j["state_hash"] = fmt::format("{:016x}", s.state_hash);
  for (const auto* flows : {&s.emitted, &s.removed})
    for (const FlowCount& f : *flows)
      j[flows == &s.emitted ? "emitters" : "outlets"].push_back(Json::Object{
          {"name", f.name}, {"number", f.number}, {"mass", f.mass}, {"blocked", f.blocked}});
  return j.dump(2) + "\n";
}

}  // namespace scree
