/// How far a hit is felt: the round of impacts is solved there, and nowhere else.
#include "scree/step/nonsmooth/impact_reach.h"

#include <doctest/doctest.h>

#include <numeric>

#include "scree/step/nonsmooth/gauss_seidel.h"
#include "unit/step/contact_heaps.h"

using namespace scree;

namespace {

constexpr Real kLeast = 1e-3;  // [m/s]

/// Nothing moves but one ball, which hits those below.
Heap hit(Heap h, Index ball, Real speed) {
  h.problem.spheres = static_cast<Index>(h.x.size());
  for (Motion8& m : h.problem.bodies) m.v = {0, 0, 0};
  h.problem.bodies[ball].v = {0, 0, -speed};
  for (ContactRows& c : h.problem.contacts)
    c.touches = true, c.collides = c.impact = -velocity_at(h.problem, c).normal > kLeast;
  return h;
}

/// Solves the contacts of `takes` from the motions `before`.
void solve(const std::vector<Motion8>& before, const std::vector<char>& takes, ContactProblem& p) {
  ContactSystem system;
  std::vector<JointRow> none;
  p.bodies = before;
  make_system(p, takes, false, none, system);
  apply_impulses(p, system);
  gauss_seidel({20000, 1e-10, 50}, impulse_scale(p, system), p, system);
  take_impulses(system, p);
}

struct Round {
  ContactProblem problem;
  std::vector<char> takes;
  int solves = 0;
};
Round round_of(const Heap& h) {
  Round r{h.problem, h.all()};
  const std::vector<Motion8> before = h.problem.bodies;
  ImpactReach reach;
  reach.begin(r.problem, kLeast, r.takes);
  do {
    solve(before, r.takes, r.problem);
    ++r.solves;
  } while (reach.grow(r.problem, before, r.takes));
  return r;
}

Index count(const std::vector<char>& takes) {
  return static_cast<Index>(std::count(takes.begin(), takes.end(), 1));
}

/// The largest difference of the velocities from those of a round over all contacts.
Real apart(const Heap& h, const ContactProblem& found) {
  ContactProblem all = h.problem;
  solve(h.problem.bodies, h.all(), all);
  Real most = 0;
  for (Index b = 0; b < h.problem.spheres; ++b)
    most = std::max(most, norm(all.bodies[b].v - found.bodies[b].v));
  return most;
}

}  // namespace

TEST_CASE("a hit is solved as far as it is felt, and is there what it is over all contacts") {
  for (const Real speed : {0.01, 0.1}) {
    CAPTURE(speed);
    const Heap h = hit(pyramid(12, 0.5), 649, speed);
    const Round r = round_of(h);
    CHECK(apart(h, r.problem) < 3 * kLeast);
    // By 0.01 m/s three layers and those that they push feel something, of twelve.
    if (speed < 0.05) CHECK(count(r.takes) < static_cast<Index>(r.takes.size()) / 3);
    MESSAGE(count(r.takes), " of ", r.takes.size(), " contacts, ", r.solves, " solves, apart ",
            apart(h, r.problem));
  }
}

TEST_CASE("a hit on a column is felt down to the floor, however long the column") {
  const Heap h = hit(column(std::vector<Real>(60, 1)), 59, 1);
  const Round r = round_of(h);
  CHECK(count(r.takes) == static_cast<Index>(r.takes.size()));
  CHECK(r.solves > 1);  // 32 layers were thought to be enough
  CHECK(apart(h, r.problem) < kLeast);
}

TEST_CASE("what does not touch what was hit takes no part") {
  Heap two = pyramid(4, 0.5);
  const auto one = static_cast<Index>(two.x.size());
  for (Index k = 0; k < one; ++k) two.ball(two.x[k] + Vec3{1, 0, 0}, kBall, 1);
  Heap apart_from_it;
  for (const Vec3& x : two.x) apart_from_it.ball(x, kBall, 1);
  apart_from_it.touch(0.5);
  const Heap h = hit(apart_from_it, one - 1, 1);
  const Round r = round_of(h);
  CHECK(count(r.takes) == static_cast<Index>(r.takes.size()) / 2);
  for (std::size_t k = 0; k < r.takes.size(); ++k)
    CHECK(bool(r.takes[k]) == (h.problem.contacts[k].i < one));
}

TEST_CASE("where nothing is too little to be felt, all that touches takes part") {
  const Heap h = hit(pyramid(6, 0.5), 90, 0.01);
  std::vector<char> takes = h.all();
  ImpactReach().begin(h.problem, 0, takes);
  CHECK(count(takes) == static_cast<Index>(takes.size()));
}
