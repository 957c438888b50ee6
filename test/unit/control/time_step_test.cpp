#include "scree/control/time_step.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include "scree/base/error.h"
#include "scree/run/simulation.h"
#include "unit/case/case_text.h"

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

namespace {

/// A ball of 1 cm at rest and a wall or prescribed ball that `motion` moves; soft, so that only
/// speeds limit the step. No gravity.
std::string moved_case(const std::string& who, const std::string& motion) {
  const std::string wall =
      "[[wall]]\nname = \"lid\"\nmaterial = \"glass\"\nshape = \"plane\"\npoint = [0, 0, 1.9]\n"
      "normal = [0, 0, -1]\n";
  const std::string ball =
      "[[bodies]]\nmaterial = \"glass\"\nprescribed = true\n"
      "list = [{x = [0.5, 0, 1], radius = 0.01}]\n";
  return "[run]\nduration = 2\n[domain]\nlo = [-2, -2, -2]\nhi = [2, 2, 2]\n[material.glass]\n"
         "density = 2500\n[law]\nnormal = \"linear\"\ntangential = \"cundall-strack\"\n"
         "[[pair]]\nmaterials = [\"*\", \"*\"]\nstiffness = 1e-3\nrestitution = 1\n"
         "friction = 0\n[[bodies]]\nmaterial = \"glass\"\n"
         "list = [{x = [0, 0, 0], radius = 0.01}]\n" +
         (who == "wall" ? wall : ball) + "motion = [" + motion + "]\n";
}

}  // namespace

TEST_CASE("the chosen step knows every motion: none carries a wall a quarter radius in a step") {
  // The largest speed each motion reaches within the 2 s of the run, in closed form.
  struct {
    const char* who;
    std::string motion;
    Real speed;
  } cases[] = {
      {"wall", R"m({kind = "translate", velocity = [0, 3, 4]})m", 5},
      {"wall", R"m({kind = "oscillate", direction = [0, 0, 1], amplitude = 0.1, frequency = 7})m",
       2 * kPi * 0.7},
      {"wall", R"m({kind = "table", table = [[0, 0, 0, 0, 0], [1, 0, 0, 0.1, 0],
               [1.01, 0, 0, 0.3, 0], [2, 0, 0, 0, 0]]})m",
       20},
      // A frequency that a regular grid of instants would miss.
      {"wall", R"m({kind = "expression", z = "0.01*sin(2*pi*1000*t)"})m", 20 * kPi},
      {"wall", R"m({kind = "expression", z = "0.1*t^3"})m", 1.2},
      {"wall", R"m({kind = "translate", velocity = [0, 0, 3]},
                  {kind = "oscillate", direction = [0, 0, 1], amplitude = 0.1, frequency = 7})m",
       3 + 2 * kPi * 0.7},
      {"ball", R"m({kind = "rotate", rate = 10, center = [0, 0, 1]})m", 5},
      {"ball", R"m({kind = "expression", x = "x^2*sin(40*t)"})m", 10},
  };
  for (const auto& k : cases) {
    CAPTURE(k.motion);
    const Simulation sim(read_case_text(moved_case(k.who, k.motion), "test.toml"));
    // Grains, a fifth of their radius at the speed of what hits them, are the tighter bound.
    CHECK(sim.scales().passing <= 0.2 * 0.01 / k.speed * 1.001);
    const bool turns = k.motion.find("rotate") != std::string::npos;
    if (!turns) CHECK(sim.scales().passing == doctest::Approx(0.2 * 0.01 / k.speed).epsilon(1e-3));
    CHECK(sim.dt() <= sim.scales().passing);
    CHECK(sim.dt() > 0.9 * sim.scales().passing);
  }
}

TEST_CASE(
    "rigid grains may go far in a step, what is carried along may not; a drum is not carried") {
  const auto step = [](const std::string& motion) {
    std::string text = moved_case("wall", motion);
    text.replace(text.find("duration"), 0, "method = \"nonsmooth\"\n");
    const Simulation sim(
        read_case_text(text, "test.toml", {"gravity.vector=[0,0,-9.81]", "pair.0.stiffness=1e5"}));
    return sim.dt();
  };
  const Real fall = step("");
  CHECK(fall == doctest::Approx(std::sqrt(0.04 * 0.01 / 9.81)).epsilon(0.1));
  CHECK(step(R"m({kind = "translate", velocity = [0, 0, 50]})m") ==
        doctest::Approx(0.25 * 0.01 / 50).epsilon(0.1));
  CHECK(step(R"m({kind = "rotate", axis = [0, 0, 1], rate = 1e5})m") == fall);
  CHECK(step(R"m({kind = "belt", velocity = [1e5, 0, 0]})m") == fall);
}

TEST_CASE("the gravity of every phase counts for the speed to be expected") {
  std::string text = kSmallCase;
  text.replace(text.find("duration = 0.1"), 14, "");
  text +=
      "[[phase]]\nname = \"a\"\nduration = 1\n[[phase]]\nname = \"b\"\nduration = 1\n"
      "gravity = {vector = [0, 0, -981]}\n";
  CHECK(Simulation(read_case_text(text, "test.toml")).scales().speed ==
        doctest::Approx(std::sqrt(2 * 981.)));
}
