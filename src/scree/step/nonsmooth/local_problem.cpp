#include "scree/step/nonsmooth/local_problem.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "scree/law/friction_set.h"
#include "scree/step/common/tangents.h"
#include "scree/step/nonsmooth/admm.h"
#include "scree/step/nonsmooth/anderson.h"
#include "scree/step/nonsmooth/impulses.h"
#include "scree/step/nonsmooth/newton.h"

namespace scree {
namespace {

/// Sweeps kept by the accelerated solver.
constexpr int kDepth = 10;
/// The exact solution of one contact: alternation of its blocks until nothing moves.
constexpr int kLocalSteps = 200;
constexpr Real kLocalTolerance = 1e-15;

Real entry(const Mat3& m, int row, int column) { return at(m.row[row], column); }
Real& entry(Mat3& m, int row, int column) { return at(m.row[row], column); }

struct Frame {
  Vec3 axis[3];  // n, t1, t2
};

Frame frame_of(Vec3 n, bool planar) {
  Frame f{{n, {0, 0, 0}, {0, 0, 0}}};
  tangents(planar, n, f.axis + 1);
  return f;
}

/// From the centre of a body of the contact to the contact.
Vec3 lever(const ContactProblem& problem, const ContactRows& c, bool at_i) {
  if (c.levers >= 0) return at_i ? problem.levers[c.levers].i : problem.levers[c.levers].j;
  return at_i ? c.arm_i * c.n : -c.arm_j * c.n;
}

/// What a unit impulse along `axis` at c does to body `body` of it: dv and dw.
struct Response {
  Vec3 v, w;
};
Response response(const ContactProblem& problem, const ContactRows& c, bool at_i, Vec3 axis) {
  const Index body = at_i ? c.i : c.j;
  const Real sign = at_i ? -1 : 1;
  return {sign * problem.bodies[body].inv_mass * axis,
          problem.spin_from(body, sign * cross(lever(problem, c, at_i), axis))};
}
/// Velocity at contact c along `axis` that a motion of one of its bodies makes.
Real felt(const ContactProblem& problem, const ContactRows& c, bool at_i, const Response& r,
          Vec3 axis) {
  return (at_i ? -1.0 : 1.0) * dot(r.v + cross(r.w, lever(problem, c, at_i)), axis);
}

Real largest_tangent(const Mat3& w) {
  const Real a = entry(w, 1, 1), d = entry(w, 2, 2), b = 0.5 * (entry(w, 1, 2) + entry(w, 2, 1));
  return 0.5 * (a + d) + std::sqrt(0.25 * (a - d) * (a - d) + b * b);
}

/// One projected step of both blocks at velocity u; the tangential one sees the new normal part.
Vec3 project(const Mat3& own, ContactSteps step, Real friction, Vec3 r, Vec3 u) {
  const Real n = std::max(0.0, r.x - step.normal * u.x);
  const Real change = n - r.x;
  const Real uy = u.y + entry(own, 1, 0) * change, uz = u.z + entry(own, 2, 0) * change;
  return into_friction({n, r.y - step.tangent * uy, r.z - step.tangent * uz}, friction);
}

/// A block of W by columns, each in a register of its own: a product without sums across lanes.
struct Columns {
  typedef double V __attribute__((vector_size(32)));
  V column[3];
};
/// The same in half the memory, which is what a sweep over many contacts waits for.
struct ShortColumns {
  typedef float V __attribute__((vector_size(16)));
  V column[3];
  explicit ShortColumns(const Columns& c) {
    for (int k = 0; k < 3; ++k) column[k] = __builtin_convertvector(c.column[k], V);
  }
};
/// Residual above which the rounding of ShortColumns does not matter, by far.
constexpr Real kCoarse = 1e-4;

class LocalSweeps {
 public:
  LocalSweeps(const LocalProblem& p) : p_(p), own_(p.contacts()), step_(p.contacts()) {
    for (Index k = 0; k < p.contacts(); ++k)
      for (Index b = p.start[k]; b < p.start[k + 1]; ++b) {
        if (p.column[b] == k) own_[k] = p.block[b];
        const Vec3* row = p.block[b].row;
        blocks_.push_back(Columns{{Columns::V{row[0].x, row[1].x, row[2].x, 0},
                                   Columns::V{row[0].y, row[1].y, row[2].y, 0},
                                   Columns::V{row[0].z, row[1].z, row[2].z, 0}}});
      }
    for (Index k = 0; k < p.contacts(); ++k) step_[k] = contact_steps(own_[k]);
    short_ = std::vector<ShortColumns>(blocks_.begin(), blocks_.end());
  }

  void sweep(std::vector<Vec3>& r, bool exact, bool coarse = false) const {
    for (Index k = 0; k < p_.contacts(); ++k) {
      const Vec3 u = coarse ? velocity(short_, r, k) : velocity(blocks_, r, k);
      if (exact)
        solve_one(k, u, r[k]);
      else
        r[k] = project(own_[k], step_[k], p_.friction[k], r[k], u);
    }
  }

  Real residual(const std::vector<Vec3>& r) const {
    Real sum = 0;
    for (Index k = 0; k < p_.contacts(); ++k) {
      const Vec3 u = velocity(blocks_, r, k);
      const ContactSteps s = step_[k];
      // Both blocks from the impulses now: friction is bounded by the normal part as it is.
      const Real normal = std::max(0.0, r[k].x - s.normal * u.x) - r[k].x;
      const Vec3 tangent =
          into_friction({r[k].x, r[k].y - s.tangent * u.y, r[k].z - s.tangent * u.z},
                        p_.friction[k]) -
          r[k];
      sum += normal * normal + norm2(tangent);
    }
    return std::sqrt(sum);
  }

  Real load() const {
    Real sum = 0;
    for (Index k = 0; k < p_.contacts(); ++k) {
      const Real alone = std::max(0.0, -step_[k].normal * p_.q[k].x);
      sum += alone * alone;
    }
    return std::sqrt(sum);
  }

  /// Back into the cones.
  void admit(std::vector<Vec3>& r) const {
    for (Index k = 0; k < p_.contacts(); ++k) {
      r[k].x = std::max(0.0, r[k].x);
      r[k] = into_friction(r[k], p_.friction[k]);
    }
  }

 private:
  /// The reaction of contact k while all others stay, from its velocity u.
  void solve_one(Index k, Vec3 u, Vec3& r) const {
    const Vec3 start = r;
    for (int n = 0; n < kLocalSteps; ++n) {
      const Vec3 next = project(own_[k], step_[k], p_.friction[k], r, u);
      const Vec3 change = next - r;
      u += own_[k] * change;
      r = next;
      if (norm(change) <= kLocalTolerance * (norm(next) + norm(start))) return;
    }
  }

  /// u of contact k.
  template <class Block>
  Vec3 velocity(const std::vector<Block>& blocks, const std::vector<Vec3>& r, Index k) const {
    using V = Columns::V;
    V x{p_.q[k].x, p_.q[k].y, p_.q[k].z, 0}, y{}, z{};
    for (Index b = p_.start[k]; b < p_.start[k + 1]; ++b) {
      const Vec3& other = r[p_.column[b]];
      x += __builtin_convertvector(blocks[b].column[0], V) * other.x;
      y += __builtin_convertvector(blocks[b].column[1], V) * other.y;
      z += __builtin_convertvector(blocks[b].column[2], V) * other.z;
    }
    x += y + z;
    return {x[0], x[1], x[2]};
  }

  const LocalProblem& p_;
  std::vector<Columns> blocks_;
  std::vector<ShortColumns> short_;
  std::vector<Mat3> own_;
  std::vector<ContactSteps> step_;
};

std::vector<Real> flat(const std::vector<Vec3>& r) {
  std::vector<Real> x;
  x.reserve(3 * r.size());
  for (const Vec3& a : r) x.insert(x.end(), {a.x, a.y, a.z});
  return x;
}
void unflatten(const std::vector<Real>& x, std::vector<Vec3>& r) {
  for (std::size_t k = 0; k < r.size(); ++k) r[k] = {x[3 * k], x[3 * k + 1], x[3 * k + 2]};
}

/// Sweeps with Anderson's mixing, where it helps: contacts that change between sticking, sliding
/// and open make a mixture of earlier sweeps worthless. Mixing that has found nothing better for a
/// while is given up for twice as many plain sweeps, from the best point since it began.
class Accelerator {
 public:
  explicit Accelerator(const LocalSweeps& sweeps) : sweeps_(sweeps), mixer_(kDepth) {}

  /// One more sweep from r, whose residual is given.
  void next(Real residual, std::vector<Vec3>& r) {
    if (residual < best_residual_) {
      best_residual_ = residual, best_ = r, vain_ = 0;
    } else if (plain_ == 0 && (++vain_ >= patience_ || residual > 10 * best_residual_)) {
      r = best_, vain_ = 0;
      mixer_.restart();
      plain_ = 2 * patience_;
      patience_ *= 2;
    }
    const std::vector<Real> x = flat(r);
    sweeps_.sweep(r, true);
    if (plain_ > 0) {
      if (--plain_ == 0) best_residual_ = INFINITY;
      return;
    }
    unflatten(mixer_.next(x, flat(r)), r);
    sweeps_.admit(r);
  }

 private:
  const LocalSweeps& sweeps_;
  AndersonMixer mixer_;
  std::vector<Vec3> best_;
  Real best_residual_ = INFINITY;
  Index vain_ = 0, plain_ = 0, patience_ = 20;
};

}  // namespace

LocalProblem local_form(const ContactProblem& problem, const std::vector<char>& takes,
                        bool planar) {
  LocalProblem out;
  out.planar = planar;
  std::vector<Index> taken;
  std::vector<std::vector<Index>> of_body(problem.bodies.size());  // numbers in `taken`
  for (std::size_t k = 0; k < problem.contacts.size(); ++k) {
    if (!takes[k]) continue;
    const ContactRows& c = problem.contacts[k];
    for (const Index b : {c.i, c.j})
      if (problem.bodies[b].inv_mass > 0) of_body[b].push_back(static_cast<Index>(taken.size()));
    taken.push_back(static_cast<Index>(k));
  }
  for (std::size_t a = 0; a < taken.size(); ++a) {
    const ContactRows& c = problem.contacts[taken[a]];
    const Frame to = frame_of(c.n, planar);
    std::map<Index, Mat3> row;
    for (const bool at_i : {true, false}) {
      const Index body = at_i ? c.i : c.j;
      for (const Index b : of_body[body]) {
        const ContactRows& other = problem.contacts[taken[b]];
        const bool other_at_i = other.i == body;
        const Frame from = frame_of(other.n, planar);
        Mat3& w = row.try_emplace(b, Mat3{}).first->second;
        for (int f = 0; f < 3; ++f) {
          const Response r = response(problem, other, other_at_i, from.axis[f]);
          for (int t = 0; t < 3; ++t) entry(w, t, f) += felt(problem, c, at_i, r, to.axis[t]);
        }
      }
    }
    Mat3& own = row.try_emplace(static_cast<Index>(a), Mat3{}).first->second;
    entry(own, 0, 0) += c.soft, entry(own, 1, 1) += problem.tangent_soft;
    if (!planar) entry(own, 2, 2) += problem.tangent_soft;
    for (const auto& [b, w] : row) out.column.push_back(b), out.block.push_back(w);
    out.start.push_back(static_cast<Index>(out.column.size()));
    const ContactVelocity u = velocity_at(problem, c);
    out.q.push_back({u.normal - c.target, dot(u.tangent, to.axis[1]), dot(u.tangent, to.axis[2])});
    out.friction.push_back(c.friction);
    out.guess.push_back({c.p_n, dot(c.p_t, to.axis[1]), dot(c.p_t, to.axis[2])});
  }
  return out;
}

void give_reactions(const std::vector<Vec3>& reaction, const std::vector<char>& takes, bool planar,
                    ContactProblem& problem) {
  std::size_t next = 0;
  for (std::size_t k = 0; k < problem.contacts.size(); ++k) {
    if (!takes[k]) continue;
    ContactRows& c = problem.contacts[k];
    const Frame f = frame_of(c.n, planar);
    const Vec3 r = reaction[next++];
    c.p_n = r.x;
    c.p_t = r.y * f.axis[1] + r.z * f.axis[2];
  }
}

ContactSteps contact_steps(const Mat3& own) {
  const Real t = largest_tangent(own);
  return {entry(own, 0, 0) > 0 ? 1 / entry(own, 0, 0) : 0, t > 0 ? 1 / t : 0};
}

Real impulse_scale(const LocalProblem& problem) { return LocalSweeps(problem).load(); }

Real natural_map(const LocalProblem& problem, const std::vector<Vec3>& r) {
  return LocalSweeps(problem).residual(r);
}

LocalSolution solve(const LocalProblem& problem, LocalSolver solver, const ContactSolve& options) {
  switch (solver) {
    case LocalSolver::kAdmm:
      return solve_admm(problem, options);
    case LocalSolver::kNewton:
      return solve_newton(problem, options);
    case LocalSolver::kImpulses:
      return solve_impulses(problem, options);
    case LocalSolver::kPair:
      return solve_pairs(problem, options);
    case LocalSolver::kLcp:
      return solve_lcp(problem, options);
    default:
      break;
  }
  const LocalSweeps sweeps(problem);
  LocalSolution out;
  out.reaction =
      problem.guess.empty() ? std::vector<Vec3>(problem.q.size(), {0, 0, 0}) : problem.guess;
  std::vector<Vec3>& r = out.reaction;
  ContactSolveReport& report = out.report;
  report.load = sweeps.load();
  const auto look = [&] {
    report.residual = report.load > 0 ? sweeps.residual(r) / report.load : 0;
    out.history.push_back(report.residual);
    report.converged = report.residual <= options.tolerance;
    return report.converged;
  };
  const bool exact = solver != LocalSolver::kPgs;
  Accelerator accelerator(sweeps);
  while (!look() && report.iterations < options.iterations) {
    if (solver == LocalSolver::kAnderson) {
      accelerator.next(report.residual, r);
      ++report.iterations;
      continue;
    }
    const Index now = std::min(options.check_every, options.iterations - report.iterations);
    for (Index n = 0; n < now; ++n) sweeps.sweep(r, exact, report.residual > kCoarse);
    report.iterations += now;
  }
  return out;
}

}  // namespace scree
