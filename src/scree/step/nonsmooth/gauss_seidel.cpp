#include "scree/step/nonsmooth/gauss_seidel.h"

#include <cmath>

#include "scree/base/pack.h"
#include "scree/base/parallel.h"
#include "scree/law/friction_set.h"

namespace scree {
namespace {

using Lanes3 = Vec3T<Pack>;

/// The two bodies of every lane.
struct BodyLanes {
  Pack i[8], j[8];  // v, w, inverse mass, inverse inertia

  SCREE_FN BodyLanes(const Motion8* bodies, const ContactBatch& b) {
    load8([&](int l) { return &bodies[b.i[l]].v.x; }, i);
    load8([&](int l) { return &bodies[b.j[l]].v.x; }, j);
  }
  SCREE_FN void store(Motion8* bodies, const ContactBatch& b) const {
    store8(i, [&](int l) { return &bodies[b.i[l]].v.x; });
    store8(j, [&](int l) { return &bodies[b.j[l]].v.x; });
  }
  SCREE_FN Lanes3 relative_velocity() const { return {j[0] - i[0], j[1] - i[1], j[2] - i[2]}; }
  SCREE_FN Lanes3 relative_spin() const { return {j[3] - i[3], j[4] - i[4], j[5] - i[5]}; }
  SCREE_FN Lanes3 tangential_velocity(const ContactBatch& b) const {
    const Lanes3 dv = relative_velocity();
    const Lanes3 arms{b.arm_i * i[3] + b.arm_j * j[3], b.arm_i * i[4] + b.arm_j * j[4],
                      b.arm_i * i[5] + b.arm_j * j[5]};
    return dv - dot(dv, b.n) * b.n - cross(arms, b.n);
  }
  /// Impulse p on j, -p on i.
  SCREE_FN void push(const Lanes3& p) {
    const Pack x[3] = {p.x, p.y, p.z};
    for (int k = 0; k < 3; ++k) i[k] -= i[6] * x[k], j[k] += j[6] * x[k];
  }
  /// Couple on i and on j, each from its own arm.
  SCREE_FN void turn(const ContactBatch& b, const Lanes3& t) {
    const Pack x[3] = {t.x, t.y, t.z};
    const Pack ti = i[7] * b.arm_i, tj = j[7] * b.arm_j;
    for (int k = 0; k < 3; ++k) i[3 + k] -= ti * x[k], j[3 + k] -= tj * x[k];
  }
  /// Couple q on j, -q on i.
  SCREE_FN void twist(const Lanes3& q) {
    const Pack x[3] = {q.x, q.y, q.z};
    for (int k = 0; k < 3; ++k) i[3 + k] -= i[7] * x[k], j[3 + k] += j[7] * x[k];
  }
};

/// Softness of the tangential and rolling rows of a problem.
struct Softness {
  Pack tangent, rolling;
  explicit Softness(const ContactProblem& p) : tangent(p.tangent_soft), rolling(p.rolling_soft) {}
};

/// Where one projected step takes the impulses of a batch, each block from the velocities now.
SCREE_FN Pack normal_goal(const ContactBatch& b, const BodyLanes& v) {
  const Pack residual = dot(v.relative_velocity(), b.n) + b.soft * b.p_n - b.target;
  return max(b.p_n - b.normal_step * residual, Pack(0));
}
SCREE_FN Lanes3 tangent_goal(const ContactBatch& b, const BodyLanes& v, const Softness& soft) {
  const Lanes3 residual = v.tangential_velocity(b) + soft.tangent * b.p_t;
  return into_disc(b.p_t - b.tangent_step * residual, b.friction * b.p_n);
}
SCREE_FN Lanes3 rolling_goal(const ContactBatch& b, const RollingBatch& r, const BodyLanes& v,
                             const Softness& soft) {
  const Lanes3 q = r.q - r.step * (v.relative_spin() + soft.rolling * r.q);
  return into_couple_bounds(q, b.n, r.rolling * b.p_n, r.twisting * b.p_n);
}

SCREE_FN void solve_batch(Motion8* bodies, const Softness& soft, ContactBatch& b, RollingBatch* r) {
  BodyLanes v(bodies, b);
  const Pack p_n = normal_goal(b, v);
  v.push((p_n - b.p_n) * b.n);
  b.p_n = p_n;
  const Lanes3 p_t = tangent_goal(b, v, soft), change = p_t - b.p_t;
  v.push(change);
  v.turn(b, cross(b.n, change));
  b.p_t = p_t;
  if (r) {
    const Lanes3 q = rolling_goal(b, *r, v, soft);
    v.twist(q - r->q);
    r->q = q;
  }
  v.store(bodies, b);
}

/// Batches, and single contacts, of a colour below which one thread is faster.
constexpr Index kWorthSharing = 24, kWorthSharingLevers = 64;

/// Is a table in colours worth several threads?
bool worth(const std::vector<Index>& colour_start, Index least) {
  const auto colours = static_cast<Index>(colour_start.size()) - 1;
  return colours > 0 && colour_start.back() / colours >= least;
}

/// Calls body(k) for every entry, colour by colour, those of a colour in parallel; within a team.
template <class Body>
void by_colour(Team& team, const std::vector<Index>& start, Body&& body) {
  for (std::size_t c = 0; c + 1 < start.size(); ++c) team.each(start[c], start[c + 1], body);
}

/// `times` passes over the system: every batch, every contact with levers, every block of joints.
template <class Batch, class Lever, class Joint>
void pass(const ContactSystem& s, Index times, Batch&& batch, Lever&& lever, Joint&& joint) {
  const std::vector<Index>& levers = s.levers.colour_start;
  const bool share_levers = worth(levers, kWorthSharingLevers);
  with_team(worth(s.batches.colour_start, kWorthSharing) || share_levers, [&](Team& team) {
    for (Index t = 0; t < times; ++t) {
      by_colour(team, s.batches.colour_start, batch);
      if (share_levers) by_colour(team, levers, lever);
      if ((share_levers || s.levers.contacts.empty()) && s.joints.empty()) continue;
      team.once([&] {
        for (Index k = 0; !share_levers && k < levers.back(); ++k) lever(k);
        for (std::size_t k = 0; k < s.joints.size(); ++k) joint(k);
      });
    }
  });
}

/// Sum of body(batch) over all batches.
template <class Body>
Real sum_over(const ContactBatches& b, Body&& body) {
  return reduce_chunks<Total>(
             static_cast<Index>(b.batches.size()),
             [&](Index begin, Index end) {
               Total s;
               for (Index k = begin; k < end; ++k) s.v += sum(body(k));
               return s;
             },
             kBatchChunk)
      .v;
}

}  // namespace

void make_system(ContactProblem& problem, const std::vector<char>& takes, bool planar,
                 std::vector<JointRow>& joints, ContactSystem& out) {
  make_levers(problem, takes, planar, out.levers);
  out.joints = make_blocks(problem, joints);
  make_batches(problem, takes, out.batches);
}

void take_impulses(const ContactSystem& system, ContactProblem& problem) {
  take_impulses(system.batches, problem);
  take_impulses(system.levers, problem);
  problem.bodies.resize(system.batches.spare);
}

Real load_of(const ContactProblem& problem, const ContactSystem& system) {
  Real total = sum_over(system.batches, [&](Index k) {
    const ContactBatch& b = system.batches.batches[k];
    const BodyLanes v(problem.bodies.data(), b);
    const Pack alone = max(b.normal_step * (b.target - dot(v.relative_velocity(), b.n)), Pack(0));
    return alone * alone;
  });
  for (const LeverContact& c : system.levers.contacts) total += load2(problem, c);
  for (const JointBlock& j : system.joints) total += j.load2(problem);
  return std::sqrt(total);
}

void apply_impulses(ContactProblem& problem, const ContactSystem& system) {
  const ContactBatches& batches = system.batches;
  pass(
      system, 1,
      [&](Index k) {
        const ContactBatch& b = batches.batches[k];
        BodyLanes v(problem.bodies.data(), b);
        v.push(b.p_n * b.n + b.p_t);
        v.turn(b, cross(b.n, b.p_t));
        if (!batches.rolling.empty()) v.twist(batches.rolling[k].q);
        v.store(problem.bodies.data(), b);
      },
      [&](Index k) { apply_impulses(problem, system.levers.contacts[k]); },
      [&](std::size_t k) { system.joints[k].apply_impulses(problem); });
}

Real natural_map(const ContactProblem& problem, const ContactSystem& system) {
  const ContactBatches& batches = system.batches;
  const Softness soft(problem);
  Real sum = sum_over(batches, [&](Index k) {
    const ContactBatch& b = batches.batches[k];
    const BodyLanes v(problem.bodies.data(), b);
    const Pack dn = normal_goal(b, v) - b.p_n;
    Pack total = dn * dn + norm2(tangent_goal(b, v, soft) - b.p_t);
    if (!batches.rolling.empty()) {
      const RollingBatch& r = batches.rolling[k];
      // A couple counts as the impulse that makes it at R*, which its bound refers to.
      total += norm2(rolling_goal(b, r, v, soft) - r.q) * r.inv_radius * r.inv_radius;
    }
    return total;
  });
  for (const LeverContact& c : system.levers.contacts) sum += natural_map2(problem, c);
  for (const JointBlock& j : system.joints) sum += j.natural_map2(problem);
  return std::sqrt(sum);
}

ContactSolveReport gauss_seidel(const ContactSolve& options, Real load, ContactProblem& problem,
                                ContactSystem& system) {
  ContactSolveReport report;
  report.load = load;
  const Real wanted = options.tolerance * load;
  ContactBatches& batches = system.batches;
  const bool rolls = !batches.rolling.empty();
  const Softness soft(problem);
  Motion8* bodies = problem.bodies.data();
  for (;;) {
    if (options.tolerance > 0 || report.iterations >= options.iterations) {
      const Real residual = natural_map(problem, system);
      report.residual = load > 0 ? residual / load : 0;
      report.converged = residual <= wanted;
      if (report.converged || report.iterations >= options.iterations) return report;
    }
    const Index left = options.iterations - report.iterations;
    const Index now = options.tolerance > 0 ? std::min(left, options.check_every) : left;
    pass(
        system, now,
        [&](Index k) {
          solve_batch(bodies, soft, batches.batches[k], rolls ? &batches.rolling[k] : nullptr);
        },
        [&](Index k) { solve_contact(problem, system.levers.contacts[k]); },
        [&](std::size_t k) { system.joints[k].solve(problem); });
    report.iterations += now;
  }
}

}  // namespace scree
