/// What moves too far in a step for its contacts to be felt stops the run by name, and nothing else
/// does: what is far from everything, what moves with its neighbours, what turns into itself.
#include <cmath>
#include <fstream>

#include "physics/small_scene.h"
#include "unit/io/scratch_folder.h"

using namespace scree;

namespace {

constexpr Real kRadius = 0.01, kStep = 1e-3;

/// Soft balls without gravity in a cube of edge 4, no limit on overlaps.
Case scene(const std::string& method, const std::vector<Ball>& balls, const Keys& rest = {},
           Real step = kStep) {
  Contact contact;
  contact.normal = "linear", contact.tangential = "cundall-strack";
  contact.stiffness = 1;
  Keys run{{"method", method}, {"duration", 1e6}, {"overlap_limit", 1e9}, {"time_step", step}};
  if (method != "nonsmooth") run.push_back({"force_time_step", true});
  const Keys head{{"run", run}, {"domain", Keys{{"lo", {-2, -2, -2}}, {"hi", {2, 2, 2}}}}};
  return case_of_keys(head + rest + contact.keys() + balls_of(balls));
}

/// A square sheet of two triangles across z, edge 2, at z = 0.
Keys sheet(const ScratchFolder& folder, const Keys& more = {}) {
  const std::string file = (folder / "sheet.obj").string();
  std::ofstream(file) << "v -1 -1 0\nv 1 -1 0\nv 1 1 0\nv -1 1 0\nf 1 2 3\nf 1 3 4\n";
  const Keys wall{{"name", "sheet"}, {"material", "glass"}, {"shape", "mesh"}, {"file", file}};
  return {{"wall", wall + more}};
}

Stop run_until(Simulation& sim, Real time) {
  Stop stop;
  while (!stop.any() && sim.state().clock.time() < time - 0.5 * sim.dt()) stop = sim.advance();
  return stop;
}

/// The step that a message recommends.
Real step_named(const std::string& message) {
  const std::string before = "Use a time step of at most ";
  const std::size_t at = message.find(before);
  REQUIRE(at != std::string::npos);
  return std::stod(message.substr(at + before.size()));
}

bool names(const Stop& stop, const std::string& what) {
  return stop.message.find(what) != std::string::npos;
}

}  // namespace

TEST_CASE("two balls that jump over each other within a step stop the run, by name and remedy") {
  for (const char* method : {"smooth", "dae"})
    for (const Real speed : {6.0, 40.0, 400.0}) {  // 0.6, 4 and 40 radii a step
      CAPTURE(method);
      CAPTURE(speed);
      const Real v = 0.5 * speed;
      const std::vector<Ball> balls{{{-0.4937, 0, 0}, {v, 0, 0}}, {{0.5, 0, 0}, {-v, 0, 0}}};
      Simulation sim(scene(method, balls));
      const Stop stop = run_until(sim, 2 / speed + kStep);
      REQUIRE(stop.trouble == Trouble::kTooFast);
      // Not before they can touch, and in the first step in which they can.
      const Real touch = (0.9937 - 2 * kRadius) / speed;
      CHECK(sim.state().clock.time() >= touch - 1e-9);
      CHECK(sim.state().clock.time() <= touch + kStep + 1e-9);
      CHECK(names(stop, "body 0"));
      CHECK(names(stop, "body 1"));
      CHECK(names(stop, fmt::format("{:.4g} m/s", speed)));
      const Real step = step_named(stop.message);
      CHECK(step * speed < 0.5 * kRadius);
      // The step that would do does: they meet and turn around (a stiffer contact, for the step).
      Case slow = scene(method, balls, {}, step);
      for (PairOptions& p : slow.pairs) p.stiffness = 400 * speed * speed;  // a third of a radius
      Simulation again(slow);
      CHECK_FALSE(run_until(again, 1.5 / speed).any());
      CHECK(again.state().grains.motion[row_of(again.state(), 0)].v.x < 0);
    }
}

TEST_CASE("a ball that jumps through a sheet stops the run; above one it is felt") {
  const ScratchFolder folder;
  for (const char* method : {"smooth", "dae"})
    for (const Real speed : {6.0, 100.0, 1000.0}) {
      CAPTURE(method);
      CAPTURE(speed);
      Simulation sim(scene(method, {{{0.1, 0.2, 0.95}, {0, 0, -speed}}}, sheet(folder)));
      const Stop stop = run_until(sim, 1.5 / speed);
      REQUIRE(stop.trouble == Trouble::kTooFast);
      CHECK(names(stop, "body 0"));
      CHECK(names(stop, "wall \"sheet\""));
      CHECK(names(stop, fmt::format("{:.4g} m/s", speed)));
      CHECK(step_named(stop.message) * speed < 0.5 * kRadius);
      CHECK(sim.state().clock.time() <= (0.95 - kRadius) / speed + kStep + 1e-9);
    }
  // Beside the sheet there is nothing to pass.
  Simulation beside(scene("smooth", {{{1.1, 0.2, 0.95}, {0, 0, -100}}}, sheet(folder)));
  CHECK_FALSE(run_until(beside, 0.015).any());
}

TEST_CASE("a ball that stays within the room that lists of a wide skin give is caught in time") {
  // The room is most of a diameter: the lists last for some steps, and the touch falls into each of
  // them in turn.
  for (int later = 0; later < 8; ++later) {
    CAPTURE(later);
    const Real gap = 0.1 + 6e-3 * later;
    Case c = scene("smooth", {{{0, 0, 0}, {6, 0, 0}}, {{2 * kRadius + gap, 0, 0}}});
    c.run.skin = 0.1;
    Simulation sim(c);
    const Stop stop = run_until(sim, 0.1);
    CHECK(stop.trouble == Trouble::kTooFast);
    CHECK(sim.state().clock.time() <= gap / 6 + kStep + 1e-9);
  }
}

TEST_CASE("a bed that moves as one is as calm as the bed at rest, however fast it is") {
  // Overlapping a little, so that there are forces; 100 radii a step through a periodic cell.
  std::vector<Ball> at_rest, moving;
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      for (int k = 0; k < 4; ++k) {
        const Vec3 x{0.0199 * i, 0.0199 * j, 0.0199 * k};
        at_rest.push_back({x});
        moving.push_back({x, {1000, 0, 0}});
      }
  for (const char* method : {"smooth", "dae"}) {
    CAPTURE(method);
    Case still = scene(method, at_rest), fast = scene(method, moving);
    still.domain.periodic = fast.domain.periodic = {true, false, false};
    Simulation a(still), b(fast);
    CHECK_FALSE(run_until(a, 0.2).any());
    const Stop stop = run_until(b, 0.2);
    CHECK_MESSAGE(!stop.any(), stop.message);
    Real worst = 0, moved = 0;
    for (Id id = 0; id < 64; ++id) {
      const Motion8 &m = a.state().grains.motion[row_of(a.state(), id)],
                    &n = b.state().grains.motion[row_of(b.state(), id)];
      worst = std::max(worst, norm(n.v - Vec3{1000, 0, 0} - m.v));
      moved = std::max(moved, norm(m.v));
    }
    CHECK(moved > 1e-3);  // the bed springs apart
    CHECK(worst < 1e-6 * moved);
  }
}

TEST_CASE("a fast ball far from everything does not stop the run, and is caught when it arrives") {
  std::vector<Ball> balls{{{-1.9, 0.5, 0}, {100, 0, 0}}};
  for (int k = 0; k < 20; ++k) balls.push_back({{-1 + 0.1 * k, 0, 0}});
  Simulation past(scene("smooth", balls));
  const Stop free = run_until(past, 0.035);
  CHECK_MESSAGE(!free.any(), free.message);
  balls[0].x.y = 0.015;
  Simulation into(scene("smooth", balls));
  const Stop stop = run_until(into, 0.035);
  CHECK(stop.trouble == Trouble::kTooFast);
  CHECK(names(stop, "body 0 meets body 1 "));
}

TEST_CASE("a wall that moves more than half the smallest radius in a step stops every method") {
  const ScratchFolder folder;
  const std::vector<Ball> balls{{{0, 0, 1}}, {{0.5, 0, 1}, {0, 0, 0}, {0, 0, 0}, 0.5 * kRadius}};
  for (const char* method : {"smooth", "dae", "nonsmooth"})
    for (const Real speed : {2.4, 2.6}) {  // half the smallest radius a step: 2.5 m/s
      CAPTURE(method);
      CAPTURE(speed);
      Simulation sim(scene(
          method, balls,
          sheet(folder, {{"motion", {Keys{{"kind", "translate"}, {"velocity", {0, 0, speed}}}}}})));
      const Stop stop = run_until(sim, 0.1);
      CHECK(stop.any() == (speed > 2.5));
      if (!stop.any()) continue;
      CHECK(stop.trouble == Trouble::kTooFast);
      CHECK(sim.state().clock.step == 1);
      CHECK(names(stop, "wall \"sheet\""));
      CHECK(names(stop, "2.6 m/s"));
      CHECK(step_named(stop.message) * speed < 0.25 * kRadius);
    }
}

TEST_CASE("prescribed bodies that move too far in a step stop every method") {
  for (const char* method : {"smooth", "dae", "nonsmooth"})
    for (const Real rate : {40.0, 60.0}) {  // at 0.1 m from the axis: 4 and 6 m/s
      CAPTURE(method);
      CAPTURE(rate);
      const Keys turns{{"kind", "rotate"}, {"rate", rate}, {"center", {0, 0, 0.5}}};
      const Keys arm{{"bodies", Keys{{"label", "arm"},
                                     {"material", "glass"},
                                     {"prescribed", true},
                                     {"list", {Keys{{"x", {0.1, 0, 0.5}}, {"radius", kRadius}}}},
                                     {"motion", {turns}}}}};
      Simulation sim(scene(method, {{{1, 1, 1}}}, arm));
      const Stop stop = run_until(sim, 0.05);
      CHECK(stop.any() == (rate > 50));
      if (!stop.any()) continue;
      CHECK(stop.trouble == Trouble::kTooFast);
      CHECK(names(stop, "\"arm\""));
    }
}

TEST_CASE("a drum may turn about its axis at any speed, and a belt run: nothing moves") {
  // The axis is not through the origin of the wall's frame; ball at rest near the axis.
  const Keys turns{
      {"kind", "rotate"}, {"axis", {0, 1, 0}}, {"center", {0.3, 0, 0.2}}, {"rate", 1e4}};
  const Keys runs{{"kind", "belt"}, {"velocity", {1e4, 0, 0}}};
  const Keys drum{{"wall", Keys{{"name", "drum"},
                                {"material", "glass"},
                                {"shape", "cylinder"},
                                {"side", "inside"},
                                {"from", {0.3, -0.5, 0.2}},
                                {"to", {0.3, 0.5, 0.2}},
                                {"radius", 0.3},
                                {"caps", "both"},
                                {"motion", {turns}}}},
                  {"wall", Keys{{"name", "belt"},
                                {"material", "glass"},
                                {"shape", "plane"},
                                {"point", {0, 0, -0.5}},
                                {"normal", {0, 0, 1}},
                                {"motion", {runs}}}}};
  for (const char* method : {"smooth", "dae", "nonsmooth"}) {
    CAPTURE(method);
    Simulation sim(scene(method, {{{0.3, 0, 0.2}, {0, 0, -1}}}, drum));
    const Stop stop = run_until(sim, 0.2);
    CHECK_MESSAGE(!stop.any(), stop.message);
  }
}

TEST_CASE(
    "a rigid ball turns around at the gap its step began with, which is counted from a radius on") {
  // Gap at the beginning of the step in which it would touch: 0.5 and 3 radii.
  for (const Real early : {0.5, 3.0}) {
    CAPTURE(early);
    const Real speed = 2 * early * kRadius / kStep;  // twice the gap in a step
    const Real height = kRadius + (4 * speed * kStep + early * kRadius);
    Simulation sim(scene("nonsmooth", {{{0, 0, height}, {0, 0, -speed}}}, kFloor));
    Real lowest = height;
    for (int k = 0; k < 8; ++k) {
      REQUIRE_FALSE(sim.advance().any());
      lowest = std::min(lowest, sim.state().grains.place[0].z);
    }
    CHECK(sim.state().grains.motion[0].v.z == doctest::Approx(speed));
    CHECK(lowest == doctest::Approx(kRadius + early * kRadius));
    CHECK(sim.state().contact_solve.earliest_impact == doctest::Approx(early));
    CHECK(sim.state().contact_solve.early_impacts == (early > 1));
  }
}
