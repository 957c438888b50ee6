/// Machines: parts with mass, joints, motors, and boxes and clumps as bodies of their own.
#include <cmath>

#include "physics/small_scene.h"
#include "scree/base/error.h"
#include "scree/observe/bodies.h"
#include "scree/observe/energy.h"

using namespace scree;

namespace {

/// Parts in a cube of edge 20 around the origin.
struct Machine {
  Keys parts = {}, pair{{"restitution", 0}, {"friction", 0}}, options = {};
  Vec3 gravity{0, 0, 0};
  Real dt = 1e-3;

  Simulation simulation() const {
    const Keys keys{{"run", Keys{{"method", "nonsmooth"},
                                 {"duration", 1e6},
                                 {"time_step", dt},
                                 {"overlap_limit", 0.5}}},
                    {"nonsmooth", options},
                    {"domain", Keys{{"lo", {-10, -10, -10}}, {"hi", {10, 10, 10}}}},
                    {"gravity.vector", in_keys(gravity)},
                    {"material.glass", Keys{{"density", 2500}}},
                    {"law", Keys{{"normal", "linear"}, {"tangential", "cundall-strack"}}},
                    {"pair", Keys{{"materials", {"*", "*"}}} + pair}};
    return Simulation(case_of_keys(keys + parts));
  }
};

Keys box(const std::string& name, Vec3 centre, Vec3 edges, Real mass, const Keys& more = {}) {
  const Keys wall{{"name", name},
                  {"material", "glass"},
                  {"shape", "box"},
                  {"side", "outside"},
                  {"lo", in_keys(centre - 0.5 * edges)},
                  {"hi", in_keys(centre + 0.5 * edges)},
                  {"mass", mass}};
  return {{"wall", wall + more}};
}

Keys joint(const std::string& kind, const Keys& more) {
  return {{"joint", Keys{{"kind", kind}, {"part", "a"}} + more}};
}

/// A dumbbell of two spheres.
Keys dumbbell(const Keys& body) {
  return {{"clump.dumbbell", Keys{{"spheres", {{-0.02, 0, 0, 0.01}, {0.02, 0, 0, 0.01}}}}},
          {"bodies", Keys{{"material", "glass"}, {"shape", "dumbbell"}, {"list", {body}}}}};
}

/// A bar of 1 m along x that hangs at the origin on a hinge about y.
Machine pendulum(const Keys& more = {}, Real dt = 1e-3) {
  Machine m;
  m.gravity = {0, 0, -10};
  m.dt = dt;
  m.parts = box("a", {0.5, 0, 0}, {1, 0.1, 0.1}, 2) +
            joint("hinge", Keys{{"at", {0, 0, 0}}, {"axis", {0, 1, 0}}} + more);
  return m;
}
/// Of that bar about the hinge.
constexpr Real kBarInertia = 2 * (1 + 0.01) / 12.0 + 2 * 0.25;

const WallState& part(const Simulation& sim, std::size_t k = 0) { return sim.state().walls[k]; }
const JointState& first_joint(const Simulation& sim) { return sim.state().machine[0]; }

/// Time to swing from the horizontal through the lowest point to the other side, exactly.
Real half_period() {
  // T/2 = 2 K(sin 45 deg) sqrt(I/(m g s)).
  return 2 * std::comp_ellint_1(std::sqrt(0.5)) * std::sqrt(kBarInertia / (2 * 10 * 0.5));
}

/// From one turning point to the next: the start is half a step off, as velocities are.
Real measured_half_period(Real dt, Real& error) {
  Simulation sim = pendulum({}, dt).simulation();
  error = 0;
  std::vector<Real> turns;
  Real before = 1;
  while (turns.size() < 2) {
    REQUIRE_FALSE(sim.advance().any());
    error = std::max(error, first_joint(sim).error);
    const Real rate = first_joint(sim).rate;
    if (rate * before < 0) turns.push_back(sim.state().clock.time() - dt * rate / (rate - before));
    before = rate;
  }
  return turns[1] - turns[0];
}

}  // namespace

TEST_CASE("a hinge pendulum: period and constraint error fall with the square of the step") {
  Real period[3], error[3];
  for (int k = 0; k < 3; ++k)
    period[k] = measured_half_period(4e-3 / (1 << k), error[k]) - half_period();
  for (int k = 0; k < 2; ++k) {
    CAPTURE(k);
    CHECK(std::log2(error[k] / error[k + 1]) == doctest::Approx(2).epsilon(0.1));
    CHECK(std::fabs(period[k + 1]) < 0.35 * std::fabs(period[k]) + 1e-7);
  }
  CHECK(std::fabs(period[2]) < 2e-5);
}

TEST_CASE("a motor that holds a bar has the torque of its weight, and its work lifts it") {
  Simulation held = pendulum({{"motor_speed", 0}}).simulation();
  run_for(held, 0.1);
  CHECK(first_joint(held).motor == doctest::Approx(-2 * 10 * 0.5).epsilon(1e-9));
  CHECK(std::fabs(first_joint(held).coordinate) < 1e-12);
  CHECK(first_joint(held).force.z == doctest::Approx(20).epsilon(1e-9));
  CHECK(norm(first_joint(held).torque - Vec3{0, -10, 0}) < 1e-7);

  Simulation turned = pendulum({{"motor_speed", -0.5}}).simulation();  // upwards
  run_for(turned, 2);
  const Real height = 0.5 * std::sin(1.0), spin = 0.5 * kBarInertia * 0.25;
  CHECK(first_joint(turned).coordinate == doctest::Approx(-1).epsilon(1e-9));
  CHECK(turned.state().ledger.motors == doctest::Approx(20 * height + spin).epsilon(5e-4));
}

TEST_CASE("a motor of limited torque stalls under a load it cannot carry") {
  Simulation sim = pendulum({{"motor_speed", 0}, {"motor_force", 6}}).simulation();
  run_for(sim, 0.01);
  CHECK(first_joint(sim).motor == doctest::Approx(-6).epsilon(1e-12));
  CHECK(first_joint(sim).rate == doctest::Approx((10 - 6) * 0.01 / kBarInertia).epsilon(1e-3));
}

TEST_CASE("a hinge stops at its limit and stays there") {
  Simulation sim = pendulum({{"upper", 0.7}}).simulation();
  run_for(sim, 1.5);
  CHECK(first_joint(sim).coordinate == doctest::Approx(0.7).epsilon(1e-6));
  CHECK(norm(part(sim).v) < 1e-6);
}

TEST_CASE("a slider lets a part fall along its axis only, a ball joint turns about its point") {
  Machine m;
  m.gravity = {0, 3, -10};
  m.parts = box("a", {0.2, 0, 0}, {0.4, 0.2, 0.1}, 2, {{"spin", {0, 0, 0}}}) +
            joint("slider", {{"at", {0, 0, 0}}, {"axis", {0, 0.6, -0.8}}});
  Simulation slides = m.simulation();
  run_for(slides, 1);
  CHECK(first_joint(slides).coordinate == doctest::Approx(0.5 * (3 * 0.6 + 8)).epsilon(2e-3));
  CHECK(first_joint(slides).rate == doctest::Approx(3 * 0.6 + 8).epsilon(1e-9));
  CHECK(first_joint(slides).error < 1e-10);

  m.gravity = {0, 0, -10};
  m.parts = box("a", {0.2, 0, 0}, {0.4, 0.2, 0.1}, 2, {{"spin", {3, 0, 0}}}) +
            joint("ball", {{"at", {0, 0, 0}}});
  Simulation turns = m.simulation();
  run_for(turns, 2);
  CHECK(norm(part(turns).x + rotate(part(turns).q, Vec3{-0.2, 0, 0})) < 2e-5);
  CHECK(norm(part(turns).x) == doctest::Approx(0.2).epsilon(1e-4));
}

TEST_CASE("in the plane, too: a slider falls along its axis, and a chain of two hinges holds") {
  const auto planar = [](const Keys& parts) {
    const Keys keys{
        {"run",
         Keys{{"method", "nonsmooth"}, {"duration", 1e6}, {"time_step", 1e-3}, {"planar", true}}},
        {"domain", Keys{{"lo", {-10, -10}}, {"hi", {10, 10}}}},
        {"gravity.vector", {3, -10, 0}},
        {"material.glass", Keys{{"density", 2500}}},
        {"law", Keys{{"normal", "linear"}, {"tangential", "cundall-strack"}}},
        {"pair", Keys{{"materials", {"*", "*"}}, {"restitution", 0}}}};
    return Simulation(case_of_keys(keys + parts));
  };
  const Keys a = box("a", {0.5, 0, 0}, {1, 0.1, 0.1}, 2);
  Simulation slides =
      planar(a + joint("slider", Keys{{"at", {0, 0, 0}}, {"axis", {0.6, -0.8, 0}}}));
  run_for(slides, 1);
  CHECK(first_joint(slides).coordinate == doctest::Approx(0.5 * (3 * 0.6 + 8)).epsilon(2e-3));
  CHECK(first_joint(slides).error < 1e-10);

  const Keys axis{{"axis", {0, 0, 1}}};
  Simulation chain = planar(a + box("b", {1.5, 0, 0}, {1, 0.1, 0.1}, 2) +
                            joint("hinge", Keys{{"at", {0, 0, 0}}} + axis) +
                            joint("hinge", Keys{{"to_part", "b"}, {"at", {1, 0, 0}}} + axis));
  run_for(chain, 1);
  for (const JointState& s : chain.state().machine) CHECK(s.error < 1e-3);
  CHECK(part(chain, 1).x.y < -0.5);
}

TEST_CASE("two locked boxes fall, spin and hang as one") {
  Machine one, two;
  one.parts = box("a", {0, 0, 0}, {0.4, 0.1, 0.2}, 2, {{"spin", {1, 2, 3}}});
  // v = w x r of the two halves.
  two.parts = box("a", {-0.1, 0, 0}, {0.2, 0.1, 0.2}, 1,
                  {{"spin", {1, 2, 3}}, {"velocity", {0, -0.3, 0.2}}}) +
              box("b", {0.1, 0, 0}, {0.2, 0.1, 0.2}, 1,
                  {{"spin", {1, 2, 3}}, {"velocity", {0, 0.3, -0.2}}}) +
              joint("lock", {{"to_part", "b"}, {"at", {0, 0, 0}}});
  Simulation a = one.simulation(), b = two.simulation();
  run_for(a, 1);
  run_for(b, 1);
  const Vec3 end = rotate(part(a).q, Vec3{0.1, 0, 0});
  CHECK(norm(part(b, 1).x - end) < 2e-4);
  CHECK(norm(part(a).w - part(b, 1).w) < 2e-3);
  CHECK(first_joint(b).error < 1e-5);
}

TEST_CASE("a compliant distance is a damped spring: deflection, frequency, decay") {
  // 2 kg on 1/c = 200 N/m under 10 m/s^2: 0.1 m; omega = 10 rad/s; damping ratio omega tau/2.
  const Real tau = 0.02;
  Machine m;
  m.gravity = {0, 0, -10};
  m.parts =
      box("a", {0, 0, -1}, {0.1, 0.1, 0.1}, 2) +
      joint(
          "distance",
          {{"at", {0, 0, -1}}, {"to_at", {0, 0, 0}}, {"compliance", 5e-3}, {"damping_time", tau}});
  Simulation sim = m.simulation();
  const Real decay = 0.5 * tau * 100, omega = std::sqrt(100 - decay * decay);
  Real worst = 0;
  for (int k = 0; k < 1500; ++k) {
    REQUIRE_FALSE(sim.advance().any());
    const Real t = sim.state().clock.time();
    const Real exact =
        -1 - 0.1 * (1 - std::exp(-decay * t) *
                            (std::cos(omega * t) + decay / omega * std::sin(omega * t)));
    worst = std::max(worst, std::fabs(part(sim).x.z - exact));
  }
  CHECK(worst < 1e-3);  // first order: half a step at 1 m/s
  run_for(sim, 20);
  CHECK(part(sim).x.z == doctest::Approx(-1.1).epsilon(1e-7));
}

TEST_CASE(
    "a fast-spinning box keeps its energy and angular momentum for a hundred thousand steps") {
  Machine m;
  m.parts =
      box("a", {0, 0, 0}, {0.4, 0.1, 0.2}, 2, {{"spin", {0.1, 300, 0.1}}});  // the unstable axis
  m.dt = 1e-3;
  Simulation sim = m.simulation();
  const BodyNow start = rigid_at(sim.scene(), sim.state(), 0);
  Real most = 0, momentum = 0;
  for (int k = 0; k < 100000; ++k) {
    REQUIRE_FALSE(sim.advance().any());
    if (k % 10 != 0) continue;
    const BodyNow now = rigid_at(sim.scene(), sim.state(), 0);
    most = std::max(most, std::fabs(now.kinetic_rotation() / start.kinetic_rotation() - 1));
    momentum = std::max(momentum, norm(now.spin_momentum - start.spin_momentum));
  }
  CHECK(most < 1e-5);
  CHECK(momentum < 1e-9 * norm(start.spin_momentum));
}

TEST_CASE("a box on an incline sticks below the angle of friction, slides above, and tips over") {
  const auto incline = [](Real tangent, Real friction, Vec3 edges) {
    Machine m;
    m.pair = {{"restitution", 0}, {"friction", friction}};
    m.options = {{"iterations", 2000}, {"tolerance", 1e-12}};
    const Real c = 1 / std::sqrt(1 + tangent * tangent);
    m.gravity = {10 * c * tangent, 0, -10 * c};
    m.parts = kFloor + box("a", {0, 0, 0.5 * edges.z}, edges, 1);
    return m.simulation();
  };
  const Vec3 flat{0.4, 0.4, 0.1};
  Simulation sticks = incline(0.5 * (1 - 1e-4), 0.5, flat);
  run_for(sticks, 1);
  CHECK(norm(part(sticks, 1).x - Vec3{0, 0, 0.05}) < 1e-7);
  Simulation slides = incline(0.5 * (1 + 1e-3), 0.5, flat);
  run_for(slides, 1);
  const Real c = 1 / std::sqrt(1 + std::pow(0.5 * (1 + 1e-3), 2));
  CHECK(part(slides, 1).v.x == doctest::Approx(10 * c * 0.5e-3).epsilon(1e-3));
  // A tower tips when its weight points beyond its base: tan = width over height.
  const Vec3 tower{0.1, 0.1, 0.4};
  Simulation stands = incline(0.25 * 0.99, 2, tower), falls = incline(0.25 * 1.01, 2, tower);
  run_for(stands, 1);
  run_for(falls, 1);
  CHECK(norm(part(stands, 1).w) < 1e-6);
  CHECK(part(falls, 1).w.y > 0.1);
}

TEST_CASE("boxes that collide keep momentum and angular momentum, and rebound as they should") {
  for (const Real e : {0.0, 0.5, 1.0}) {
    CAPTURE(e);
    Machine m;
    m.pair = {{"restitution", e}, {"friction", 0.3}};
    m.options = {{"iterations", 1000}, {"tolerance", 1e-13}};
    m.parts = box("a", {-0.3, 0.03, 0.02}, {0.2, 0.2, 0.2}, 2,
                  {{"velocity", {2, 0, 0}}, {"spin", {0.3, 1, 0.2}}}) +
              box("b", {0.2, 0, 0}, {0.2, 0.3, 0.1}, 3, {{"velocity", {-1, 0.1, 0}}});
    Simulation sim = m.simulation();
    const auto sums = [&](Vec3& p, Vec3& l) {
      p = l = {0, 0, 0};
      for (Index k = 0; k < 2; ++k) {
        const BodyNow b = rigid_at(sim.scene(), sim.state(), k);
        p += b.mass * b.v;
        l += b.spin_momentum + cross(b.x, b.mass * b.v);
      }
    };
    Vec3 p0, l0, p1, l1;
    sums(p0, l0);
    run_for(sim, 0.3);
    sums(p1, l1);
    CHECK(part(sim, 0).v.x < 1.9);  // they did
    CHECK(norm(p1 - p0) < 1e-12 * norm(p0));
    CHECK(norm(l1 - l0) < 1e-9 * norm(p0));
    const EnergyNow now = energy_now(sim.scene(), sim.state());
    CHECK(now.kinetic() + dissipated(sim.state().ledger) ==
          doctest::Approx(0.5 * 2 * 4 + 0.5 * 3 * 1.01 + 0.5 * (2 * 0.04 / 6) * (0.09 + 1 + 0.04))
              .epsilon(1e-6));
  }
}

TEST_CASE("a part whose motion is no number stops the run and is named") {
  Simulation sim = pendulum().simulation();
  State broken = sim.state();
  broken.walls[0].w.x = NAN;
  Simulation bad(sim.case_file(), broken, sim.scene().labels);
  const Stop stop = bad.advance();
  CHECK(stop.any());
  CHECK(stop.message.find("part \"a\"") != std::string::npos);
}

TEST_CASE("a contact problem with joints is not written without them") {
  const Simulation sim = pendulum().simulation();
  CHECK_THROWS_AS(sim.next_contact_problem(), CaseError);
}

TEST_CASE("a grain bounces off a free part as two bodies do") {
  Machine m;
  m.pair = {{"restitution", 1}, {"friction", 0}};
  m.parts = box("a", {0.5, 0, 0}, {0.2, 0.2, 0.2}, 0.01) +
            balls_of({{{0.3, 0, 0}, {1, 0, 0}, {0, 0, 0}, 0.01}});
  Simulation sim = m.simulation();
  run_for(sim, 0.5);
  const Real ball = 2500 * 4 * kPi / 3 * 1e-6, total = ball + 0.01;
  CHECK(part(sim).v.x == doctest::Approx(2 * ball / total).epsilon(1e-12));
  CHECK(sim.state().grains.motion[0].v.x == doctest::Approx((ball - 0.01) / total).epsilon(1e-12));
}

TEST_CASE("a clump of one sphere moves as the sphere does, and a dumbbell lands on both ends") {
  Machine m;
  m.gravity = {0, 0, -10};
  m.pair = {{"restitution", 0.3}, {"friction", 0.5}};
  m.options = {{"iterations", 500}, {"tolerance", 1e-10}};
  m.parts = kFloor + dumbbell({{"x", {0, 0, 0.05}}, {"rotation", {0, 0.3, 0}}});
  Simulation sim = m.simulation();
  run_for(sim, 1.5);
  CHECK(sim.state().bodies.x[0].z == doctest::Approx(0.01).epsilon(1e-6));
  CHECK(norm(sim.state().bodies.v[0]) < 1e-6);
  for (const Place& p : sim.state().grains.place) CHECK(p.z == doctest::Approx(0.01).epsilon(1e-6));
  CHECK(norm(sim.state().bodies.w[0]) < 1e-4);
}

// A tilted dumbbell falls past a floor it does not reach yet: what is shown of the contact is where
// the spheres are now.
TEST_CASE("the gap of a member to a wall is that of the present instant") {
  Machine m;
  m.gravity = {0, 0, -10};
  m.dt = 1e-2;
  m.parts = kFloor + dumbbell({{"x", {0, 0, 0.09}}, {"rotation", {0, 0.3, 0}}, {"w", {0, 4, 0}}});
  Simulation sim = m.simulation();
  int seen = 0;
  for (int step = 0; step < 12; ++step) {
    REQUIRE_FALSE(sim.advance().any());
    const WallTable& t = sim.state().wall_contacts;
    for (Index k = 0; k < t.size(); ++k, ++seen) {
      const Place& p = sim.state().grains.place[t.row[k]];
      CHECK(t.gap[k] == doctest::Approx(p.z - p.r).epsilon(1e-3));
    }
  }
  CHECK(seen >= 4);
}

TEST_CASE("a cohesive contact holds up to its pull-off force, and breaks at it") {
  // Two balls in line, the lower one hanging: m g = 0.1027 N.
  const Real weight = 2500 * 4 * kPi / 3 * 1e-6 * 9.81;
  for (const Real strength : {1.05, 0.95}) {
    CAPTURE(strength);
    Machine m;
    m.gravity = {0, 0, -9.81};
    m.pair = {{"restitution", 0},
              {"friction", 0.5},
              {"pull_off", strength * weight},
              {"pull_off_range", 1e-4}};
    m.options = {{"iterations", 500}, {"tolerance", 1e-12}};
    m.parts = plane("ceiling", {0, 0, -1}) + balls_of({{{0, 0, -0.01}, {0, 0, 0.01}}});
    Simulation sim = m.simulation();
    run_for(sim, 0.5);
    const Vec3 x = position(sim.state().grains.place[0]);
    if (strength > 1) {
      CHECK(x.z == doctest::Approx(-0.01).epsilon(1e-5));
      CHECK(sim.state().walls[0].force.z == doctest::Approx(-weight).epsilon(1e-6));
    } else {
      CHECK(x.z < -0.1);
    }
  }
}

TEST_CASE("pulling a cohesive contact apart costs its force times its range") {
  Machine m;
  m.dt = 1e-5;
  m.pair = {{"restitution", 0}, {"friction", 0}, {"pull_off", 2}, {"pull_off_range", 1e-3}};
  m.parts = kFloor + balls_of({{{0, 0, 0.01}, {0, 0, -1e-3}}});
  Simulation sim = m.simulation();
  run_for(sim, 1e-3);
  CHECK(norm(sim.state().grains.motion[0].v) < 1e-9);
  // Thrown up with more energy than it takes: 0.5 m v^2 - F range is left.
  const Real mass = 2500 * 4 * kPi / 3 * 1e-6;
  State thrown = sim.state();
  thrown.grains.motion[0].v.z = 1;
  Simulation up(sim.case_file(), thrown, sim.scene().labels);
  run_for(up, 0.02);
  const Real left = 0.5 * mass * norm2(up.state().grains.motion[0].v);
  CHECK(left == doctest::Approx(0.5 * mass - 2e-3).epsilon(0.01).scale(0));
  CHECK(up.state().ledger.normal_dashpot - sim.state().ledger.normal_dashpot ==
        doctest::Approx(0.5 * mass - left).epsilon(1e-9).scale(0));
}
