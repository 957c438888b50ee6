/// Bodies with a tensor, and bodies that very many contacts share, beside the same problem solved
/// one contact after the other.
#include <doctest/doctest.h>

#include <cmath>

#include "contact_heaps.h"
#include "scree/step/nonsmooth/gauss_seidel.h"

using namespace scree;

namespace {

/// Puts a square plate on the uppermost balls of a box.
void put_plate(Heap& h, Real mass, Real friction) {
  ContactProblem& p = h.problem;
  const Index balls = static_cast<Index>(h.x.size());
  Real top = 0, width = 0;
  for (Index k = 0; k < balls; ++k)
    top = std::max(top, h.x[k].z), width = std::max(width, h.x[k].x + kBall);
  p.spheres = balls;
  p.bodies.insert(p.bodies.begin() + balls, {{0, 0, -kGravity * kStep}, {0, 0, 0}, 1 / mass, 0});
  for (ContactRows& c : p.contacts) c.i += c.i >= balls, c.j += c.j >= balls;
  const Real along = 12 / (mass * width * width);
  p.inverse_inertia = {{{{along, 0, 0}, {0, along, 0}, {0, 0, 0.5 * along}}}};
  const Vec3 centre{0.5 * width, 0.5 * width, top + kBall};
  p.centre = {centre};
  for (Index k = 0; k < balls; ++k) {
    if (h.x[k].z < top - 1e-9) continue;
    ContactRows c;
    c.i = k, c.j = balls, c.n = {0, 0, 1}, c.arm_i = kBall, c.gap = 0, c.friction = friction;
    c.levers = static_cast<Index>(p.levers.size());
    p.levers.push_back({{0, 0, kBall}, h.x[k] + Vec3{0, 0, kBall} - centre});
    p.contacts.push_back(c);
  }
}

struct Solved {
  ContactSolveReport report;
  Index crowded;  // batches
};
Solved solve_by_bodies(ContactProblem& problem, const ContactSolve& options) {
  ContactSystem system;
  std::vector<JointRow> joints;
  make_system(problem, std::vector<char>(problem.contacts.size(), 1), false, joints, system);
  const Real load = impulse_scale(problem, system);
  apply_impulses(problem, system);
  const Solved out{gauss_seidel(options, load, problem, system), system.crowded.size()};
  take_impulses(system, problem);
  return out;
}

void soften(ContactProblem& p) {
  for (ContactRows& c : p.contacts) c.soft = 0.3, c.target = 1e-4;
  p.tangent_soft = 0.1;
}

}  // namespace

TEST_CASE("a plate on very many balls: its batches find what single contacts find") {
  for (const Real mass : {1.0, 30.0, 300.0}) {
    CAPTURE(mass);
    Heap h = box(12, 3, false, 0.3);
    put_plate(h, mass, 0.3);
    soften(h.problem);  // then there is one solution only
    const LocalProblem local = h.local();
    const LocalSolution single = solve(local, LocalSolver::kNsgs, {20000, 1e-12, 10});
    REQUIRE(single.report.converged);
    const Solved split = solve_by_bodies(h.problem, {20000, 1e-12, 10});
    CHECK(split.report.converged);
    CHECK(split.crowded == 18);  // of 144 contacts
    CHECK(split.report.load == doctest::Approx(single.report.load).epsilon(1e-12));
    for (std::size_t k = 0; k < h.problem.contacts.size(); ++k)
      CHECK(h.problem.contacts[k].p_n == doctest::Approx(single.reaction[k].x).epsilon(1e-6));
  }
}

TEST_CASE("a crowded body has the momentum of all its impulses after every sweep") {
  Heap h = box(12, 3, false, 0.5);
  put_plate(h, 30, 0.5);
  ContactProblem& p = h.problem;
  const Index plate = p.spheres;
  p.bodies[plate].v = {0.03, 0.01, -0.05};
  const Motion8 before = p.bodies[plate];
  solve_by_bodies(p, {3, 0, 5});
  Vec3 push{0, 0, 0}, turn{0, 0, 0};
  for (const ContactRows& c : p.contacts) {
    if (c.j != plate) continue;
    const Vec3 impulse = c.p_n * c.n + c.p_t;
    push += impulse, turn += cross(p.levers[c.levers].j, impulse);
  }
  CHECK(norm(push) > 0.1);
  CHECK(norm(p.bodies[plate].v - before.v - push / 30) < 1e-14);
  CHECK(norm(p.bodies[plate].w - p.inverse_inertia[0] * turn) < 1e-14);
}

namespace {

/// The contacts in the order in which a sweep comes to them.
std::vector<ContactRows> in_sweep_order(ContactProblem problem) {
  ContactSystem system;
  std::vector<JointRow> joints;
  make_system(problem, std::vector<char>(problem.contacts.size(), 1), false, joints, system);
  std::vector<ContactRows> out;
  const auto take = [&](const auto& batches) {
    for (const auto& b : batches.batches)
      for (const Index k : b.contact)
        if (k >= 0) out.push_back(problem.contacts[k]);
  };
  take(system.batches), take(system.levers), take(system.crowded);
  return out;
}

}  // namespace

TEST_CASE("fifty sweeps in lanes come as near as fifty of one contact after the other") {
  for (const Real mass : {1.0, 30.0, 300.0, 3000.0}) {
    CAPTURE(mass);
    Heap h = box(12, 5, false, 0.5);
    put_plate(h, mass, 0.5);
    Heap sorted = h;
    sorted.problem.contacts = in_sweep_order(h.problem);
    REQUIRE(sorted.problem.contacts.size() == h.problem.contacts.size());
    const Real single = solve(sorted.local(), LocalSolver::kPgs, {50, 0, 50}).report.residual;
    const Solved lanes = solve_by_bodies(h.problem, {50, 0, 50});
    MESSAGE("mass " << mass << ": single " << single << ", lanes " << lanes.report.residual);
    CHECK(lanes.report.residual < 1.05 * single);
    CHECK(lanes.report.residual > 0.95 * single);
  }
}

TEST_CASE(
    "asked for a speed, the solver stops when what is left is slower, however heavy a body is") {
  Index before = 0;
  for (const Real speed : {1e-4, 1e-5, 1e-6})
    for (const Real mass : {1.0, 3000.0}) {
      CAPTURE(speed);
      CAPTURE(mass);
      Heap h = box(12, 3, false, 0.5);
      put_plate(h, mass, 0.5);
      soften(h.problem);
      ContactProblem& p = h.problem;
      ContactSystem system;
      std::vector<JointRow> joints;
      make_system(p, std::vector<char>(p.contacts.size(), 1), false, joints, system);
      const Real load = impulse_scale(p, system);
      const ContactSolveReport report = gauss_seidel({20000, 0, 5, speed}, load, p, system);
      CHECK(report.converged);
      CHECK(unsolved_speed(p, system) <= speed);
      CHECK(unsolved_speed(p, system) > 0.1 * speed);  // not much longer than it was asked to
      if (mass > 2) continue;
      CHECK(report.iterations > before);
      before = report.iterations;
    }
}

TEST_CASE("a large ball among very many small ones is crowded, too") {
  // A floor of small balls under a large one that touches all of them from above at one height.
  Heap h;
  const int across = 10;
  for (int a = 0; a < across; ++a)
    for (int b = 0; b < across; ++b) h.ball({2 * kBall * a, 2 * kBall * b, kBall}, kBall, 1);
  const Index balls = across * across;
  h.ball({0, 0, 2 * kBall + 1}, 1, 50);
  h.touch(0.4);
  for (Index k = 0; k < balls; ++k) {
    ContactRows c;
    const Vec3 d = h.x[balls] - h.x[k];
    c.i = k, c.j = balls, c.n = d / norm(d), c.arm_i = kBall, c.arm_j = 1, c.friction = 0.4;
    h.problem.contacts.push_back(c);
  }
  soften(h.problem);
  const LocalSolution single = solve(h.local(), LocalSolver::kNsgs, {20000, 1e-12, 10});
  h.problem.spheres = static_cast<Index>(h.problem.bodies.size());
  const Solved split = solve_by_bodies(h.problem, {20000, 1e-12, 10});
  CHECK(split.crowded == 14);
  CHECK(split.report.converged);
  for (std::size_t k = 0; k < h.problem.contacts.size(); ++k)
    CHECK(std::abs(h.problem.contacts[k].p_n - single.reaction[k].x) < 1e-8 * single.report.load);
}
