/// The stages of friction on one ball: what each reads and writes.
#include <doctest/doctest.h>

#include <cmath>

#include "scree/law/mixing.h"
#include "scree/step/dae/contact_signature.h"
#include "scree/step/dae/friction_forces.h"
#include "scree/step/dae/rounding.h"
#include "scree/step/dae/velocity_projection.h"

using namespace scree;

namespace {

constexpr Real kMass = 2, kRadius = 0.5, kOverlap = 0.01, kStiffness = 1000, kFriction = 0.5;
constexpr Real kDt = 1e-3;

/// A ball that lies on a floor, z = 0, and the force that pushes it.
struct Ball {
  Scene scene;
  State state;
  ForceSums sums;

  explicit Ball(Vec3 push) {
    PairInput pair;
    pair.stiffness = kStiffness;
    pair.friction = kFriction;
    LawTable& law = scene.law;
    law.choice = {NormalLaw::kLinear, TangentialLaw::kNone, RollingLaw::kNone, TwistingLaw::kNone,
                  true};
    law.materials = 1;
    law.pairs = {mix(law.choice, {1e6, 0.25}, {1e6, 0.25}, pair)};
    scene.method = Method::kDae;
    law.static_friction = {kFriction};
    scene.domain = {{-10, -10, -10}, {10, 10, 10}};
    Wall floor;
    floor.name = "floor";
    floor.surfaces.push_back({Plane{{0, 0, 0}, {0, 0, 1}}, nullptr, 0});
    scene.walls.push_back(floor);
    state.walls.emplace_back();

    Grains& g = state.grains;
    set_rows(g, 1);
    g.place[0] = {0, 0, kRadius - kOverlap, kRadius};
    g.motion[0] = {{0, 0, 0}, {0, 0, 0}, 1 / kMass, 1 / (0.4 * kMass * kRadius * kRadius)};
    g.accel[0] = {};
    g.singles = g.free = 1;
    WallTable& t = state.wall_contacts;
    t.present = scene.contact_memory();
    set_rows(t, 1);
    t.normal[0] = {0, 0, -1};
    t.gap[0] = -kOverlap;
    t.spring[0].a = 1;
    t.friction[0] = {};
    sums.rows.resize(1);
    sums.rows[0].force = push;
  }
  Real bound() const { return kFriction * kStiffness * kOverlap; }
};

struct Solved {
  FrictionProblem problem;
  FrictionResult result;
};

void solve(const Ball& ball, FrictionWork& work, Solved& s) {
  const DaeOptions options;
  pose_friction(ball.scene, ball.state, options, {Instant::kFinal, kDt}, s.problem);
  pose_accelerations(ball.scene, ball.state, ball.sums, s.problem);
  Preconditioner diagonal;
  solve_friction(s.problem, kDt, diagonal, work, s.result);
}

Solved solved(const Ball& ball) {
  FrictionWork work;
  Solved s;
  solve(ball, work, s);
  return s;
}

}  // namespace

TEST_CASE("a ball that is pushed rolls as long as friction can hold its lowest point") {
  // G M^-1 G^T f = -G v'_0: f (1/m + a^2/I) = -F/m, two sevenths of F but for the overlap.
  const Real arm = kRadius - 0.5 * kOverlap;
  const Real share = 1 / (1 + arm * arm / (0.4 * kRadius * kRadius));
  for (const Real part : {0.2, 0.9, 1.1, 3.0}) {
    const Ball ball({part * 5 / share, 0, 0});  // the bound is 5 N
    CHECK(ball.bound() == doctest::Approx(5));
    const Solved s = solved(ball);
    REQUIRE(s.problem.contacts.size() == 1);
    CHECK(s.problem.block_contact == std::vector<Index>{0});
    CHECK(s.result.report.converged);
    CHECK(s.result.sticks[0] == (part < 1));
    CHECK(s.result.caught == (part < 1));
    CHECK(s.result.force[0].x == doctest::Approx(-std::min(part, 1.0) * 5));
    CHECK(std::fabs(s.result.force[0].y) < 1e-12);
  }
}

TEST_CASE("posing and solving leave the State as it was; what is kept is the result") {
  Ball ball({3, 0, 0});
  const std::uint64_t before = hash(ball.state);
  const Solved s = solved(ball);
  CHECK(hash(ball.state) == before);
  CHECK(signature(s.problem, s.result, ball.state)[0].sticks);

  add_found_forces(s.problem, s.result, kDt, ball.state, ball.sums);
  CHECK(ball.sums.rows[0].force.x == 3 + s.result.force[0].x);
  CHECK(ball.state.walls[0].force.x == -s.result.force[0].x);
  keep_friction(s.problem, s.result, kDt, ball.state);
  const FrictionMemory& memory = ball.state.wall_contacts.friction[0];
  CHECK(memory.status == kSticks);
  CHECK(memory.force.x == s.result.force[0].x);
  CHECK(memory.change[0].x == 0);  // there was nothing to change from
  CHECK(ball.state.ledger.sliding == 0);
}

TEST_CASE("room that was used for another problem shows in no bit") {
  const Ball ball({3, 1, 0}), other({40, -7, 0});
  const Solved fresh = solved(ball);
  FrictionWork work;
  Solved used;
  solve(other, work, used);
  CHECK_FALSE(used.result.sticks[0]);
  solve(ball, work, used);
  CHECK(used.result.sticks == fresh.result.sticks);
  CHECK(used.result.caught == fresh.result.caught);
  CHECK(used.result.at.lambda == fresh.result.at.lambda);
  CHECK(used.result.force[0].x == fresh.result.force[0].x);
  CHECK(used.result.force[0].y == fresh.result.force[0].y);
}

TEST_CASE("projection stops the lowest point of a ball that sticks, and books what that takes") {
  Ball ball({3, 0, 0});
  const Solved s = solved(ball);
  Motion8& m = ball.state.grains.motion[0];
  m.v = {0.2, 0.1, 0.3};
  const auto energy = [&] { return 0.5 * (norm2(m.v) / m.inv_mass + norm2(m.w) / m.inv_inertia); };
  const Real before = energy();
  FrictionWork work;
  Preconditioner diagonal;
  project_velocities(s.problem, s.result, kDt, diagonal, work, ball.state);
  const Vec3 u = m.v + (kRadius - 0.5 * kOverlap) * cross(m.w, {0, 0, -1});
  CHECK(std::hypot(u.x, u.y) < 1e-15);
  CHECK(m.v.x > 0.14);  // what is left of it rolls
  CHECK(m.v.z == 0.3);
  CHECK(ball.state.ledger.sliding == doctest::Approx(before - energy()));
}

TEST_CASE("accelerations that are rounding are dropped, component by component") {
  Ball ball({0, 0, 0});
  ball.state.grains.accel[0].a = {1e-15, -2e-14, 0.5};
  drop_rounding(10, ball.state.grains);
  CHECK(ball.state.grains.accel[0].a.x == 0);
  CHECK(ball.state.grains.accel[0].a.y == -2e-14);
  CHECK(ball.state.grains.accel[0].a.z == 0.5);
}
