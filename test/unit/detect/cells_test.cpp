#include "scree/detect/cells.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "unit/state/small_state.h"

using namespace scree;

namespace {

State scatter(Index n, Real smallest, Real largest, std::uint64_t seed) {
  Random random{seed, 0};
  std::vector<NewBody> bodies;
  for (Index k = 0; k < n; ++k) {
    NewBody b = ball({random.uniform(), random.uniform(), random.uniform()},
                     smallest * std::pow(largest / smallest, random.uniform()));
    if (k % 5 == 0) b.prescribed = 0;
    bodies.push_back(b);
  }
  State s;
  add_bodies(s, bodies);
  return s;
}

Domain unit_box(bool periodic) {
  Domain d;
  d.hi = {1, 1, 1};
  if (periodic) d.cell = Cell({1, 1, 1});
  return d;
}

}  // namespace

TEST_CASE("positions are wrapped into the box and images counted") {
  Domain d = unit_box(true);
  d.cell = Cell({1, 0, 1});
  State s;
  add_bodies(s, {ball({1.25, 1.25, -0.25}), ball({-2.5, 0.5, 0.5})});
  wrap(d, s.grains);
  CHECK(s.grains.place[0].x == 0.25);
  CHECK(s.grains.place[0].y == 1.25);
  CHECK(s.grains.place[0].z == 0.75);
  CHECK(s.grains.image[0] == std::array<std::int32_t, 3>{1, 0, -1});
  CHECK(s.grains.place[1].x == 0.5);
  CHECK(s.grains.image[1][0] == -3);
}

TEST_CASE("grids hold every row once, by status and size; sorting again changes nothing") {
  for (const bool periodic : {false, true}) {
    State s = scatter(2000, 0.004, 0.1, 3);
    std::vector<Index> order, again;
    make_grids(unit_box(periodic), s.grains, s.grains.place, 0.01, order);
    std::set<Index> seen(order.begin(), order.end());
    CHECK(seen.size() == 2000);
    CHECK(std::all_of(order.begin(), order.begin() + s.grains.free,
                      [&](Index r) { return r < s.grains.free; }));
    gather_rows(s.grains, order);
    const auto grids = make_grids(unit_box(periodic), s.grains, s.grains.place, 0.01, again);
    std::vector<Index> identity(2000);
    std::iota(identity.begin(), identity.end(), 0);
    CHECK(again == identity);
    Index row = 0;
    for (const CellGrid& g : grids) {
      CHECK(g.begin == row);
      row = g.end;
      Real smallest = 1;
      for (Index r = g.begin; r < g.end; ++r) {
        smallest = std::min(smallest, s.grains.place[r].r);
        CHECK(s.grains.place[r].r <= g.rmax);
        const Index c = g.cell_of(position(s.grains.place[r]));
        CHECK(g.start[c] <= r);
        CHECK(r < g.start[c + 1]);
      }
      CHECK(g.rmax <= 2.0001 * smallest);  // a size class spans a factor of two
    }
    CHECK(row == 2000);
  }
}

TEST_CASE("a far grain does not blow up the grid") {
  State s;
  add_bodies(s, {ball({0, 0, 0}, 1e-3), ball({1e6, -1e6, 1e6}, 1e-3)});
  std::vector<Index> order;
  const auto grids = make_grids(Domain{}, s.grains, s.grains.place, 1e-4, order);
  REQUIRE(grids.size() == 1);
  CHECK(grids[0].cells() < 10000);
}

TEST_CASE("a query finds all rows in its box, across the periodic boundary too") {
  for (const bool periodic : {false, true}) {
    const Domain d = unit_box(periodic);
    State s = scatter(500, 0.01, 0.02, 4);
    std::vector<Index> order;
    make_grids(d, s.grains, s.grains.place, 0.01, order);
    gather_rows(s.grains, order);
    const auto grids = make_grids(d, s.grains, s.grains.place, 0.01, order);
    for (const Vec3 x : {Vec3{0.5, 0.5, 0.5}, Vec3{0.01, 0.99, 0.5}, Vec3{0, 0, 1}})
      for (const Real reach : {0.03, 0.2, 0.6})
        for (const CellGrid& g : grids) {
          std::multiset<Index> found;
          for_runs_near(g, d, x, reach, g.begin, [&](Index begin, Index end) {
            for (Index j = begin; j < end; ++j) found.insert(j);
          });
          for (Index r = g.begin; r < g.end; ++r) {
            const Vec3 e = d.cell.nearest(position(s.grains.place[r]) - x);
            const bool inside = std::max({std::fabs(e.x), std::fabs(e.y), std::fabs(e.z)}) < reach;
            CHECK(found.count(r) <= 1);
            if (inside) CHECK(found.count(r) == 1);
          }
        }
  }
}
