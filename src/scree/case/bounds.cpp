#include "scree/case/bounds.h"

#include <fmt/format.h>

#include <limits>

#include "scree/base/error.h"
#include "scree/base/text.h"

namespace scree {
namespace {

std::string gigabytes(double bytes) { return fmt::format("{:.3g} GB", bytes * 1e-9); }

void check_interval(const Node* table, const std::string& path, const std::string& key,
                    Real longest, const char* what) {
  const Node* value = table ? table->find(key) : nullptr;
  if (!value || !value->is_number()) return;
  const Real interval =
      value->is(Node::Kind::kInteger) ? static_cast<Real>(value->integer) : value->real;
  if (longest / interval <= kMostOutputs) return;
  refuse(value->place, path + "." + key,
         fmt::format("{} s in a run of {} s are {:.3g} {}, at most {:.0e} are possible; make the "
                     "interval at least {:.2g} s, or the run shorter",
                     plain(interval), plain(longest), longest / interval, what, kMostOutputs,
                     longest / kMostOutputs));
}

}  // namespace

std::string too_many_spheres(double spheres, double memory) {
  const double need = spheres * kBytesPerSphere;
  if (spheres >= std::numeric_limits<Index>::max())
    return fmt::format("{:.4g} spheres are more than a run can count (2^31), and would take {}",
                       spheres, gigabytes(need));
  if (need <= memory) return {};
  return fmt::format("{:.4g} spheres take about {} of memory, and this machine has {}", spheres,
                     gigabytes(need), gigabytes(memory));
}

void check_steps(const Case& c, Real end, Real dt) {
  constexpr double kLeast = 1e-6;  // of a step with a single body, about [s]
  constexpr double kYear = 3.15e7;
  const double steps = end / dt;
  if (steps <= kMostSteps) return;
  throw CaseError(c.file, 0,
                  fmt::format("a run to {} s in steps of {} s has {:.3g} steps: more than can be "
                              "counted (2^53), and over {:.2g} years; shorten run.duration or the "
                              "phases, or {}",
                              plain(end), plain(dt), steps, steps * kLeast / kYear,
                              c.run.time_step ? "lengthen run.time_step"
                                              : "make the grains softer or larger, from which the "
                                                "step follows"));
}

void check_output_intervals(const Case& c, const Node& root) {
  const Real longest = longest_duration(c);
  const Node* output = root.find("output");
  check_interval(output, "output", "series_interval", longest, "rows");
  check_interval(output, "output", "frame_interval", longest, "frames");
  check_interval(output, "output", "picture_interval", longest, "pictures");
  const Node* observers = root.find("observe");
  if (!observers) return;
  if (observers->is(Node::Kind::kTable))
    check_interval(observers, "observe", "interval", longest, "rows");
  for (std::size_t k = 0; k < observers->items.size(); ++k)
    check_interval(&observers->items[k], "observe." + c.observers[k].name, "interval", longest,
                   "rows");
}

}  // namespace scree
