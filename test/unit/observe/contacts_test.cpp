/// Coordination, overlap and stress: sums over contacts.
#include <doctest/doctest.h>

#include "scree/observe/coordination.h"
#include "scree/observe/overlap.h"
#include "scree/observe/stress.h"
#include "small_scene.h"

namespace scree {
namespace {

doctest::Approx near(Real x) { return doctest::Approx(x).epsilon(1e-9); }

/// Three in a row, pressed; one more that touches an end; one alone.
SmallScene chain() {
  SmallScene s;
  for (int k = 0; k < 4; ++k) s.add({.x = {0.98 * k, 0, 0}});
  s.add({.x = {0, 5, 0}});
  s.touch();
  return s;
}

}  // namespace

TEST_CASE("coordination counts both ends of a contact and leaves out rattlers on request") {
  const SmallScene s = chain();
  const Coordination z = measure_coordination(s.scene, s.state);
  CHECK(z.bodies == 5);
  CHECK(z.mean == near(6.0 / 5));        // 1 + 2 + 2 + 1 + 0
  CHECK(z.mechanical == near(4.0 / 2));  // the two in the middle, (6 - 2)/(5 - 1 - 2)
  CHECK(z.rattlers == near(3.0 / 5));
  CHECK(contact_counts(s.scene, s.state) == std::vector<int>{1, 2, 2, 1, 0});
  const Zone left{[](Vec3 x) { return x.x < 1.5; }, 1};
  CHECK(measure_coordination(s.scene, s.state, left).mean == near(3.0 / 3));
  const Zone nowhere{[](Vec3) { return false; }, 1};
  CHECK(measure_coordination(s.scene, s.state, nowhere).mean == 0);
}

TEST_CASE("the largest overlap is named by the ids of its two bodies") {
  SmallScene s;
  s.add({.x = {0, 0, 0}});
  s.add({.x = {0.98, 0, 0}});
  s.add({.x = {1.68, 0, 0}, .r = 0.25});
  s.touch();
  const OverlapStats o = measure_overlap(s.scene, s.state);
  CHECK(o.contacts == 2);
  CHECK(o.largest == near(0.05 / 0.25));  // over the smaller radius
  CHECK(o.mean == near((0.02 / 0.5 + 0.2) / 2));
  CHECK(o.i == s.state.grains.id[1]);
  CHECK(o.j == s.state.grains.id[2]);
  CHECK(o.wall == -1);
}

TEST_CASE("the largest overlap may be with a wall") {
  SmallScene s;
  s.add_plane("floor", {0, 0, 0}, {0, 0, 1});
  s.add({.x = {0, 0, 0.4}});
  s.touch();
  const OverlapStats o = measure_overlap(s.scene, s.state);
  CHECK(o.largest == near(0.2));
  CHECK(o.i == s.state.grains.id[0]);
  CHECK(o.j == -1);
  CHECK(o.wall == 0);
}

TEST_CASE("stress of a pressed periodic chain is force over cross-section, compression positive") {
  SmallScene s;
  s.scene.domain.lo = {0, 0, 0};
  s.scene.domain.hi = {3.92, 2, 3};
  s.scene.domain.cell = Cell({3.92, 0, 0});
  for (int k = 0; k < 4; ++k) s.add({.x = {0.98 * k, 1, 1}, .v = {7, 0, 0}});
  s.touch();
  const Zone cell{{}, 3.92 * 2 * 3};
  const Stress stress = measure_stress(s.scene, s.state, cell);
  CHECK(stress.contact.row[0].x == near(20.0 / 6));
  CHECK(stress.contact.row[1].y == doctest::Approx(0));
  CHECK(stress.kinetic.row[0].x == doctest::Approx(0));  // moving together is no temperature
  CHECK(pressure(stress.total(), false) == near(20.0 / 18));
}

TEST_CASE("stress of a block between walls: the walls' pressure; of a gas: m v v over volume") {
  SmallScene s;
  s.add_plane("floor", {0, 0, 0}, {0, 0, 1});
  s.add_plane("lid", {0, 0, 0.98}, {0, 0, -1});
  s.add({.x = {0, 0, 0.49}});
  s.touch();
  const Zone cell{{}, 0.98};
  CHECK(measure_stress(s.scene, s.state, cell).contact.row[2].z == near(10 * 0.99 / 0.98));

  SmallScene gas;
  gas.add({.x = {-5, 0, 0}, .v = {3, 0, 0}, .mass = 2});
  gas.add({.x = {5, 0, 0}, .v = {-3, 0, 0}, .mass = 2});
  CHECK(measure_stress(gas.scene, gas.state, {{}, 4}).kinetic.row[0].x == near(9));
  const Zone left{[](Vec3 x) { return x.x < 0; }, 4};
  CHECK(measure_stress(gas.scene, gas.state, left).kinetic.row[0].x == doctest::Approx(0));
}

}  // namespace scree
