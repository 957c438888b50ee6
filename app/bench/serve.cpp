#include "bench/serve.h"

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <iostream>
#include <sstream>

#include "exit_code.h"
#include "scree/base/error.h"
#include "scree/observe/coordination.h"
#include "scree/observe/energy.h"
#include "scree/run/session.h"
#include "scree/run/simulation.h"

namespace scree::app {
namespace {

struct Touching {
  long pairs = 0, walls = 0, points = 0;  // points: of parts
};

/// With rigid contacts those that push: gaps are zero but for rounding.
Touching count_touching(const Simulation& simulation) {
  Touching touching;
  if (simulation.case_file().run.method == Method::kNonsmooth) {
    const State& s = simulation.state();
    for (Index k = 0; k < s.wall_contacts.size(); ++k)
      touching.walls += touched(s.wall_contacts, k);
    for (Index k = 0; k < s.pairs.count; ++k) touching.pairs += touched(s.pairs, k);
    for (const PointContact& c : s.point_contacts) touching.points += c.p_n > 0;
    return touching;
  }
  for (const Real gap : simulation.state().wall_contacts.gap) touching.walls += gap < 0;
  long ends = 0;
  for (const int count : contact_counts(simulation.scene(), simulation.state())) ends += count;
  touching.pairs = (ends - touching.walls) / 2;
  return touching;
}

void report(const Simulation& simulation, long steps, double seconds) {
  const State& state = simulation.state();
  fmt::print("Loop time of {:.6f} on 1 procs for {} steps with {} atoms\n", seconds, steps,
             state.grains.size());
  fmt::print("Neighbor list builds = {}\nList refreshes = {}\n", state.lists.builds,
             state.lists.refreshes);
}

/// What is not free to know: asked for with "run 0" when all has been timed.
void measure(const Simulation& simulation) {
  const State& state = simulation.state();
  const Touching touching = count_touching(simulation);
  fmt::print("Step KinEng c_z\n{} {:.8g} {:.6g}\n", state.clock.step,
             energy_now(simulation.scene(), state).translation,
             2.0 * static_cast<double>(touching.pairs) / static_cast<double>(state.grains.size()));
  fmt::print("Contacts = {}\nState = {:016x}\n", touching.pairs + touching.walls + touching.points,
             hash(state));
  if (simulation.case_file().run.method == Method::kNonsmooth)
    fmt::print("Residual = {:.6g}\n", state.contact_solve.residual);
}

/// False when the simulation got into trouble.
bool run(Simulation& simulation, long steps) {
  using Clock = std::chrono::steady_clock;
  const Clock::time_point start = Clock::now();
  const std::int64_t end = simulation.state().clock.step + steps;
  while (simulation.state().clock.step < end) {
    const Stop stop = simulation.advance(end - simulation.state().clock.step);
    if (!stop.any()) continue;
    fmt::print("ERROR: {}\n", stop.message);
    return false;
  }
  if (steps == 0) measure(simulation);
  report(simulation, steps, std::chrono::duration<double>(Clock::now() - start).count());
  return true;
}

}  // namespace

int serve(const std::string& case_file, const std::vector<std::string>& sets) {
  Simulation simulation(read_case(case_file, sets), load_runs());
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream words(line);
    std::string verb;
    long steps = 0;
    if (!(words >> verb)) continue;
    if (verb == "quit") break;
    if (verb == "run" && words >> steps) {
      if (!run(simulation, steps)) return kNumericalTrouble;
    } else if (verb == "print") {
      const std::size_t open = line.find('"'), close = line.rfind('"');
      if (open < close) fmt::print("{}\n", line.substr(open + 1, close - open - 1));
    } else {
      throw CaseError(fmt::format("--serve does not know '{}'", line));
    }
    std::fflush(stdout);
  }
  return kDone;
}

}  // namespace scree::app
