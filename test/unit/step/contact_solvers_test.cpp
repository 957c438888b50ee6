/// The same contact problem by several routes.
#include <doctest/doctest.h>

#include <cmath>
#include <limits>

#include "scree/base/random.h"
#include "scree/step/nonsmooth/local_problem.h"

using namespace scree;

namespace {

constexpr Real kStep = 1e-3, kGravity = 10;

/// Spheres by centre, radius and mass, after gravity acted for a step; contacts where they touch
/// each other or the floor z = 0.
struct Heap {
  ContactProblem problem;
  std::vector<Vec3> x;
  std::vector<Real> r;

  void ball(Vec3 centre, Real radius, Real mass) {
    x.push_back(centre);
    r.push_back(radius);
    problem.bodies.push_back(
        {{0, 0, -kGravity * kStep}, {0, 0, 0}, 1 / mass, 2.5 / (mass * radius * radius)});
  }
  void touch(Real friction, Real reach = 1e-9) {
    const Index n = static_cast<Index>(x.size());
    const auto add = [&](Index i, Index j, Vec3 normal, Real arm_j, Real gap) {
      ContactRows c;
      c.i = i, c.j = j, c.n = normal, c.arm_i = r[i], c.arm_j = arm_j, c.gap = gap;
      c.friction = friction;
      problem.contacts.push_back(c);
    };
    for (Index i = 0; i < n; ++i) {
      for (Index j = i + 1; j < n; ++j) {
        const Vec3 d = x[j] - x[i];
        const Real gap = norm(d) - r[i] - r[j];
        if (gap < reach) add(i, j, d / norm(d), r[j], gap);
      }
      if (x[i].z - r[i] < reach) {
        problem.bodies.push_back({{0, 0, 0}, {0, 0, 0}, 0, 0});
        add(i, static_cast<Index>(problem.bodies.size()) - 1, {0, 0, -1}, 0, x[i].z - r[i]);
      }
    }
  }
  std::vector<char> all() const { return std::vector<char>(problem.contacts.size(), 1); }
  LocalProblem local() const { return local_form(problem, all(), false); }
};

/// One above the other; masses from the bottom.
Heap column(const std::vector<Real>& masses) {
  Heap h;
  for (std::size_t k = 0; k < masses.size(); ++k)
    h.ball({0, 0, 0.01 + 0.02 * static_cast<Real>(k)}, 0.01, masses[k]);
  h.touch(0.5);
  return h;
}

/// A pyramid of balls on a square grid, each in the hollow of four below.
Heap pyramid(int base, Real friction, Real top_mass = 1) {
  Heap h;
  const Real r = 0.01;
  for (int layer = 0; layer < base; ++layer)
    for (int a = 0; a < base - layer; ++a)
      for (int b = 0; b < base - layer; ++b)
        h.ball({r * (2 * a + layer), r * (2 * b + layer), r + layer * r * std::sqrt(2.0)}, r,
               layer == base - 1 ? top_mass : 1);
  h.touch(friction);
  return h;
}

ContactSolveReport solve_by_bodies(Heap& h, const ContactSolve& options) {
  ContactSystem system;
  std::vector<JointRow> joints;
  h.problem.spheres = static_cast<Index>(h.problem.bodies.size());
  make_system(h.problem, h.all(), false, joints, system);
  const Real load = load_of(h.problem, system);
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

}  // namespace

TEST_CASE("a column carries its weight, by every solver") {
  const std::vector<Real> masses(10, 0.5);
  Heap h = column(masses);
  const LocalProblem local = h.local();
  const ContactSolve options{20000, 1e-11, 10};
  CHECK(solve_by_bodies(h, options).converged);
  for (const LocalSolver solver :
       {LocalSolver::kPgs, LocalSolver::kNsgs, LocalSolver::kAnderson, LocalSolver::kAdmm}) {
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
  for (int trial = 0; trial < 5; ++trial) {
    Heap h = column({1, 2, 0.5, 1, 3, 1});
    for (Motion8& m : h.problem.bodies)
      if (m.inv_mass > 0) m.v.z += 0.02 * (random.uniform() - 0.5);  // some contacts will open
    for (ContactRows& c : h.problem.contacts) c.friction = 0;
    const LocalProblem local = h.local();
    const int n = local.contacts();
    std::vector<std::vector<Real>> m(n, std::vector<Real>(n, 0));
    std::vector<Real> q(n);
    for (Index k = 0; k < n; ++k) {
      q[k] = local.q[k].x;
      for (Index b = local.start[k]; b < local.start[k + 1]; ++b)
        m[k][local.column[b]] = local.block[b].row[0].x;
    }
    const std::vector<Real> exact = lemke(m, q);
    const ContactSolve options{20000, 1e-12, 10};
    solve_by_bodies(h, options);
    const LocalSolution precise = solve(local, LocalSolver::kAnderson, options);
    for (Index k = 0; k < n; ++k) {
      CHECK(h.problem.contacts[k].p_n == doctest::Approx(exact[k]).scale(kStep));
      CHECK(precise.reaction[k].x == doctest::Approx(exact[k]).scale(kStep));
    }
  }
}

TEST_CASE("both forms of the problem have the same residual, with friction and softness") {
  Heap h = pyramid(3, 0.4);
  for (ContactRows& c : h.problem.contacts) c.soft = 0.3, c.tangent_soft = 0.1, c.target = 1e-4;
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
  // A thousand times its weight on a heap that friction holds together.
  const LocalProblem loaded = pyramid(5, 0.5, 1000).local();
  CHECK(solve(loaded, LocalSolver::kPgs, {3000, 1e-8, 50}).report.residual > 1e-5);
  CHECK(solve(loaded, LocalSolver::kAdmm, {3000, 1e-8, 50}).report.converged);
}
