#include "scree/formula/motion_formula.h"

#include <doctest/doctest.h>

#include "scree/base/error.h"
#include "scree/run/simulation.h"
#include "unit/case/case_text.h"
#include "unit/io/scratch_folder.h"

using namespace scree;

namespace {

struct Moved {
  Vec3 x{0, 0, 0}, v{0, 0, 0};
};

Moved moved(const Motion& motion, Vec3 reference, Real clock, bool on = true) {
  MotionFormula f(motion.formula, motion.constants);
  std::vector<Real> weights(f.weights());
  f.weigh(reference, weights.data());
  f.set_time(clock, on);
  Moved m;
  f.add(weights.data(), reference, m.x, m.v);
  return m;
}

/// A wall of beads above two balls that are far away from it.
std::string beads(const std::string& motion) {
  return kSmallCase +
         "[[bodies]]\nsource = \"line\"\nmaterial = \"glass\"\nlabel = \"beads\"\n"
         "prescribed = true\nstart = [0.1, 0.5, 0.9]\nend = [0.9, 0.5, 0.9]\ncount = 9\n"
         "sizes = {kind = \"fixed\", radius = 0.05}\nmotion = [" +
         motion + "]\n";
}

std::string refusal(const std::string& text) {
  return message_of<CaseError>([&] { read_case_text(text, "test.toml"); });
}

}  // namespace

TEST_CASE("displacements follow their formulas, and velocities are the exact derivatives") {
  Motion m;
  m.kind = MotionKind::kExpression;
  m.formula = {"t*sqrt(x + t)", "tan(4*pi/180)*L/2*(1-(2*x/L)^2)*sin(2*pi*t/T)", "y*t^2"};
  m.constants = {{"T", 4}, {"L", 47}};
  const Vec3 at{5, 2, 1};
  const Real t = 1.3, a = std::tan(4 * kPi / 180) * 47 / 2 * (1 - 100.0 / (47 * 47)),
             w = 2 * kPi / 4;
  const Moved now = moved(m, at, t);
  CHECK(now.x.x == doctest::Approx(t * std::sqrt(5 + t)).epsilon(1e-14));
  CHECK(now.x.y == doctest::Approx(a * std::sin(w * t)).epsilon(1e-14));
  CHECK(now.x.z == doctest::Approx(2 * t * t).epsilon(1e-14));
  CHECK(now.v.x == doctest::Approx(std::sqrt(5 + t) + t / (2 * std::sqrt(5 + t))).epsilon(1e-14));
  CHECK(now.v.y == doctest::Approx(a * w * std::cos(w * t)).epsilon(1e-14));
  CHECK(now.v.z == doctest::Approx(4 * t).epsilon(1e-14));
  const Moved held = moved(m, at, t, false);
  CHECK(norm(held.x - now.x) == 0);
  CHECK(norm(held.v) == 0);
}

TEST_CASE("beads of a line move each by its own displacement, and motions add up") {
  const std::string text = beads(
      "{kind = \"translate\", velocity = [0, 0.5, 0]}, {kind = \"expression\", y = "
      "\"0.1*x*sin(T*t)\", constants = {T = 20}}");
  Simulation sim(read_case_text(text, "test.toml"));
  const Grains& g = sim.state().grains;
  REQUIRE(g.size() - g.free == 9);
  for (int step = 0; step < 50; ++step) REQUIRE_FALSE(sim.advance().any());
  const Real t = sim.state().clock.time();
  Real smallest = 1, largest = 0;
  for (Index r = g.free; r < g.size(); ++r) {
    const Vec3 x = position(g.place[r]);
    smallest = std::min(smallest, x.x), largest = std::max(largest, x.x);
    CHECK(x.y == doctest::Approx(0.5 + 0.5 * t + 0.1 * x.x * std::sin(20 * t)).epsilon(1e-12));
    CHECK(g.motion[r].v.y == doctest::Approx(0.5 + 2 * x.x * std::cos(20 * t)).epsilon(1e-12));
    CHECK(norm(g.motion[r].w) == 0);
  }
  CHECK(smallest == doctest::Approx(0.1));
  CHECK(largest == doctest::Approx(0.9));
}

TEST_CASE("a wall may follow a formula of time, but not of place") {
  const std::string ok =
      kSmallCase + "motion = [{kind = \"expression\", z = \"0.01*sin(30*t)\"}]\n";
  Simulation sim(read_case_text(ok, "test.toml"));
  for (int step = 0; step < 20; ++step) sim.advance();
  const Real t = sim.state().clock.time();
  CHECK(sim.state().walls[0].x.z == doctest::Approx(0.01 * std::sin(30 * t)).epsilon(1e-13));
  CHECK(sim.state().walls[0].v.z == doctest::Approx(0.3 * std::cos(30 * t)).epsilon(1e-13));
  const std::string bad =
      refusal(kSmallCase + "motion = [{kind = \"expression\", z = \"0.01*x*sin(30*t)\"}]\n");
  CHECK(contains(bad, "wall.floor.motion.0.z: a wall is rigid"));
}

TEST_CASE("expressions, servos and lines that make no sense are refused") {
  CHECK(contains(refusal(beads("{kind = \"expression\", y = \"0.1*lenght\"}")),
                 "bodies.1.motion.0.y: in the formula \"0.1*lenght\": there is no 'lenght'"));
  for (const std::string name : {"t", "x", "pi", "sin"})
    CHECK(contains(
        refusal(beads("{kind = \"expression\", y = \"0.1*x\", constants = {" + name + " = 2}}")),
        "bodies.1.motion.0.constants." + name + ": the formula has a meaning for '" + name +
            "' already; choose another name. Taken are x, y, z, t, pi, deg"));
  CHECK(contains(refusal(beads("{kind = \"expression\"}")), "needs at least one of x, y, z"));
  const std::string servo = "{kind = \"servo\", direction = [0, 0, -1], force = 1, max_speed = 1, ";
  CHECK(contains(refusal(beads(servo + "gain = 1, mass = 1}")), "give either gain or mass"));
  CHECK(contains(refusal(beads(servo + "gain = 1, damping = 1}")), "damping needs mass"));
  std::string both = beads("");
  both.replace(both.find("count = 9"), 9, "count = 9\nspacing = 0.1");
  CHECK(contains(refusal(both), "a line takes either count or spacing"));
}

TEST_CASE("a line with a spacing ends at its end or before") {
  std::string text = beads("");
  text.replace(text.find("count = 9"), 9, "spacing = 0.25");
  const BodyList list = make_bodies(read_case_text(text, "test.toml"));
  REQUIRE(list.size() == 2 + 4);
  CHECK(list.x.back().x == doctest::Approx(0.85));
  text.replace(text.find("spacing = 0.25"), 14, "spacing = 0.1");
  CHECK(make_bodies(read_case_text(text, "test.toml")).size() == 2 + 9);
  text.replace(text.find("spacing = 0.1"), 13, "");  // touching
  CHECK(make_bodies(read_case_text(text, "test.toml")).size() == 2 + 9);
}
