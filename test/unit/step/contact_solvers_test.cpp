/// The same contact problem by several routes.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "contact_heaps.h"

using namespace scree;

namespace {

const std::vector<LocalSolver> kFrictional{LocalSolver::kPgs, LocalSolver::kNsgs,
                                           LocalSolver::kAnderson, LocalSolver::kAdmm,
                                           LocalSolver::kNewton};

ContactSolveReport solve_by_bodies(Heap& h, const ContactSolve& options) {
  ContactSystem system;
  std::vector<JointRow> joints;
  h.problem.spheres = static_cast<Index>(h.problem.bodies.size());
  make_system(h.problem, h.all(), false, joints, system);
  const Real load = impulse_scale(h.problem, system);
  const ContactSolveReport report = gauss_seidel(options, load, h.problem, system);
  take_impulses(system, h.problem);
  return report;
}

/// Lemke's complementary pivoting for w = M z + q, w, z >= 0, w.z = 0 (Cottle, Pang & Stone 1992,
/// 4.4.5), dense.
std::vector<Real> lemke(const std::vector<std::vector<Real>>& m, const std::vector<Real>& q) {
  const int n = static_cast<int>(q.size()), columns = 2 * n + 2;  // w, z, z0, right side
  std::vector<std::vector<Real>> t(n, std::vector<Real>(columns, 0));
  std::vector<int> basis(n);
  for (int k = 0; k < n; ++k) {
    t[k][k] = 1;
    for (int c = 0; c < n; ++c) t[k][n + c] = -m[k][c];
    t[k][2 * n] = -1;
    t[k][2 * n + 1] = q[k];
    basis[k] = k;
  }
  const auto pivot = [&](int row, int column) {
    const Real p = t[row][column];
    for (Real& v : t[row]) v /= p;
    for (int k = 0; k < n; ++k) {
      const Real f = t[k][column];
      if (k == row || f == 0) continue;
      for (int c = 0; c < columns; ++c) t[k][c] -= f * t[row][c];
    }
    const int left = basis[row];
    basis[row] = column;
    return left;
  };
  int row = 0;
  for (int k = 1; k < n; ++k)
    if (q[k] < q[row]) row = k;
  std::vector<Real> z(n, 0);
  if (q[row] >= 0) return z;
  int left = pivot(row, 2 * n);
  for (int step = 0; step < 50 * n && left != 2 * n; ++step) {
    const int entering = left < n ? left + n : left - n;
    int best = -1;
    for (int k = 0; k < n; ++k) {
      if (t[k][entering] <= 1e-12) continue;
      const Real ratio = t[k][2 * n + 1] / t[k][entering];
      const Real least =
          best < 0 ? std::numeric_limits<Real>::infinity() : t[best][2 * n + 1] / t[best][entering];
      if (ratio < least - 1e-15 || (ratio < least + 1e-15 && basis[k] == 2 * n)) best = k;
    }
    REQUIRE(best >= 0);
    left = pivot(best, entering);
  }
  REQUIRE(left == 2 * n);
  for (int k = 0; k < n; ++k)
    if (basis[k] >= n && basis[k] < 2 * n) z[basis[k] - n] = t[k][2 * n + 1];
  return z;
}

/// The normal impulses that Lemke's pivoting finds.
std::vector<Real> lemke(const LocalProblem& p) {
  const std::size_t n = p.q.size();
  std::vector<std::vector<Real>> m(n, std::vector<Real>(n, 0));
  std::vector<Real> q(n);
  for (Index k = 0; k < p.contacts(); ++k) {
    q[k] = p.q[k].x;
    for (Index b = p.start[k]; b < p.start[k + 1]; ++b) m[k][p.column[b]] = p.block[b].row[0].x;
  }
  return lemke(m, q);
}

/// Largest difference between two sets of reactions, over the largest reaction.
Real difference(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  Real most = 0, size = 0;
  for (std::size_t k = 0; k < a.size(); ++k)
    most = std::max(most, norm(a[k] - b[k])), size = std::max(size, norm(b[k]));
  return most / size;
}

/// Residual on Coulomb's cones, over the load.
Real coulomb_residual(const LocalProblem& p, const LocalSolution& s) {
  return natural_map(p, s.reaction) / impulse_scale(p);
}

}  // namespace

TEST_CASE("a column carries its weight, by every solver") {
  const std::vector<Real> masses(10, 0.5);
  Heap h = column(masses);
  const LocalProblem local = h.local();
  const ContactSolve options{20000, 1e-11, 10};
  CHECK(solve_by_bodies(h, options).converged);
  std::vector<LocalSolver> solvers = kFrictional;  // nothing slides: the simpler models agree
  for (const LocalSolver s : {LocalSolver::kImpulses, LocalSolver::kPair, LocalSolver::kLcp})
    solvers.push_back(s);
  for (const LocalSolver solver : solvers) {
    CAPTURE(static_cast<int>(solver));
    const LocalSolution s = solve(local, solver, options);
    CHECK(s.report.converged);
    for (std::size_t k = 0; k < h.problem.contacts.size(); ++k) {
      const ContactRows& c = h.problem.contacts[k];
      const Real above = c.n.z > 0 ? 9.0 - static_cast<Real>(c.i) : 10;  // balls it carries
      CHECK(s.reaction[k].x == doctest::Approx(above * 0.5 * kGravity * kStep).epsilon(1e-8));
      CHECK(c.p_n == doctest::Approx(s.reaction[k].x).epsilon(1e-8));
    }
  }
}

TEST_CASE("without friction the solvers find Lemke's solution") {
  Random random{3, 0};
  for (int trial = 0; trial < 10; ++trial) {
    // A column, and five balls of which four carry the fifth.
    Heap h = trial % 2 ? pyramid(2, 0) : column({1, 2, 0.5, 1, 3, 1});
    for (Motion8& m : h.problem.bodies)
      if (m.inv_mass > 0) m.v.z += 0.02 * (random.uniform() - 0.5);  // some contacts will open
    for (ContactRows& c : h.problem.contacts) c.friction = 0;
    const LocalProblem local = h.local();
    const std::vector<Real> exact = lemke(local);
    const ContactSolve options{20000, 1e-12, 10};
    solve_by_bodies(h, options);
    for (const LocalSolver solver :
         {LocalSolver::kPgs, LocalSolver::kAnderson, LocalSolver::kNewton, LocalSolver::kLcp}) {
      CAPTURE(trial);
      CAPTURE(static_cast<int>(solver));
      const LocalSolution s = solve(local, solver, options);
      for (Index k = 0; k < local.contacts(); ++k)
        CHECK(std::abs(s.reaction[k].x - exact[k]) < 1e-8 * s.report.load);
    }
    for (Index k = 0; k < local.contacts(); ++k)
      CHECK(std::abs(h.problem.contacts[k].p_n - exact[k]) < 1e-8 * impulse_scale(local));
  }
}

TEST_CASE("with little friction and some softness all solvers find the one solution") {
  Heap h = pyramid(3, 0.2);
  Random random{5, 0};
  for (Motion8& m : h.problem.bodies)
    if (m.inv_mass > 0) m.v.x += 0.01 * random.uniform();  // some slide, some stick, some open
  for (ContactRows& c : h.problem.contacts) c.soft = 0.3;
  h.problem.tangent_soft = 0.1;
  const LocalProblem local = h.local();
  const LocalSolution first = solve(local, LocalSolver::kNsgs, {20000, 1e-12, 10});
  Index open = 0, sliding = 0;
  for (Index k = 0; k < local.contacts(); ++k) {
    const Vec3 r = first.reaction[k];
    if (r.x == 0) ++open;
    if (r.x > 0 && std::hypot(r.y, r.z) > (1 - 1e-9) * 0.2 * r.x) ++sliding;
  }
  CHECK(open > 3);
  CHECK(sliding > 3);
  CHECK(open + sliding < local.contacts() - 3);
  for (const LocalSolver solver : kFrictional) {
    CAPTURE(static_cast<int>(solver));
    const LocalSolution s = solve(local, solver, {20000, 1e-11, 10});
    CHECK(s.report.converged);
    CHECK(difference(s.reaction, first.reaction) < 1e-8);
  }
}

TEST_CASE("both forms of the problem have the same residual, with friction and softness") {
  Heap h = pyramid(3, 0.4);
  for (ContactRows& c : h.problem.contacts) c.soft = 0.3, c.target = 1e-4;
  h.problem.tangent_soft = 0.1;
  const LocalProblem local = h.local();
  const LocalSolution s = solve(local, LocalSolver::kNsgs, {20000, 1e-12, 10});
  CHECK(s.report.converged);
  const ContactSolveReport by_bodies = solve_by_bodies(h, {20000, 1e-12, 10});
  CHECK(by_bodies.converged);
  CHECK(by_bodies.load == doctest::Approx(s.report.load).epsilon(1e-12));
  for (std::size_t k = 0; k < h.problem.contacts.size(); ++k)  // soft: one solution only
    CHECK(h.problem.contacts[k].p_n == doctest::Approx(s.reaction[k].x).epsilon(1e-6));
}

TEST_CASE("where Gauss-Seidel stalls the precise solvers reach 1e-8") {
  // A long chain: information travels one contact a sweep.
  const LocalProblem stack = column(std::vector<Real>(50, 1)).local();
  CHECK(solve(stack, LocalSolver::kPgs, {500, 1e-8, 50}).report.residual > 1e-4);
  CHECK(solve(stack, LocalSolver::kAnderson, {500, 1e-8, 50}).report.converged);
  CHECK(solve(stack, LocalSolver::kNewton, {50, 1e-8, 50}).report.converged);
  // A thousand times its weight on a heap that friction holds together.
  const LocalProblem loaded = pyramid(5, 0.5, 1000).local();
  CHECK(solve(loaded, LocalSolver::kPgs, {3000, 1e-8, 50}).report.residual > 1e-5);
  CHECK(solve(loaded, LocalSolver::kAdmm, {3000, 1e-8, 50}).report.converged);
  CHECK(solve(loaded, LocalSolver::kNewton, {500, 1e-8, 50}).report.converged);
}

TEST_CASE("impulses in a box allow root two of Coulomb's friction along its diagonal") {
  Heap h;
  h.ball({0, 0, kBall}, kBall, 1);
  h.touch(0.1);
  LocalProblem p = h.local();
  p.q[0].y = p.q[0].z = -1;  // slides along the diagonal, fast
  const LocalSolution box = solve(p, LocalSolver::kImpulses, {100, 1e-12, 10});
  const LocalSolution disc = solve(p, LocalSolver::kPgs, {100, 1e-12, 10});
  const Real weight = kGravity * kStep;
  CHECK(box.report.converged);
  CHECK(box.reaction[0].x == doctest::Approx(weight));
  CHECK(std::hypot(box.reaction[0].y, box.reaction[0].z) ==
        doctest::Approx(std::sqrt(2.0) * 0.1 * weight));
  CHECK(std::hypot(disc.reaction[0].y, disc.reaction[0].z) == doctest::Approx(0.1 * weight));
  // Solved as a box, not as a cone: (sqrt(2) - 1) mu is left.
  CHECK(coulomb_residual(p, box) == doctest::Approx(0.1 * (std::sqrt(2.0) - 1)));
  CHECK(coulomb_residual(p, disc) < 1e-12);
}

TEST_CASE("impulses by pairs stop the approach but keep what a later one makes superfluous") {
  // A ball falls into a groove whose sides face each other at 60 degrees.
  Heap h;
  const Real c = 0.5;
  h.planes = {{{0, 0, 0}, {-0.5, 0, std::sqrt(0.75)}}, {{0, 0, 0}, {0.5, 0, std::sqrt(0.75)}}};
  h.ball({0, 0, kBall / std::sqrt(0.75)}, kBall, 1);
  h.touch(0);
  const LocalProblem p = h.local();
  REQUIRE(p.contacts() == 2);
  const Real a = -p.q[0].x;  // how fast it approaches both
  REQUIRE(a > 0);
  const LocalSolution pair = solve(p, LocalSolver::kPair, {100, 1e-12, 10});
  CHECK(pair.report.converged);
  CHECK(pair.reaction[0].x == doctest::Approx(a));
  CHECK(pair.reaction[1].x == doctest::Approx(a * (1 - c)));
  CHECK(p.velocity(pair.reaction, 0).x == doctest::Approx(c * (1 - c) * a));  // thrown off
  const LocalSolution lcp = solve(p, LocalSolver::kLcp, {100, 1e-12, 10});
  for (Index k = 0; k < 2; ++k) CHECK(lcp.reaction[k].x == doctest::Approx(a / (1 + c)));
  CHECK(coulomb_residual(p, lcp) < 1e-11);
  CHECK(coulomb_residual(p, pair) > 0.1);
}

TEST_SUITE("long") {
  TEST_CASE("Newton's steps find rest in a rough heap of 140 balls, where sweeps wander") {
    // One draw that it solves, in about 100 factorizations. Others it does not: within 400 to 500
    // it reached 1e-8 in 10 of 10 heaps of 30 balls at rest, 8 of 10 of 55, 1 of 2 of 91, 1 of 3 of
    // 140 (the others at 1e-4), none of 285 (1e-3), and in 8 of 8 of 140 balls in motion (stir =
    // 10).
    const LocalProblem heap = rough_pyramid(7, 0.5, 0).local();
    CHECK(solve(heap, LocalSolver::kPgs, {20000, 1e-8, 50}).report.residual > 1e-5);
    CHECK(solve(heap, LocalSolver::kNewton, {3000, 1e-8, 50}).report.converged);
  }
}
