#include "scree/step/dae/held_blocks.h"

#include <doctest/doctest.h>

#include <cmath>

#include "scree/base/random.h"
#include "scree/step/common/tangents.h"

using namespace scree;

namespace {

Vec3 random_vector(Random& random) {
  return {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
}

/// Contacts between bodies of all masses and with what does not move, some planar, and rods.
ConstraintSet random_set(Random& random, Index bodies, Index blocks) {
  ConstraintSet set;
  for (Index b = 0; b < bodies; ++b)
    set.body.push_back({random.uniform(0.1, 5), random.uniform(0.1, 5)});
  set.body.push_back({0, 0});
  for (Index c = 0; c < blocks; ++c) {
    const Index i = static_cast<Index>(random.uniform() * bodies);
    const Index j = (i + 1 + static_cast<Index>(random.uniform() * bodies)) % (bodies + 1);
    if (c % 7 == 3) {
      const ConstraintRow rod{i, j, normalized(random_vector(random)), {}, {}};
      set.add({&rod, 1}, 1e300);
      continue;
    }
    const bool planar = c % 7 == 5;
    Vec3 n = random_vector(random), t[2];
    if (planar) n.z = 0;
    n = normalized(n);
    const Index count = tangents(planar, n, t);
    const Real arm_i = random.uniform(0.5, 2), arm_j = c % 7 == 1 ? 0 : random.uniform(0.5, 2);
    ConstraintRow rows[2];
    for (Index r = 0; r < count; ++r)
      rows[r] = {i, j, t[r], arm_i * cross(n, t[r]), arm_j * cross(n, t[r])};
    set.add({rows, static_cast<std::size_t>(count)}, 1, arm_i, arm_j);
  }
  return set;
}

}  // namespace

TEST_CASE("eight blocks at a time give what the rows give one by one") {
  Random random{3, 0};
  for (const Index blocks : {1, 8, 9, 63, 64, 65, 200}) {
    const ConstraintSet set = random_set(random, 40, blocks);
    std::vector<char> on(blocks);
    for (char& c : on) c = random.uniform() < 0.8;
    on[0] = 1;
    std::vector<Real> driven(set.size());
    for (Real& u : driven) u = random.uniform(-1, 1);
    HeldBlocks held;
    held.choose({set, driven}, on);
    const std::size_t n = held.row().size();
    std::vector<Real> p(n, 0), q(n, 0);
    std::vector<Twist> moved(set.body.size());
    Index rows = 0;
    held.for_rows([&](Index k, Index row) {
      p[k] = random.uniform(-1, 1);
      set.push(row, p[k], moved);
      CHECK(held.driven()[k] == driven[row]);
      CHECK(held.factored_row()[k] == -1);
      ++rows;
    });
    Index wanted = 0;
    for (Index b = 0; b < blocks; ++b) wanted += on[b] ? set.blocks[b].rows : 0;
    CHECK(rows == wanted);
    const Real pq = held.product(p, q);
    Real sum = 0;
    for (std::size_t k = 0; k < n; ++k) {
      const Index row = held.row()[k];
      const Real expected = row < 0 ? 0 : set.along(row, moved);
      CHECK(q[k] == doctest::Approx(expected).epsilon(1e-12));
      sum += p[k] * expected;
    }
    CHECK(pq == doctest::Approx(sum).epsilon(1e-12));
    std::vector<Twist> pushed(set.body.size());
    held.push(p, pushed);
    for (std::size_t b = 0; b < pushed.size(); ++b) {
      CHECK(norm(pushed[b].v - moved[b].v) < 1e-12);
      CHECK(norm(pushed[b].w - moved[b].w) < 1e-12);
    }
    held.along(moved, q);
    held.for_rows([&](Index k, Index row) {
      CHECK(q[k] == doctest::Approx(set.along(row, moved)).epsilon(1e-12));
    });
  }
}
