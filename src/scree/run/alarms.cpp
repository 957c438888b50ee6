#include "scree/run/alarms.h"

#include <fmt/format.h>

#include <cmath>

#include "scree/base/text.h"
#include "scree/io/json.h"
#include "scree/observe/step_share.h"

namespace scree {

Real ledger_limit(const Case& c) {
  // Impulses of an iterative solver leave more open than springs do.
  return c.run.ledger_limit.value_or(c.run.method == Method::kNonsmooth ? 0.05 : 0.01);
}

void Alarms::raise(std::string message) {
  if (say_) say_(message);
  said_.push_back(std::move(message));
}

std::string Alarms::memory() const {
  return Json(Json::Object{{"ledger_open", ledger_open_},
                           {"step_too_long", step_too_long_},
                           {"listed", listed_},
                           {"said", said_}})
      .dump();
}

void Alarms::recall(const std::string& memory) {
  const Json was = Json::parse(memory);
  if (!was.is_object()) return;  // nothing was said that we could read
  ledger_open_ = was["ledger_open"].flag();
  step_too_long_ = was["step_too_long"].flag();
  listed_ = was["listed"].whole(-1);
  said_ = was["said"].texts();
}

void Alarms::look_at_ledger(const Simulation& sim, Real closing_error) {
  if (ledger_open_ || std::fabs(closing_error) <= limit_) return;  // a NaN is raised as well
  ledger_open_ = true;
  const bool rigid = sim.case_file().run.method == Method::kNonsmooth;
  raise(fmt::format(
      "the energy ledger is open by {:.2g} of the energy turned over at time {:.6g} (limit {:.2g}, "
      "run.ledger_limit): energy was made or lost that no law accounts for. Try {} (now {:.3g}{}).",
      closing_error, rounded_time(sim.state().clock.time(), sim.dt()), limit_,
      rigid ? "more nonsmooth.iterations, or half the time step" : "half the time step", sim.dt(),
      sim.case_file().run.dimensionless ? "" : " s"));
}

void Alarms::look_at_step(const Simulation& sim) {
  const State& state = sim.state();
  if (step_too_long_ || listed_ == state.lists.builds) return;
  listed_ = state.lists.builds;
  const StepShare s = measure_step_share(sim.scene(), state);
  if (s.share <= 1) return;
  step_too_long_ = true;
  const char* unit = sim.case_file().run.dimensionless ? "" : " s";
  raise(fmt::format(
      "the time step {:.3g}{} is {:.3g} times what the contacts of body {} and its neighbours "
      "allow, "
      "at time {:.6g}{}: motion grows there out of nothing. A run.time_step of {:.2g}{} would do.",
      sim.dt(), unit, s.share, s.id, rounded_time(state.clock.time(), sim.dt()), unit, s.dt, unit));
}

}  // namespace scree
