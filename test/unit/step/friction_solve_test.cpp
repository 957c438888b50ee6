#include "scree/step/dae/friction_solve.h"

#include <doctest/doctest.h>

#include <cmath>

#include "scree/base/random.h"

using namespace scree;

namespace {

/// Bodies of mass 1 without spin, then the one that does not move.
ConstraintSet bodies(Index n) {
  ConstraintSet set;
  set.body.assign(n + 1, {1, 0});
  set.body.back() = {0, 0};
  return set;
}

ConstraintRow row(Index i, Index j, Vec3 d) { return {i, j, d, {0, 0, 0}, {0, 0, 0}}; }

/// Rows that should come to rest.
std::vector<Real> rest(const ConstraintSet& set) { return std::vector<Real>(set.size(), 0); }

struct Solved {
  SolveReport report;
  Unknowns at;
};

/// From rest, with the given accelerations before friction.
Solved solve(const ConstraintSet& set, std::vector<Twist> free) {
  Preconditioner diagonal;
  SolveWork work;
  Solved s{{}, {std::move(free), std::vector<Real>(set.size(), 0)}};
  s.report = solve_bounded({set, rest(set)}, {1e-13, 1e-10}, diagonal, work, s.at);
  return s;
}

}  // namespace

TEST_CASE("one contact: the four cases of the switching test") {
  // a_I = (F - mu F_n)/m, a_II = -(F + mu F_n)/m: both negative is static friction, one positive
  // means slip that way; both positive cannot happen while mu F_n >= 0.
  for (const Real bound : {0.0, 0.3, 1.0})
    for (const Real force : {-2.0, -0.99, -0.3, -0.1, 0.0, 0.2, 0.999, 1.001}) {
      ConstraintSet set = bodies(1);
      const ConstraintRow r = row(0, 1, {1, 0, 0});
      set.add({&r, 1}, bound);
      const Solved s = solve(set, {{{force, 0, 0}, {}}, {}});
      const Real a_1 = force - bound, a_2 = -(force + bound);
      CHECK_FALSE((a_1 > 0 && a_2 > 0));
      const Real wanted = a_1 > 0 ? a_1 : a_2 > 0 ? -a_2 : 0;
      CHECK(s.at.z[0].v.x == doctest::Approx(wanted).epsilon(1e-12));
      if (a_1 < 0 && a_2 < 0) {
        const Real share = a_1 / (a_1 + a_2);  // eq. (38): static friction = mu F_n (2 lambda - 1)
        CHECK(s.at.lambda[0] == doctest::Approx(bound * (2 * share - 1)));
      }
      CHECK(s.report.converged);
    }
}

TEST_CASE("a contact slips only if no admissible multipliers hold it") {
  // Two contacts side by side on one body: the smallest multipliers, 0.5 each, break the bound of
  // the first, but 0.3 and 0.7 hold it.
  ConstraintSet set = bodies(1);
  const ConstraintRow r = row(0, 1, {1, 0, 0});
  set.add({&r, 1}, 0.3);
  set.add({&r, 1}, 1.0);
  const Solved s = solve(set, {{{-1, 0, 0}, {}}, {}});
  CHECK(std::fabs(s.at.z[0].v.x) < 1e-12);
  CHECK(s.at.lambda[0] <= 0.3);
  CHECK(s.at.lambda[0] + s.at.lambda[1] == doctest::Approx(1));
  // Beyond what both carry it moves, with both at their bounds.
  const Solved t = solve(set, {{{-1.5, 0, 0}, {}}, {}});
  CHECK(t.at.z[0].v.x == doctest::Approx(-0.2));
  CHECK(t.at.lambda[0] == doctest::Approx(0.3));
  CHECK(t.at.lambda[1] == doctest::Approx(1.0));
}

TEST_CASE("in space the bound is a disc: the answer turns with the force") {
  for (const Real angle : {0.0, 0.3, 0.785, 1.2, 2.5}) {
    ConstraintSet set = bodies(1);
    const ConstraintRow r[2] = {row(0, 1, {1, 0, 0}), row(0, 1, {0, 1, 0})};
    set.add(r, 1.0);
    const Vec3 way{std::cos(angle), std::sin(angle), 0};
    const Solved held = solve(set, {{0.999 * way, {}}, {}}),
                 slips = solve(set, {{3 * way, {}}, {}});
    CHECK(norm(held.at.z[0].v) < 1e-12);
    CHECK(norm(slips.at.z[0].v - 2 * way) < 1e-9);
  }
}

TEST_CASE("random chains: the conditions of the convex problem hold, dependent rows or not") {
  Random random{11, 0};
  for (int trial = 0; trial < 40; ++trial) {
    const Index n = 12;
    ConstraintSet set = bodies(n);
    for (int c = 0; c < 20; ++c) {
      const Index i = static_cast<Index>(random.uniform() * n);
      Index j = static_cast<Index>(random.uniform() * (n + 1));
      if (j == i) j = n;
      const Vec3 d = normalized(Vec3{random.uniform(-1, 1), random.uniform(-1, 1), 0});
      const ConstraintRow r[2] = {row(i, j, d), row(i, j, {0, 0, 1})};
      set.add(r, random.uniform(0.02, 0.6));
      if (c % 5 == 0) set.add(r, 0.1);  // the same once more
    }
    std::vector<Twist> free(n + 1);
    for (Index b = 0; b < n; ++b)
      free[b].v = {random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
    const Solved s = solve(set, free);
    INFO(trial, " rounds ", s.report.rounds, " sweeps ", s.report.sweeps, " its ",
         s.report.iterations, " res ", s.report.residual);
    CHECK(s.report.converged);
    for (Index b = 0; b < static_cast<Index>(set.blocks.size()); ++b) {
      const Index f = set.blocks[b].first;
      const Real l = std::hypot(s.at.lambda[f], s.at.lambda[f + 1]);
      const Real u0 = set.along(f, s.at.z), u1 = set.along(f + 1, s.at.z), u = std::hypot(u0, u1);
      CHECK(l <= set.blocks[b].bound * (1 + 1e-12));
      if (at_bound(set, b, s.at.lambda))  // friction against the motion that is left
        CHECK(u0 * s.at.lambda[f] + u1 * s.at.lambda[f + 1] <= -u * l + 1e-8);
      else
        CHECK(u < 1e-11);
    }
  }
}

TEST_CASE("projection takes only what the constraints forbid") {
  ConstraintSet set = bodies(2);
  const ConstraintRow r = row(0, 1, normalized(Vec3{1, 2, 2}));
  set.add({&r, 1}, 1e300);
  Preconditioner diagonal;
  SolveWork work;
  Unknowns at{{{{1, 0, 0}, {}}, {{0, 0, -3}, {}}, {}}, {0}};
  const std::vector<Twist> before = at.z;
  solve_held({set, rest(set)}, {1}, 1e-15, diagonal, work, at);
  CHECK(std::fabs(set.along(0, at.z)) < 1e-15);
  CHECK(norm(at.z[0].v + at.z[1].v - before[0].v - before[1].v) < 1e-15);  // momentum
  CHECK(norm(cross(at.z[0].v - before[0].v, r.d)) < 1e-15);                // along the row only
}

TEST_CASE("a factorization solves its own rows in one or two iterations") {
  Random random{5, 0};
  const Index n = 60;
  ConstraintSet set = bodies(n);
  for (Index c = 0; c < n; ++c) {
    const ConstraintRow r[2] = {row(c, (c + 7) % n, {1, 0, 0}), row(c, (c + 7) % n, {0, 1, 0})};
    set.add(r, 1e300);
  }
  Preconditioner preconditioner(set);
  for (ConstraintBlock& block : set.blocks) block.factored = block.first;
  Unknowns at{std::vector<Twist>(n + 1), std::vector<Real>(set.size(), 0)};
  for (Index b = 0; b < n; ++b) at.z[b].v = {random.uniform(-1, 1), random.uniform(-1, 1), 0};
  SolveWork work;
  const SolveReport report = solve_held({set, rest(set)}, std::vector<char>(set.blocks.size(), 1),
                                        1e-14, preconditioner, work, at);
  CHECK(report.converged);
  CHECK(report.iterations <= 6);
}

TEST_CASE("rows are factorized when they are needed, not before") {
  ConstraintSet set = bodies(1);
  const ConstraintRow r = row(0, 1, {1, 0, 0});
  set.add({&r, 1}, 1e300);
  set.blocks[0].factored = 0;
  Preconditioner preconditioner(set);
  SolveWork work;
  Unknowns still{{{{0, 1, 0}, {}}, {}}, {0}}, moves{{{{1, 0, 0}, {}}, {}}, {0}};
  CHECK(solve_held({set, rest(set)}, {1}, 1e-15, preconditioner, work, still).iterations == 0);
  CHECK_FALSE(preconditioner.factorized());
  CHECK(preconditioner.has_rows());
  CHECK(solve_held({set, rest(set)}, {1}, 1e-15, preconditioner, work, moves).converged);
  CHECK(preconditioner.factorized());
}
