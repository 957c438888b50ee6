#include "scree/observe/energy.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <iterator>
#include <new>

#include "scree/observe/momentum.h"
#include "small_scene.h"

namespace scree {
namespace {
doctest::Approx near(Real x) { return doctest::Approx(x).epsilon(1e-12); }
}  // namespace

TEST_CASE("kinetic and potential energy of spheres follow their formulas") {
  SmallScene s;
  s.state.gravity = {0, 0, -10};
  s.add({.x = {0, 0, 3}, .r = 0.5, .v = {1, 2, 2}, .w = {0, 3, 4}, .mass = 2});
  const EnergyNow e = energy_now(s.scene, s.state);
  CHECK(e.translation == near(9));            // 2 * 9/2
  CHECK(e.rotation == near(0.5 * 0.2 * 25));  // I = 0.4 m r^2 = 0.2
  CHECK(e.potential == near(60));
  CHECK(e.elastic() == 0);
  CHECK(e.total() == near(e.kinetic() + 60));
}

TEST_CASE("potential energy of a body in a periodic cell goes on falling round after round") {
  SmallScene s;
  s.scene.domain.cell = Cell({0, 0, 20});
  s.state.gravity = {0, 0, -10};
  s.add({.x = {0, 0, 3}});
  s.state.grains.image[0] = {0, 0, -2};
  CHECK(energy_now(s.scene, s.state).potential == near(10 * (3 - 40.0)));
}

TEST_CASE("a clump counts once, with its own inertia; its members do not") {
  SmallScene s;
  Grains& g = s.state.grains;
  g.present = kMembers;
  set_rows(g, 2);
  g.singles = 0, g.free = 2;
  g.body = {0, 0};
  for (Motion8& m : g.motion) m = {{9, 9, 9}, {9, 9, 9}, 1, 1};
  RigidBodies& c = s.state.bodies;
  set_rows(c, 1);
  c.v[0] = {2, 0, 0};
  c.q[0] = rotation({0, 0, kPi / 2});  // principal x along world y
  c.w[0] = {0, 3, 0};
  c.inv_mass[0] = 0.25;
  c.inertia[0] = {5, 7, 11};
  const EnergyNow e = energy_now(s.scene, s.state);
  CHECK(e.translation == near(8));
  CHECK(e.rotation == near(0.5 * 5 * 9));
  CHECK(measure_momentum(s.scene, s.state).linear.x == near(8));
  CHECK(measure_momentum(s.scene, s.state).angular.y == near(15));
}

TEST_CASE("the books of a new State are empty, whatever its memory held before") {
  alignas(State) unsigned char memory[sizeof(State)];
  std::fill(std::begin(memory), std::end(memory), static_cast<unsigned char>(0x5a));
  State* state = ::new (memory) State;
  for (const LedgerChannel& c : ledger_channels()) CHECK(state->ledger.*(c.value) == 0);
  state->~State();
}

TEST_CASE("springs of grains and walls hold elastic energy") {
  SmallScene s;
  s.add_plane("floor", {0, 0, 0}, {0, 0, 1});
  s.add({.x = {0, 0, 0.49}});
  s.add({.x = {0, 0, 1.47}});
  s.touch({1e-3, 0, 0});
  const EnergyNow e = energy_now(s.scene, s.state);
  CHECK(e.elastic_normal == near(0.5 * 1000 * (1e-4 + 4e-4)));
  CHECK(e.elastic_tangential == near(2 * 0.5 * 500 * 1e-6));
}

TEST_CASE("the books close whatever the channel through which energy went") {
  SmallScene s;
  s.state.gravity = {0, 0, -10};
  s.state.walls.resize(1);
  s.add({.x = {0, 0, 1000}, .v = {2, 0, 0}});  // the height must not hide an error
  ClosingMemory memory;
  const auto error = [&] { return closing_error(energy_now(s.scene, s.state), s.state, memory); };
  CHECK(error() == 0);
  s.state.grains.motion[0].v = {1, 0, 0};
  CHECK(error() == doctest::Approx(-1.5 / 2).epsilon(1e-9));  // nobody booked the loss
  Ledger& l = s.state.ledger;
  for (Real* channel : {&l.normal_dashpot, &l.tangential_dashpot, &l.sliding, &l.rolling,
                        &l.released, &l.adhesion, &l.removed}) {
    *channel = 1.5;
    CHECK(error() == doctest::Approx(0).epsilon(1e-9));
    *channel = 0;
  }
  s.state.grains.motion[0].v = {3, 0, 0};
  for (Real* source : {&s.state.walls[0].work, &l.prescribed, &l.gravity, &l.emitted}) {
    *source = 2.5;
    CHECK(error() == doctest::Approx(0).epsilon(1e-9));
    *source = 0;
  }
  CHECK(error() == doctest::Approx(2.5 / 4.5).epsilon(1e-9));  // over the most ever turned over
}

TEST_CASE("momentum: mass times velocity, and its moment about the origin plus spin") {
  SmallScene s;
  s.add({.x = {1, 0, 0}, .v = {0, 3, 0}, .w = {0, 0, 2}, .mass = 2});
  const Momentum m = measure_momentum(s.scene, s.state);
  CHECK(m.linear.y == near(6));
  CHECK(m.angular.z == near(6 + 0.4 * 2 * 0.25 * 2));
}

}  // namespace scree
