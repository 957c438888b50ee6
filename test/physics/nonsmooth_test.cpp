/// Rigid and stiff contacts solved as a complementarity problem.
#include <cmath>

#include "physics/small_scene.h"
#include "scree/observe/energy.h"

using namespace scree;

namespace {

constexpr Vec3 kDown{0, 0, -9.81};

/// Balls of glass in a cube of edge 2 around the origin; rigid unless `pair` gives a stiffness.
struct Rigid {
  Keys pair{{"restitution", 0}, {"friction", 0}}, rest = {}, options = {};
  Keys law{{"normal", "linear"}, {"tangential", "cundall-strack"}};
  Vec3 gravity{0, 0, 0};
  Real dt = 1e-3;
  std::string method = "nonsmooth";
  Keys bodies = {};  // further keys of the balls

  Simulation simulation(const std::vector<Ball>& balls) const {
    Keys keys{
        {"run",
         Keys{{"method", method}, {"duration", 1e6}, {"time_step", dt}, {"overlap_limit", 0.5}}},
        {"domain", Keys{{"lo", {-1, -1, -1}}, {"hi", {1, 1, 1}}}},
        {"gravity.vector", in_keys(gravity)},
        {"material.glass", Keys{{"density", 2500}, {"young", 1e7}, {"poisson", 0.25}}},
        {"law", law},
        {"pair", Keys{{"materials", {"glass", "glass"}}} + pair}};
    if (method == "nonsmooth") keys.push_back({"nonsmooth", options});
    Keys all = balls_of(balls);
    all[0].value = all[0].value.table + bodies;
    return Simulation(case_of_keys(keys + rest + all));
  }
};
/// The law of Rigid with a rolling one.
const Keys kRolling{
    {"normal", "linear"}, {"tangential", "cundall-strack"}, {"rolling", "constant"}};

Vec3 velocity(const Simulation& sim, Id id) {
  return sim.state().grains.motion[row_of(sim.state(), id)].v;
}
Vec3 place(const Simulation& sim, Id id) {
  return position(sim.state().grains.place[row_of(sim.state(), id)]);
}

Real mass(Real radius) { return 2500 * 4 * kPi / 3 * radius * radius * radius; }

Vec3 momentum(const Simulation& sim) {
  Vec3 sum{0, 0, 0};
  for (const Motion8& m : sim.state().grains.motion) sum += m.v / m.inv_mass;
  return sum;
}

}  // namespace

TEST_CASE("a rigid ball rebounds with exactly e times its speed, wherever in the step it touches") {
  for (const Real e : {0.0, 0.2, 0.5, 1.0})
    for (int phase = 0; phase < 10; ++phase) {
      CAPTURE(e);
      CAPTURE(phase);
      Rigid scene{.pair = {{"restitution", e}}, .rest = kFloor};
      // It falls a tenth of a step's way further with every phase.
      Simulation sim = scene.simulation({{{0, 0, 0.012 + 1e-4 * phase}, {0, 0, -1}}});
      run_for(sim, 0.05);
      CHECK(velocity(sim, 0).z == doctest::Approx(e).epsilon(1e-13));
      CHECK(place(sim, 0).z >= 0.01 * (1 - 1e-12));
    }
}

TEST_CASE("two balls collide head-on: restitution exact, momentum kept to rounding") {
  for (const Real e : {0.0, 0.3, 1.0}) {
    CAPTURE(e);
    const Rigid scene{.pair = {{"restitution", e}, {"friction", 0.5}}};
    Simulation sim = scene.simulation(
        {{{-0.0213, 0, 0}, {2, 0, 0}, {0, 3, 1}}, {{0.0107, 0, 0}, {-1, 0, 0}, {0, 0, 0}, 0.02}});
    const Vec3 before = momentum(sim);
    run_for(sim, 0.02);
    CHECK(velocity(sim, 1).x - velocity(sim, 0).x == doctest::Approx(3 * e).epsilon(1e-12));
    CHECK(norm(momentum(sim) - before) < 1e-14 * norm(before));
  }
}

namespace {

void bounce_for_ever(long wanted) {
  const Rigid scene{.pair = {{"restitution", 1}}, .rest = kFloor, .gravity = kDown, .dt = 5e-3};
  Simulation sim = scene.simulation({{{0, 0, 0.02}}});
  const auto energy = [&] {  // with the velocity at the time of the position
    const Real v = velocity(sim, 0).z - 0.5 * sim.dt() * 9.81;
    return 0.5 * v * v + 9.81 * (place(sim, 0).z - 0.01);
  };
  REQUIRE_FALSE(sim.advance().any());
  const Real start = energy();
  Real largest = 0, least = 1e9;
  long bounces = 0;
  while (bounces < wanted) {
    const bool down = velocity(sim, 0).z < 0;
    REQUIRE_FALSE(sim.advance().any());
    bounces += down && velocity(sim, 0).z > 0;
    largest = std::max(largest, energy());
    least = std::min(least, energy());
  }
  CHECK(largest < start * (1 + 1e-9));
  CHECK(least > start * (1 - 1e-9));
}

}  // namespace

TEST_CASE("a ball that bounces at e = 1 neither gains nor loses energy") { bounce_for_ever(5000); }

TEST_CASE("a hundred thousand bounces at e = 1 gain no energy" *
          doctest::test_suite("long: nonsmooth")) {
  bounce_for_ever(100'000);
}

TEST_CASE("a row of balls obeys Newton's law in all contacts at once, not one after the other") {
  // v2 - v1 = e v0 and v2 = v3, with momentum kept: -1/3, 2/3, 2/3 of the first speed at e = 1.
  const Rigid scene{.pair = {{"restitution", 1}}, .options = {{"iterations", 2000}}};
  Simulation sim = scene.simulation({{{-0.0305, 0, 0}, {1, 0, 0}}, {{0, 0, 0}}, {{0.02, 0, 0}}});
  run_for(sim, 0.02);
  CHECK(velocity(sim, 0).x == doctest::Approx(-1.0 / 3).epsilon(1e-12));
  CHECK(velocity(sim, 1).x == doctest::Approx(2.0 / 3).epsilon(1e-12));
  CHECK(velocity(sim, 2).x == doctest::Approx(2.0 / 3).epsilon(1e-12));
}

TEST_CASE("a resting column overlaps by the load over the stiffness at any step") {
  for (const Real dt : {1e-4, 1e-3, 5e-3}) {
    CAPTURE(dt);
    const Real k = 1e5, weight = mass(0.01) * 9.81;
    const Rigid scene{.pair = {{"restitution", 0.2}, {"stiffness", 1e5}},
                      .rest = kFloor,
                      .options = {{"iterations", 200}},
                      .gravity = kDown,
                      .dt = dt};
    Simulation sim = scene.simulation({{{0, 0, 0.01}}, {{0, 0, 0.03}}, {{0, 0, 0.05}}});
    for (int n = 0; n < 3000; ++n) REQUIRE_FALSE(sim.advance().any());
    CHECK(0.01 - place(sim, 0).z == doctest::Approx(3 * weight / k).epsilon(1e-6));
    CHECK(place(sim, 0).z + 0.02 - place(sim, 1).z ==
          doctest::Approx(2 * weight / k).epsilon(1e-6));
    CHECK(place(sim, 1).z + 0.02 - place(sim, 2).z == doctest::Approx(weight / k).epsilon(1e-6));
    CHECK(std::fabs(velocity(sim, 2).z) < 1e-10);
  }
}

TEST_CASE("a pile at rest costs a handful of iterations in a step at most") {
  const Rigid scene{.pair = {{"restitution", 0.2}, {"friction", 0.5}, {"stiffness", 1e5}},
                    .rest = kFloor,
                    .options = {{"iterations", 1000}, {"tolerance", 1e-6}},
                    .gravity = kDown,
                    .dt = 2e-3};
  // Four in a square and one in their hollow.
  const Real h = 0.01 * std::sqrt(2.0);
  Simulation sim = scene.simulation({{{-0.01, -0.01, 0.01}},
                                     {{0.01, -0.01, 0.01}},
                                     {{-0.01, 0.01, 0.01}},
                                     {{0.01, 0.01, 0.01}},
                                     {{0, 0, 0.01 + h}}});
  for (int n = 0; n < 2000; ++n) REQUIRE_FALSE(sim.advance().any());
  const std::int64_t before = sim.state().contact_solve.iterations;
  const Vec3 top = place(sim, 4);
  for (int n = 0; n < 2000; ++n) REQUIRE_FALSE(sim.advance().any());
  CHECK(sim.state().contact_solve.iterations - before <= 5 * 2000);  // one look; the limit is 1000
  CHECK(norm(place(sim, 4) - top) < 1e-8);
}

TEST_CASE("a blow shakes a column at rest by what it weighs, however few iterations there are") {
  // From nothing the column would need hundreds of iterations: what it has it keeps from step to
  // step. A grain of dust falls onto another column, or onto the top of this one.
  for (const Real at : {0.5, 0.0}) {
    CAPTURE(at);
    const Rigid scene{.pair = {{"restitution", 0}, {"friction", 0.5}, {"stiffness", 1e6}},
                      .rest = kFloor,
                      .options = {{"iterations", 20}},
                      .gravity = kDown};
    std::vector<Ball> balls;
    for (int k = 0; k < 10; ++k) balls.push_back({{0, 0, 0.01 * (1 + 2 * k)}});
    for (int k = 0; k < 10; ++k) balls.push_back({{0.5, 0, 0.01 * (1 + 2 * k)}});
    const Real dust = 5e-4;
    balls.push_back({{at, 0, 0.2 + dust}, {0, 0, 3}, {0, 0, 0}, dust});
    Simulation sim = scene.simulation(balls);
    const auto fastest = [&] {
      Real most = 0;
      for (Id id = 0; id < 10; ++id) most = std::max(most, norm(velocity(sim, id)));
      return most;
    };
    run_for(sim, 0.6);  // it is back after 0.611 s
    const std::int64_t before = sim.state().contact_solve.impact_stages;
    CHECK(fastest() < 1e-3 * 9.81 * scene.dt);
    Real most = 0;
    for (int k = 0; k < 30; ++k) {
      REQUIRE_FALSE(sim.advance().any());
      most = std::max(most, fastest());
    }
    CHECK(sim.state().contact_solve.impact_stages > before);
    const Real blow = 3 * std::pow(dust / 0.01, 3);  // what a ball alone would get
    CHECK(most < (at > 0 ? 1e-3 * 9.81 * scene.dt : 2 * blow));
  }
}

TEST_CASE("a ball that slides down a slope and bounces off a wall at e = 1 keeps its energy") {
  for (const Real angle : {0.3, 1.0}) {
    CAPTURE(angle);
    const Rigid scene{.pair = {{"restitution", 1}, {"friction", 0}},
                      .rest = kFloor + plane("wall", {-1, 0, 0}),
                      .gravity = {9.81 * std::sin(angle), 0, -9.81 * std::cos(angle)}};
    Simulation sim = scene.simulation({{{-0.2, 0, 0.01}}});
    const Real fall = 9.81 * std::sin(angle);
    const auto energy = [&] {  // with the velocity at the time of the position
      const Real v = velocity(sim, 0).x + 0.5 * sim.dt() * fall;
      return 0.5 * v * v - fall * (place(sim, 0).x + 0.01);
    };
    REQUIRE_FALSE(sim.advance().any());
    const Real start = energy();
    for (int k = 0; k < 20000; ++k) REQUIRE_FALSE(sim.advance().any());
    CHECK(sim.state().contact_solve.impact_stages > 20);
    CHECK(energy() == doctest::Approx(start).epsilon(1e-9));
  }
}

TEST_CASE("the overlap of a resting Hertz contact is that of the smooth law") {
  const Rigid scene{.pair = {{"restitution", 0.2}},
                    .rest = kFloor,
                    .law = {{"normal", "hertz"}},
                    .gravity = kDown};
  Simulation sim = scene.simulation({{{0, 0, 0.0099}}});
  for (int n = 0; n < 3000; ++n) REQUIRE_FALSE(sim.advance().any());
  const Real modulus = 1e7 / (2 * (1 - 0.25 * 0.25));
  const Real k = 4.0 / 3 * modulus * std::sqrt(0.01);
  const Real overlap = std::pow(mass(0.01) * 9.81 / k, 2.0 / 3);
  CHECK(0.01 - place(sim, 0).z == doctest::Approx(overlap).epsilon(1e-6));
}

TEST_CASE("a body that cannot turn sticks below the angle of friction and slides above it") {
  const Real mu = 0.5;
  for (const Real tilt : {mu * 0.999, mu * 1.001}) {
    CAPTURE(tilt);
    const Real angle = std::atan(tilt), g = 9.81, dt = 1e-3;
    const Rigid scene{.pair = {{"restitution", 0}, {"friction", 0.5}},
                      .rest = kFloor,
                      .gravity = {g * std::sin(angle), 0, -g * std::cos(angle)},
                      .dt = dt,
                      .bodies = {{"turns", false}}};
    Simulation sim = scene.simulation({{{-0.5, 0, 0.01}}});
    run_for(sim, 1);
    const Real a = std::max(0.0, g * (std::sin(angle) - mu * std::cos(angle)));
    CHECK(velocity(sim, 0).x == doctest::Approx(a * 1).epsilon(1e-9));
    CHECK(place(sim, 0).x + 0.5 == doctest::Approx(0.5 * a * (1 + dt)).epsilon(1e-9));
  }
}

TEST_CASE(
    "a ball on a slope rolls at 5/7 of the sliding acceleration, or stands by its rolling "
    "friction") {
  const Real g = 9.81, dt = 1e-3, angle = 0.1;
  for (const Real rolling : {0.0, 0.2}) {
    CAPTURE(rolling);
    Rigid scene{.pair = {{"restitution", 0}, {"friction", 0.5}, {"rolling_friction", rolling}},
                .rest = kFloor,
                .options = {{"iterations", 500}},
                .gravity = {g * std::sin(angle), 0, -g * std::cos(angle)},
                .dt = dt};
    if (rolling > 0) scene.law = kRolling;
    Simulation sim = scene.simulation({{{-0.9, 0, 0.01}}});
    run_for(sim, 0.5);
    const Real a = rolling > 0 ? 0 : 5.0 / 7 * g * std::sin(angle);
    CHECK(velocity(sim, 0).x == doctest::Approx(a * 0.5).epsilon(1e-8));
  }
}

TEST_CASE("with short steps and no impact stage the contact becomes that of the smooth method") {
  // Half a collision and the way back, frictionless, with a dashpot: first order in the step.
  const auto rebound = [](Real dt, bool smooth) {
    const Rigid scene{.pair = {{"restitution", 0.6}, {"stiffness", 1e4}},
                      .rest = kFloor,
                      .options = {{"impacts", false}},
                      .dt = dt,
                      .method = smooth ? "smooth" : "nonsmooth"};
    Simulation sim = scene.simulation({{{0, 0, 0.01}, {0, 0, -1}}});
    run_for(sim, 0.004);
    return place(sim, 0).z;
  };
  const Real exact = rebound(1e-7, true);
  const Real coarse = std::fabs(rebound(4e-6, false) - exact);
  const Real fine = std::fabs(rebound(1e-6, false) - exact);
  CAPTURE(coarse);
  CAPTURE(fine);
  CHECK(fine < 1e-5);
  CHECK(coarse / fine == doctest::Approx(4).epsilon(0.15));
}

TEST_CASE("the ledger of rigid grains closes, channel by channel") {
  std::vector<Ball> balls;
  for (int k = 0; k < 27; ++k)
    balls.push_back({{0.021 * (k % 3) + 0.002 * (k / 9), 0.021 * (k / 3 % 3) + 0.001 * (k % 2),
                      0.02 + 0.021 * (k / 9)},
                     {0.3, 0.1 * (k % 4), -0.5},
                     {0, 5, 0}});
  for (const bool soft : {false, true}) {
    CAPTURE(soft);
    Rigid scene{.pair = {{"restitution", 0.4}, {"friction", 0.4}, {"rolling_friction", 0.05}},
                .rest = kFloor,
                .law = kRolling,
                .gravity = kDown};
    if (soft) scene.pair.push_back({"stiffness", 1e5});
    Simulation sim = scene.simulation(balls);
    ClosingMemory memory;
    const auto closing = [&] {
      return closing_error(energy_now(sim.scene(), sim.state()), sim.state(), memory);
    };
    closing();
    for (int k = 0; k < 800; ++k) {
      REQUIRE_FALSE(sim.advance().any());
      CHECK(std::fabs(closing()) < 1e-10);
    }
    const ContactLoss<Real>& c = sim.state().ledger;
    CHECK(c.normal_dashpot > 0);
    CHECK(c.sliding > 0);
    CHECK(c.rolling > 0);
  }
}

TEST_CASE("the ledger of soft grains closes to rounding round a curve and over an edge, too") {
  const Keys bowl{{"wall", Keys{{"name", "bowl"},
                                {"material", "glass"},
                                {"shape", "cylinder"},
                                {"side", "inside"},
                                {"from", {0, -0.5, 0}},
                                {"to", {0, 0.5, 0}},
                                {"radius", 0.1}}}};
  const Keys table{{"wall", Keys{{"name", "table"},
                                 {"material", "glass"},
                                 {"shape", "box"},
                                 {"side", "outside"},
                                 {"lo", {-0.2, -0.2, -0.3}},
                                 {"hi", {0.05, 0.2, -0.2}}}}};
  for (const bool round : {true, false}) {
    CAPTURE(round);
    const Rigid scene{.pair = {{"restitution", 0.2}, {"friction", 0.4}, {"stiffness", 1e4}},
                      .rest = round ? bowl : table,
                      .gravity = kDown,
                      .dt = 2e-3};
    const Real z = round ? -0.06 : -0.19;
    Simulation sim = scene.simulation(
        {{{0.03, 0, z}, {0.4, 0, -0.1}, {0, 5, 0}}, {{0.005, 0, z}, {0.5, 0.1, 0}, {0, 0, 0}}});
    ClosingMemory memory;
    const auto closing = [&] {
      return closing_error(energy_now(sim.scene(), sim.state()), sim.state(), memory);
    };
    closing();
    Real most = 0;
    for (int k = 0; k < 200; ++k) {
      REQUIRE_FALSE(sim.advance().any());
      most = std::max(most, std::fabs(closing()));
    }
    CHECK(most < 1e-10);
  }
}
