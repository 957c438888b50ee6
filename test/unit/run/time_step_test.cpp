#include "scree/run/time_step.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "case_text.h"
#include "scree/base/error.h"
#include "scree/run/simulation.h"

using namespace scree;

namespace {

Real chosen(const std::vector<std::string>& sets, const std::string& text = kSmallCase) {
  return Simulation(read_case_text(text, "test.toml", sets)).dt();
}

std::string refused(const std::vector<std::string>& sets) {
  try {
    chosen(sets);
  } catch (const CaseError& e) {
    return e.what();
  }
  return "";
}

}  // namespace

TEST_CASE("the Rayleigh time follows from radius, density and shear modulus") {
  const Simulation sim(read_case_text(kSmallCase, "test.toml"));
  const Real shear = 1e7 / (2 * 1.25);
  CHECK(sim.scales().rayleigh ==
        doctest::Approx(kPi * 0.1 * std::sqrt(2500 / shear) / (0.1631 * 0.25 + 0.8766)));
  // A fall through the whole domain is faster than the ball at 1 m/s.
  CHECK(sim.scales().speed == doctest::Approx(std::sqrt(2 * 9.81)));
}

TEST_CASE("an omitted time step is a fraction of the shortest scale, rounded down to two digits") {
  const Simulation sim(read_case_text(kSmallCase, "test.toml"));
  const Real bound = 0.1 * sim.scales().shortest();
  CHECK(sim.dt() <= bound);
  CHECK(sim.dt() > 0.9 * bound);
  const Real digits = sim.dt() / std::pow(10, std::floor(std::log10(sim.dt())) - 1);
  CHECK(digits == doctest::Approx(std::round(digits)).epsilon(1e-9));
  CHECK(chosen({"run.time_step_fraction=0.05"}) == doctest::Approx(sim.dt() / 2).epsilon(0.1));
  CHECK(chosen({"material.glass.young=4e7"}) < 0.6 * sim.dt());
}

TEST_CASE("a given time step is taken as it is; one too large is refused unless forced") {
  CHECK(chosen({"run.time_step=1.234e-5"}) == 1.234e-5);
  const std::string message = refused({"run.time_step=0.05"});
  CHECK(message.find("run.time_step = 0.05 s is too large") != std::string::npos);
  CHECK(message.find("Use at most") != std::string::npos);
  CHECK(message.find("run.force_time_step = true") != std::string::npos);
  CHECK(chosen({"run.time_step=0.05", "run.force_time_step=true"}) == 0.05);
}

TEST_CASE("the linear law: pi sqrt(m*/k) of the lightest pair") {
  std::string text = kSmallCase;
  text += "[law]\nnormal = \"linear\"\ntangential = \"cundall-strack\"\n";
  const Simulation sim(read_case_text(
      text, "test.toml", {"pair.0.stiffness=1e6", "pair.1.stiffness=1e6", "run.seed=1"}));
  const Real mass = 2500 * 4 * kPi / 3 * 1e-3;
  CHECK(std::isinf(sim.scales().rayleigh));
  CHECK(sim.scales().contact == doctest::Approx(kPi * std::sqrt(mass / 2 / 1e6)));
}

TEST_CASE("the step stays below what the strongest dashpot allows") {
  const std::string text =
      kSmallCase + "[law]\nnormal = \"linear\"\ntangential = \"cundall-strack\"\ntension = true\n";
  const auto sets = [](Real restitution, std::vector<std::string> more = {}) {
    for (const char* pair : {"pair.0", "pair.1"})
      for (const std::string& line : {std::string(".stiffness=1e6"), std::string(".friction=0.5"),
                                      fmt::format(".restitution={}", restitution)})
        more.push_back(pair + line);
    return more;
  };
  // One ball: a contact alone, c/m* = 2 zeta w, along the tangent 3.5 times that.
  const Simulation sim(read_case_text(text, "test.toml", sets(0.05)));
  const Real log = std::log(0.05), zeta = -log / std::sqrt(kPi * kPi + log * log);
  const Real mass = 2500 * 4 * kPi / 3 * 1e-3 / 2;
  const Real damping = 1 / (3.5 * 2 * zeta * std::sqrt(1e6 / mass));
  CHECK(sim.scales().damping == doctest::Approx(damping));
  CHECK(sim.dt() <= 0.7 * damping);
  CHECK(sim.dt() > 0.63 * damping);
  CHECK(sim.dt() < 0.1 * sim.scales().contact);
  CHECK(std::isinf(Simulation(read_case_text(text, "test.toml", sets(1))).scales().damping));
  std::string message;
  try {
    Simulation(read_case_text(text, "test.toml",
                              sets(0.05, {fmt::format("run.time_step={}", 1.1 * damping)})));
  } catch (const CaseError& e) {
    message = e.what();
  }
  CHECK(message.find("dashpot") != std::string::npos);
  CHECK(message.find("run.force_time_step = true") != std::string::npos);
}

TEST_CASE("what an emitter will bring counts, also when nothing is there yet") {
  const std::string spout =
      "[[emitter]]\nname = \"spout\"\nmaterial = \"glass\"\nnumber_rate = 1\n"
      "region = {kind = \"sphere\", center = [0.5, 0.5, 0.5], radius = 0.2}\n"
      "sizes = {kind = \"uniform\", min = 0.01, max = 0.05}\n";
  const Real with = chosen({}, kSmallCase + spout), without = chosen({});
  CHECK(with == doctest::Approx(without / 10).epsilon(0.1));  // a tenth of the radius
  std::string alone = kSmallCase;
  alone.erase(alone.find("[[bodies]]"), alone.find("[[wall]]") - alone.find("[[bodies]]"));
  CHECK(chosen({}, alone + spout) == doctest::Approx(with));
}
