#include "scree/step/nonsmooth/lever_contacts.h"

#include <algorithm>
#include <cmath>

#include "scree/law/friction_set.h"
#include "scree/step/common/tangents.h"

namespace scree {
namespace {

Real inverse(Real x) { return x > 0 ? 1 / x : 0; }

/// What axis a feels of an impulse along axis b.
Real mobility(const LeverContact& c, int a, int b) {
  return (c.inv_mass_i + c.inv_mass_j) * dot(c.axis[a], c.axis[b]) + dot(c.turn_i[a], c.spin_i[b]) +
         dot(c.turn_j[a], c.spin_j[b]);
}

/// The larger eigenvalue of the tangential block.
Real largest_tangent(const LeverContact& c) {
  const Real a = mobility(c, 1, 1), d = mobility(c, 2, 2), b = mobility(c, 1, 2);
  return 0.5 * (a + d) + std::sqrt(0.25 * (a - d) * (a - d) + b * b);
}

/// A bound of the largest eigenvalue of the sum of both inverse tensors.
Real largest_rolling(const ContactProblem& problem, Index i, Index j) {
  Real rows[3] = {0, 0, 0};
  for (int k = 0; k < 3; ++k) {
    Vec3 e{0, 0, 0};
    at(e, k) = 1;
    const Vec3 both = problem.spin_from(i, e) + problem.spin_from(j, e);
    rows[k] = std::fabs(both.x) + std::fabs(both.y) + std::fabs(both.z);
  }
  return std::max({rows[0], rows[1], rows[2]});
}

/// Velocity of j against i along an axis.
Real speed(const ContactProblem& problem, const LeverContact& c, int k) {
  const Motion8 &i = problem.bodies[c.i], &j = problem.bodies[c.j];
  return dot(c.axis[k], j.v - i.v) + dot(c.turn_j[k], j.w) - dot(c.turn_i[k], i.w);
}

void push(ContactProblem& problem, const LeverContact& c, int k, Real p) {
  Motion8 &i = problem.bodies[c.i], &j = problem.bodies[c.j];
  i.v -= c.inv_mass_i * p * c.axis[k];
  i.w -= p * c.spin_i[k];
  j.v += c.inv_mass_j * p * c.axis[k];
  j.w += p * c.spin_j[k];
}

void twist(ContactProblem& problem, const LeverContact& c, Vec3 q) {
  problem.bodies[c.i].w -= problem.spin_from(c.i, q);
  problem.bodies[c.j].w += problem.spin_from(c.j, q);
}

Real normal_goal(const ContactProblem& problem, const LeverContact& c) {
  const ContactRows& rows = problem.contacts[c.contact];
  const Real residual = speed(problem, c, 0) + rows.soft * c.p[0] - rows.target;
  return std::max(c.p[0] - c.normal_step * residual, 0.0);
}
/// In the coordinates t1, t2 of the contact.
Vec3 tangent_goal(const ContactProblem& problem, const LeverContact& c) {
  Vec3 goal{0, 0, 0};
  for (int k = 1; k < 3; ++k)
    at(goal, k) = c.p[k] - c.tangent_step * (speed(problem, c, k) + problem.tangent_soft * c.p[k]);
  return into_disc(goal, problem.contacts[c.contact].friction * c.p[0]);
}
Vec3 rolling_goal(const ContactProblem& problem, const LeverContact& c) {
  const RollingRows& rows = problem.rolling[c.contact];
  const Vec3 spin = problem.bodies[c.j].w - problem.bodies[c.i].w;
  const Vec3 q = c.q - c.rolling_step * (spin + problem.rolling_soft * c.q);
  return into_couple_bounds(q, c.axis[0], rows.rolling * c.p[0], rows.twisting * c.p[0]);
}
bool rolls(const ContactProblem& problem, const LeverContact& c) {
  return !problem.rolling.empty() && problem.rolling[c.contact].any();
}

LeverContact make_lever(const ContactProblem& problem, Index contact, bool planar) {
  const ContactRows& rows = problem.contacts[contact];
  const Levers& lever = problem.levers[rows.levers];
  LeverContact c{};
  c.contact = contact, c.i = rows.i, c.j = rows.j;
  c.inv_mass_i = problem.bodies[c.i].inv_mass, c.inv_mass_j = problem.bodies[c.j].inv_mass;
  c.axis[0] = rows.n;
  tangents(planar, rows.n, c.axis + 1);
  for (int k = 0; k < 3; ++k) {
    c.turn_i[k] = cross(lever.i, c.axis[k]), c.turn_j[k] = cross(lever.j, c.axis[k]);
    c.spin_i[k] = problem.spin_from(c.i, c.turn_i[k]);
    c.spin_j[k] = problem.spin_from(c.j, c.turn_j[k]);
  }
  c.normal_step = inverse(mobility(c, 0, 0) + rows.soft);
  c.tangent_step = inverse(largest_tangent(c) + problem.tangent_soft);
  c.rolling_step = inverse(largest_rolling(problem, c.i, c.j) + problem.rolling_soft);
  c.p[0] = rows.p_n;
  c.p[1] = dot(rows.p_t, c.axis[1]), c.p[2] = dot(rows.p_t, c.axis[2]);
  if (!problem.rolling.empty()) c.q = problem.rolling[contact].q;
  return c;
}

}  // namespace

void make_levers(const ContactProblem& problem, const std::vector<char>& takes, bool planar,
                 LeverContacts& out) {
  out.contacts.clear();
  out.colour_start.assign(1, 0);
  if (problem.inverse_inertia.empty()) return;
  for (const std::vector<Index>& list : colour_contacts(problem, takes, true)) {
    if (list.empty()) continue;
    for (const Index k : list) out.contacts.push_back(make_lever(problem, k, planar));
    out.colour_start.push_back(static_cast<Index>(out.contacts.size()));
  }
}

void apply_impulses(ContactProblem& problem, const LeverContact& c) {
  for (int k = 0; k < 3; ++k) push(problem, c, k, c.p[k]);
  twist(problem, c, c.q);
}

void solve_contact(ContactProblem& problem, LeverContact& c) {
  const Real p_n = normal_goal(problem, c);
  push(problem, c, 0, p_n - c.p[0]);
  c.p[0] = p_n;
  const Vec3 p_t = tangent_goal(problem, c);
  for (int k = 1; k < 3; ++k) {
    push(problem, c, k, at(p_t, k) - c.p[k]);
    c.p[k] = at(p_t, k);
  }
  if (!rolls(problem, c)) return;
  const Vec3 q = rolling_goal(problem, c);
  twist(problem, c, q - c.q);
  c.q = q;
}

Real natural_map2(const ContactProblem& problem, const LeverContact& c) {
  const Real normal = normal_goal(problem, c) - c.p[0];
  const Vec3 tangent = tangent_goal(problem, c) - Vec3{0, c.p[1], c.p[2]};
  Real total = normal * normal + norm2(tangent);
  const Real radius = problem.contacts[c.contact].radius;
  if (rolls(problem, c) && radius > 0)  // a couple counts as the impulse that makes it at R*
    total += norm2(rolling_goal(problem, c) - c.q) / (radius * radius);
  return total;
}

Real load2(const ContactProblem& problem, const LeverContact& c) {
  const Real alone = c.normal_step * (problem.contacts[c.contact].target - speed(problem, c, 0));
  return alone > 0 ? alone * alone : 0;
}

void take_impulses(const LeverContacts& levers, ContactProblem& problem) {
  for (const LeverContact& c : levers.contacts) {
    ContactRows& rows = problem.contacts[c.contact];
    rows.p_n = c.p[0];
    rows.p_t = c.p[1] * c.axis[1] + c.p[2] * c.axis[2];
    if (!problem.rolling.empty()) problem.rolling[c.contact].q = c.q;
  }
}

}  // namespace scree
