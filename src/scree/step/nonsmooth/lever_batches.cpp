#include "scree/step/nonsmooth/lever_batches.h"

#include <algorithm>
#include <cmath>

#include "scree/step/common/tangents.h"

namespace scree {
namespace {

/// What a contact feels of impulses in it: of both sides, along the axes n, t1, t2.
struct Mobility {
  Real normal = 0, t11 = 0, t22 = 0, t12 = 0;
  Vec3 answer{0, 0, 0};  // velocity at the contact by a unit impulse along n

  void add(const ContactProblem& problem, Index body, Vec3 arm, Vec3 n, const Vec3 t[2]) {
    const Real inv_mass = problem.bodies[body].inv_mass;
    const Vec3 turn_n = cross(arm, n), turn_1 = cross(arm, t[0]), turn_2 = cross(arm, t[1]);
    const Vec3 spin_n = problem.spin_from(body, turn_n), spin_1 = problem.spin_from(body, turn_1);
    answer += inv_mass * n + cross(spin_n, arm);
    normal += inv_mass + dot(turn_n, spin_n);
    t11 += inv_mass * norm2(t[0]) + dot(turn_1, spin_1);
    t22 += inv_mass * norm2(t[1]) + dot(turn_2, problem.spin_from(body, turn_2));
    t12 += dot(turn_2, spin_1);
  }
  /// The larger eigenvalue of the tangential block: so friction ends against the velocity.
  Real tangent() const {
    return 0.5 * (t11 + t22) + std::sqrt(0.25 * (t11 - t22) * (t11 - t22) + t12 * t12);
  }
};

/// A bound of the largest eigenvalue of the sum of both inverse tensors.
Real rolling_mobility(const ContactProblem& problem, const ContactRows& c) {
  Real most = 0;
  for (int k = 0; k < 3; ++k) {
    Vec3 e{0, 0, 0};
    at(e, k) = 1;
    const Vec3 both = problem.spin_from(c.i, e) + problem.spin_from(c.j, e);
    most = std::max(most, std::fabs(both.x) + std::fabs(both.y) + std::fabs(both.z));
  }
  return most;
}

/// Spheres among the others have their arms along the normal.
Levers levers_of(const ContactProblem& problem, const ContactRows& c) {
  return c.levers >= 0 ? problem.levers[c.levers] : Levers{c.arm_i * c.n, -c.arm_j * c.n};
}

void fill(const ContactProblem& problem, bool planar, Index k, int lane, LeverBatch& b,
          RollingBatch* rolling) {
  const ContactRows& c = problem.contacts[k];
  const Levers arms = levers_of(problem, c);
  Vec3 t[2] = {{0, 0, 0}, {0, 0, 0}};
  tangents(planar, c.n, t);
  Mobility m;
  m.add(problem, c.i, arms.i, c.n, t), m.add(problem, c.j, arms.j, c.n, t);
  const Real rolls = rolling ? rolling_mobility(problem, c) : 0;
  fill_common(problem, k, lane, b, rolling, step_of(rolls + problem.rolling_soft));
  const auto tensor_row = [&](Index body) {
    return problem.has_tensor(body) ? body - problem.spheres + 1 : 0;
  };
  b.tensor_i[lane] = tensor_row(c.i), b.tensor_j[lane] = tensor_row(c.j);
  set_lane(b.arm_i, lane, arms.i), set_lane(b.arm_j, lane, arms.j);
  set_lane(b.answer, lane, m.answer);
  set_lane(b.normal_step, lane, step_of(m.normal + c.soft));
  set_lane(b.tangent_step, lane, step_of(m.tangent() + problem.tangent_soft));
}

void clear(LeverBatches& out) {
  out.batches.clear();
  out.rolling.clear();
  out.colour_start.assign(1, 0);
}

}  // namespace

std::vector<Tensor8> make_tensors(const ContactProblem& problem) {
  std::vector<Tensor8> out(1);
  for (const Mat3& m : problem.inverse_inertia)
    out.push_back({m.row[0].x, m.row[1].y, m.row[2].z, m.row[1].z, m.row[2].x, m.row[0].y});
  return out;
}

void make_batches(ContactProblem& problem, const std::vector<char>& takes,
                  const std::vector<char>& crowded, bool planar, LeverBatches& out) {
  if (problem.levers.empty()) return clear(out);
  lay_out(colour_contacts(problem, takes, crowded, true), problem, out,
          [&](Index k, int lane, LeverBatch& b, RollingBatch* rolling) {
            fill(problem, planar, k, lane, b, rolling);
          });
}

void make_batches(ContactProblem& problem, const std::vector<char>& takes,
                  const std::vector<char>& crowded, bool planar, CrowdedBatches& out) {
  out.at_j.clear();
  if (crowded.empty()) return clear(out);
  Colours lists;  // one batch each
  for (CrowdedBatch& b : crowded_batches(problem, takes, crowded)) {
    out.at_j.push_back(b.at_j);
    lists.push_back(std::move(b.contacts));
  }
  lay_out(std::move(lists), problem, static_cast<LeverBatches&>(out),
          [&](Index k, int lane, LeverBatch& b, RollingBatch* rolling) {
            fill(problem, planar, k, lane, b, rolling);
          });
}

}  // namespace scree
