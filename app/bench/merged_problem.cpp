#include "bench/merged_problem.h"

#include <algorithm>

namespace scree::app {
namespace {

Mat3 inverse(const Mat3& m) {
  const Vec3 a = m.row[0], b = m.row[1], c = m.row[2];
  const Vec3 bc = cross(b, c), ca = cross(c, a), ab = cross(a, b);
  const Real d = 1 / dot(a, bc);
  return {{{d * bc.x, d * ca.x, d * ab.x},
           {d * bc.y, d * ca.y, d * ab.y},
           {d * bc.z, d * ca.z, d * ab.z}}};
}

/// A body made of spheres: mass, centre, and what follows from momentum and angular momentum.
struct Group {
  Real mass = 0;
  Vec3 moment{0, 0, 0}, momentum{0, 0, 0}, centre{0, 0, 0}, turn{0, 0, 0};
  Mat3 inertia{};
};

std::vector<Group> groups_of(const ContactProblem& p, const std::vector<Vec3>& x,
                             const std::vector<Index>& group) {
  std::vector<Group> out(1 + *std::max_element(group.begin(), group.end()));
  const auto each = [&](auto&& body) {
    for (Index b = 0; b < p.spheres; ++b)
      if (group[b] >= 0) body(b, out[group[b]], 1 / p.bodies[b].inv_mass);
  };
  each([&](Index b, Group& g, Real mass) {
    g.mass += mass, g.moment += mass * x[b], g.momentum += mass * p.bodies[b].v;
  });
  for (Group& g : out) g.centre = g.moment / g.mass;
  each([&](Index b, Group& g, Real mass) {
    const Real own = 1 / p.bodies[b].inv_inertia;
    const Vec3 r = x[b] - g.centre;
    const Real all = own + mass * norm2(r);
    const Mat3 round{{{all, 0, 0}, {0, all, 0}, {0, 0, all}}};
    g.inertia = g.inertia + round + outer(-mass * r, r);
    g.turn += cross(r, mass * p.bodies[b].v) + own * p.bodies[b].w;
  });
  return out;
}

}  // namespace

MergedProblem merge_by_hand(const ContactProblem& p, const std::vector<char>& takes,
                            const std::vector<Vec3>& x, const std::vector<Index>& group,
                            bool bound) {
  MergedProblem out;
  ContactProblem& q = out.problem;
  q.tangent_soft = p.tangent_soft, q.rolling_soft = p.rolling_soft;
  std::vector<Index> body(p.spheres, -1);
  for (Index b = 0; b < p.spheres; ++b)
    if (group[b] < 0) body[b] = q.spheres++, q.bodies.push_back(p.bodies[b]);
  std::vector<Group> merged;
  if (!bound) merged = groups_of(p, x, group);
  for (const Group& g : merged) {
    const Mat3 turns = inverse(g.inertia);
    q.bodies.push_back({g.momentum / g.mass, turns * g.turn, 1 / g.mass, 0});
    q.inverse_inertia.push_back(turns);
    q.centre.push_back(g.centre);
  }
  const auto group_of = [&](Index b) { return b < p.spheres ? group[b] : -1; };
  // Where a body of the old problem is now; one that does not move gets a row of its own.
  const auto now = [&](Index b) {
    if (b < p.spheres && group[b] < 0) return body[b];
    if (b < p.spheres && !bound) return q.spheres + group[b];
    q.bodies.push_back(b < p.spheres ? Motion8{} : p.bodies[b]);
    return static_cast<Index>(q.bodies.size()) - 1;
  };
  for (std::size_t k = 0; k < p.contacts.size(); ++k) {
    ContactRows c = p.contacts[k];
    const Index gi = group_of(c.i), gj = group_of(c.j);
    if (!takes[k] || (gi >= 0 && gi == gj)) continue;
    const bool moves_i = c.i < p.spheres && (gi < 0 || !bound),
               moves_j = c.j < p.spheres && (gj < 0 || !bound);
    if (!moves_i && !moves_j) continue;
    if (!bound && (gi >= 0 || gj >= 0)) {
      const Vec3 point = x[c.i] + c.arm_i * c.n;
      const auto arm = [&](Index b, Index g) {
        return g >= 0 ? point - merged[g].centre : b < p.spheres ? point - x[b] : Vec3{0, 0, 0};
      };
      c.levers = static_cast<Index>(q.levers.size());
      q.levers.push_back({arm(c.i, gi), arm(c.j, gj)});
    } else {
      if (!moves_i) c.arm_i = 0;
      if (!moves_j) c.arm_j = 0;
    }
    c.i = now(c.i), c.j = now(c.j);
    q.contacts.push_back(c);
    if (!p.rolling.empty()) q.rolling.push_back(p.rolling[k]);
  }
  out.takes.assign(q.contacts.size(), 1);
  return out;
}

}  // namespace scree::app
