/// Forces from outside and drag, by all three methods.
#include <cmath>

#include "physics/small_scene.h"
#include "scree/observe/energy.h"
#include "source_folder.h"

using namespace scree;

namespace {

const std::vector<std::string> kMethods{"smooth", "dae", "nonsmooth"};

/// What every scene here has.
Keys head(const std::string& method, const Keys& run, const Keys& pair) {
  return {{"run", Keys{{"method", method}} + run},
          {"domain", Keys{{"lo", {-1, -1, -1}}, {"hi", {1, 1, 1}}}},
          {"material.glass", Keys{{"density", 2500}}},
          {"law", Keys{{"normal", "linear"}, {"tangential", "cundall-strack"}}},
          {"pair", Keys{{"materials", {"glass", "glass"}}} + pair}};
}

/// Glass balls in a cube of edge 2 around the origin.
struct Outside {
  std::string method = "smooth";
  Keys rest = {}, pair = {{"restitution", 1}};
  Real gravity = 0, dt = 1e-3;

  Keys keys(const std::vector<Ball>& balls) const {
    const Keys run{
        {"duration", 1e6}, {"time_step", dt}, {"force_time_step", true}, {"overlap_limit", 0.5}};
    return head(method, run, Keys{{"stiffness", 1e5}} + pair) + scree::gravity({0, 0, -gravity}) +
           rest + (balls.empty() ? Keys{} : balls_of(balls));
  }
  Case read(const std::vector<Ball>& balls) const { return case_of_keys(keys(balls)); }
};

Keys linear_drag(Real coefficient, const Keys& more = {}) {
  return {{"drag", Keys{{"kind", "linear"}, {"coefficient", coefficient}} + more}};
}
Keys syrup(Real viscosity, Real density, const Keys& more = {}) {
  return {
      {"drag", Keys{{"kind", "stokes"}, {"viscosity", viscosity}, {"density", density}} + more}};
}
Keys force(const Keys& keys) { return {{"force", keys}}; }

/// Of a ball of 1 cm [kg].
const Real kMass = 2500 * 4 * kPi / 3 * 1e-6;

Vec3 velocity(const Simulation& sim, Id id) {
  return sim.state().grains.motion[row_of(sim.state(), id)].v;
}
Vec3 spin(const Simulation& sim, Id id) {
  return sim.state().grains.motion[row_of(sim.state(), id)].w;
}
Vec3 place(const Simulation& sim, Id id) {
  return position(sim.state().grains.place[row_of(sim.state(), id)]);
}
Real balance_of(const Simulation& sim) {
  return balance(energy_now(sim.scene(), sim.state()), sim.state());
}
/// Runs, and says how far the books are open at the end [J].
Real open_books(Simulation& sim, Real time) {
  const Real before = balance_of(sim);
  run_for(sim, time);
  return std::fabs(balance_of(sim) - before);
}

}  // namespace

TEST_CASE("a sphere sinks at Stokes' speed, to ten digits and with any method") {
  // Its time of relaxation is 0.0199 s: thirty of them leave 1e-13.
  const Real viscosity = 2.8, fluid = 1000, r = 0.01, g = 9.81;
  const Real speed = 2 * (2500 - fluid) * g * r * r / (9 * viscosity);
  for (const std::string& method : kMethods)
    for (const Real dt : {1e-4, 1e-3, 5e-3}) {
      CAPTURE(method);
      CAPTURE(dt);
      const Outside scene{.method = method,
                          .rest = syrup(viscosity, fluid, {{"velocity", {0.1, 0, 0}}}),
                          .gravity = g,
                          .dt = dt};
      Simulation sim(scene.read({{{0, 0, 0.5}, {0, 0.1, 0}, {0, 0, 1}}}));
      run_for(sim, 0.7);
      CHECK(-velocity(sim, 0).z == doctest::Approx(speed).epsilon(1e-10));
      CHECK(velocity(sim, 0).x == doctest::Approx(0.1).epsilon(1e-10));
      CHECK(norm(spin(sim, 0)) < 1e-10);
    }
}

TEST_CASE("speed and spin decay exponentially: second order by smooth and dae, first by impulses") {
  // Relaxation times of 0.02 s, and of the spin 0.01 s.
  const Real tau = 0.02, inertia = 0.4 * kMass * 1e-4;
  const auto error_of = [&](const std::string& method, const Keys& more, Real dt) {
    const Outside scene{
        .method = method,
        .rest = linear_drag(kMass / tau, {{"turn_coefficient", inertia / (tau / 2)}}) + more,
        .dt = dt};
    Simulation sim(scene.read({{{0, 0, 0}, {1, 0, 0}, {0, 4, 0}}}));
    run_for(sim, 0.04);
    const Real v = velocity(sim, 0).x - std::exp(-2), w = spin(sim, 0).y - 4 * std::exp(-4);
    const Real x = place(sim, 0).x - tau * (1 - std::exp(-2));
    return std::max({std::fabs(v), std::fabs(w), std::fabs(x) / tau});
  };
  const auto order_of = [&](const std::string& method, const Keys& more = {}) {
    return std::log2(error_of(method, more, 2e-3) / error_of(method, more, 1e-3));
  };
  CHECK(order_of("smooth") == doctest::Approx(2).epsilon(0.05));
  CHECK(order_of("dae") == doctest::Approx(2).epsilon(0.05));
  CHECK(order_of("dae", {{"dae.integrator", "rk4"}}) > 3.8);
  CHECK(order_of("nonsmooth") == doctest::Approx(1).epsilon(0.1));
}

TEST_CASE("drag may be as strong as it likes: a step of a hundred relaxation times is stable") {
  for (const std::string& method : kMethods) {
    CAPTURE(method);
    const Outside scene{.method = method,
                        .rest = linear_drag(kMass / 1e-5, {{"velocity", {0.3, 0, 0}}})};
    Simulation sim(scene.read({{{0, 0, 0}, {1, 0, 0}}}));
    run_for(sim, 0.5);
    CHECK(velocity(sim, 0).x == doctest::Approx(0.3).epsilon(1e-6));
  }
}

TEST_CASE("a grain that lies in thick syrup presses with its whole weight") {
  // By impulses drag makes it heavier for the step, and its weight is still its weight.
  for (const Real coefficient : {0.0, 10 * kMass / 1e-3}) {
    CAPTURE(coefficient);
    const Outside scene{.method = "nonsmooth",
                        .rest = kFloor + (coefficient > 0 ? linear_drag(coefficient) : Keys{}),
                        .pair = {{"restitution", 0}},
                        .gravity = 10};
    Simulation sim(scene.read({{{0, 0, 0.01}}}));
    run_for(sim, 1);
    CHECK(-sim.state().walls[0].force.z == doctest::Approx(10 * kMass).epsilon(1e-3));
  }
}

TEST_CASE("a constant force m g is gravity") {
  for (const std::string& method : kMethods) {
    CAPTURE(method);
    const Outside heavy{.method = method,
                        .rest = kFloor,
                        .pair = {{"restitution", 0.7}, {"friction", 0.3}},
                        .gravity = 9.81,
                        .dt = 2e-5};
    Outside pushed = heavy;
    pushed.gravity = 0;
    pushed.rest = pushed.rest + force({{"z", "-9.81 * m"}});
    const std::vector<Ball> balls{{{0, 0, 0.05}, {0.2, 0, 0}, {0, 3, 0}}};
    Simulation a(heavy.read(balls)), b(pushed.read(balls));
    run_for(a, 0.2);
    run_for(b, 0.2);
    CHECK(norm(place(a, 0) - place(b, 0)) < 1e-10);
    CHECK(norm(velocity(a, 0) - velocity(b, 0)) < 1e-8);
    CHECK(norm(spin(a, 0) - spin(b, 0)) < 1e-6);
  }
}

TEST_CASE(
    "a ball in a harmonic trap is back after 2 pi sqrt(m/k), and the trap's work is its energy") {
  const Real stiffness = kMass * 100, period = 2 * kPi / 10;
  for (const std::string& method : kMethods) {
    CAPTURE(method);
    const Outside scene{
        .method = method,
        .rest = force({{"x", "-k * x"}, {"y", "-k * y"}, {"constants", Keys{{"k", stiffness}}}}),
        .dt = period / 2000};
    Simulation sim(scene.read({{{0.2, 0, 0}, {0, 1, 0}}}));
    const bool impulses = method == "nonsmooth";  // velocities stand half a step behind
    const Real start = 0.5 * kMass;
    run_for(sim, period / 4);
    CHECK(norm(place(sim, 0) - Vec3{0, 0.1, 0}) < (impulses ? 5e-4 : 1e-6));
    const Real kinetic = 0.5 * kMass * norm2(velocity(sim, 0));
    CHECK(sim.state().ledger.applied == doctest::Approx(kinetic - start).epsilon(1e-12));
    run_for(sim, 3 * period / 4);
    CHECK(norm(place(sim, 0) - Vec3{0.2, 0, 0}) < (impulses ? 1e-3 : 1e-5));
    CHECK(norm(velocity(sim, 0) - Vec3{0, 1, 0}) < (impulses ? 1e-2 : 1e-4));
    CHECK(sim.state().ledger.drag == 0);
  }
}

TEST_CASE("a torque spins a ball up with T/I, and a force ends with its phase") {
  for (const std::string& method : kMethods) {
    CAPTURE(method);
    const Keys keys = head(method, {{"time_step", 1e-3}}, {{"stiffness", 10}, {"restitution", 1}}) +
                      Keys{{"phase", Keys{{"name", "push"}, {"duration", 0.1}}},
                           {"phase", Keys{{"name", "rest"}, {"duration", 0.1}}}} +
                      force({{"phases", {"push"}}, {"torque_z", "3e-6"}, {"x", "m"}}) +
                      balls_of({{{0, 0, 0}}});
    Simulation sim(case_of_keys(keys));
    while (!sim.finished()) REQUIRE_FALSE(sim.advance(20).any());
    // By Verlet half of the last step's force acts in the step after.
    const Real time = method == "nonsmooth" ? 0.1 : 0.1 + 0.0;
    CHECK(spin(sim, 0).z == doctest::Approx(3e-6 / (0.4 * kMass * 1e-4) * time).epsilon(0.0051));
    CHECK(velocity(sim, 0).x == doctest::Approx(time).epsilon(0.0051));
    const Real kinetic = energy_now(sim.scene(), sim.state()).kinetic();
    CHECK(sim.state().ledger.applied == doctest::Approx(kinetic).epsilon(1e-12));
  }
}

TEST_CASE("forces follow their bodies through sorting, by label") {
  // Two crowds of balls change places, which sorts rows time and again.
  Keys bodies;
  for (const std::string label : {"left", "right"}) {
    const Real side = label == "left" ? -1 : 1;
    std::vector<api::Value> list;
    for (int k = 0; k < 12; ++k)
      list.push_back(
          Keys{{"x", {side * (0.3 + 0.05 * (k % 4)), 0.1 * (k / 4), side > 0 ? 0.03 : -0.03}},
               {"v", {-2 * side, 0, 0}},
               {"radius", 0.01}});
    bodies.push_back({"bodies", Keys{{"material", "glass"}, {"label", label}, {"list", list}}});
  }
  for (const std::string& method : kMethods) {
    CAPTURE(method);
    const Outside scene{.method = method,
                        .rest = force({{"labels", {"right"}}, {"z", "2 * m"}}) + bodies};
    Simulation sim(scene.read({{{0.9, 0.9, 0.9}}}));
    const std::int64_t builds = sim.state().lists.builds;
    run_for(sim, 0.3);
    CHECK(sim.state().lists.builds > builds + 2);
    for (Id id = 0; id < 24; ++id)
      CHECK(velocity(sim, id).z == doctest::Approx(id < 12 ? 0 : 0.6).epsilon(1e-12));
  }
}

TEST_CASE("the books of loads close to rounding, but for what soft contacts leave open") {
  const Keys wind =
      linear_drag(kMass / 0.3,
                  {{"turn_coefficient", 1e-6}, {"velocity", {0.5, 0, 0}}, {"density", 500}}) +
      force({{"y", "0.1 * sin(20 * t) * m - 0.01 * vy"}, {"torque_x", "1e-6 * cos(9 * t)"}});
  const std::vector<Ball> balls{{{0, 0, 0.1}}, {{0.05, 0, 0.15}, {0, 1, 0}, {0, 5, 0}}};
  const Real turned_over = kMass * 9.81 * 0.25;
  for (const std::string& method : kMethods) {
    CAPTURE(method);
    const auto scene = [&](Real dt, const Keys& rest) {
      return Outside{.method = method,
                     .rest = rest,
                     .pair = {{"restitution", 0.8}, {"friction", 0.3}},
                     .gravity = 9.81,
                     .dt = dt};
    };
    Outside weightless = scene(1e-4, wind);  // that of gravity is known to second order
    weightless.gravity = 0;
    Simulation flight(weightless.read(balls));
    CHECK(open_books(flight, 0.3) < 1e-12 * turned_over);
    CHECK(std::fabs(flight.state().ledger.applied) > 1e-3 * turned_over);
    CHECK(std::fabs(flight.state().ledger.drag) > 0.01 * turned_over);
    const auto error = [&](Real dt) {
      Simulation sim(scene(dt, kFloor + wind).read(balls));
      return open_books(sim, 0.4);
    };
    const Real coarse = error(2e-5), fine = error(5e-6);
    CAPTURE(coarse / turned_over);
    CAPTURE(fine / turned_over);
    if (method == "nonsmooth") {  // the work of impulses is known exactly
      CHECK(coarse < 1e-11 * turned_over);
      CHECK(fine < 1e-11 * turned_over);
    } else {
      CHECK(fine < 1e-4 * turned_over);
      CHECK(fine < 0.5 * coarse);
    }
  }
}

TEST_CASE("a clump sinks as the sphere of its volume, and its spin decays") {
  const Keys clump{{"clump.pair", Keys{{"spheres", {{-0.005, 0, 0, 0.01}, {0.005, 0, 0, 0.01}}}}},
                   {"bodies", Keys{{"material", "glass"},
                                   {"shape", "pair"},
                                   {"list", {Keys{{"x", {0, 0, 0.5}}, {"w", {1, 2, 3}}}}}}}};
  for (const std::string method : {"smooth", "nonsmooth"}) {
    CAPTURE(method);
    const Outside scene{.method = method, .rest = syrup(2.8, 1000) + clump, .gravity = 9.81};
    Simulation sim(scene.read({{{0.9, 0.9, 0.9}}}));
    run_for(sim, 0.9);
    // Two spheres of radius r, centres d apart: V = 4/3 pi r^3 (1 + 3 d/(4 r) - d^3/(16 r^3)).
    const Real r = 0.01, volume = 4 * kPi / 3 * r * r * r * (1 + 0.75 - 1.0 / 16);
    const Real radius = std::cbrt(3 * volume / (4 * kPi));
    const Real speed = 1500 * volume * 9.81 / (6 * kPi * 2.8 * radius);
    const RigidBodies& c = sim.state().bodies;
    CHECK(-c.v[0].z == doctest::Approx(speed).epsilon(1e-9));
    CHECK(norm(c.w[0]) < 1e-9);
  }
}

TEST_CASE("a force drives a part of a machine, against the drag that grains have") {
  const Keys part{{"wall", Keys{{"name", "block"},
                                {"material", "glass"},
                                {"shape", "box"},
                                {"side", "outside"},
                                {"lo", {-0.1, -0.1, -0.1}},
                                {"hi", {0.1, 0.1, 0.1}},
                                {"mass", 2}}},
                  {"force", Keys{{"part", "block"}, {"x", "3 - 1.5 * vx"}}}};
  const Outside scene{.method = "nonsmooth", .rest = part + linear_drag(0.1)};
  Simulation sim(scene.read({{{0.9, 0.9, 0.9}}}));
  run_for(sim, 0.2);
  // 2 v' = 3 - 1.5 v; first order in the step.
  CHECK(sim.state().walls[0].v.x == doctest::Approx(2 * (1 - std::exp(-0.15))).epsilon(1e-3));
  CHECK(norm(velocity(sim, 0)) == 0);
}

TEST_CASE("a formula that is not finite stops the run and is named") {
  const Outside scene{.rest = force({{"x", "1e-3 / (0.1 - t)"}, {"z", "log(0.0505 - t)"}})};
  Simulation sim(scene.read({{{0, 0, 0}}}));
  Stop stop;
  for (int k = 0; k < 100 && !stop.any(); ++k) stop = sim.advance();
  CHECK(stop.trouble == Trouble::kNotFinite);
  CHECK(stop.message.find("force 1: z = \"log(0.0505 - t)\"") != std::string::npos);
  CHECK(stop.message.find("body 0") != std::string::npos);
}

TEST_CASE("the books of rigid grains stirred in syrup close to rounding") {
  // Impacts, contacts that last, clumps, and a block that a force drives; in two phases.
  Simulation sim(read_case(source_folder() + "/test/scenes/stirred.toml"));
  const Real before = balance_of(sim);
  while (!sim.finished()) REQUIRE_FALSE(sim.advance(20).any());
  const Ledger& l = sim.state().ledger;
  CHECK(sim.state().contact_solve.impact_stages > 100);
  CHECK(l.drag > 1e-3);
  CHECK(std::fabs(balance_of(sim) - before) < 1e-11 * l.drag);
}
