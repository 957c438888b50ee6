#include "scree/step/nonsmooth/joint_blocks.h"

#include <Eigen/Cholesky>
#include <algorithm>
#include <numeric>

namespace scree {
namespace {

/// Of the mobility: a closed chain of hinges holds some directions twice.
constexpr Real kDouble = 1e-10;

/// Of what the bodies of a row yield in all directions: less is rounding of its axis.
constexpr Real kRounding = 1e-20;

/// Does anything give way to the row? In the plane nothing turns about x or y: a row that asks for
/// it holds anyway, and would make the matrix singular, or by the rounding of its axis absurd.
bool yields(const ContactProblem& problem, const JointRow& r) {
  const Real mass = problem.bodies[r.a].inv_mass + problem.bodies[r.b].inv_mass;
  const Real shifts = mass * dot(r.along, r.along);
  const auto turns = [&](Index body, Vec3 about) {
    return dot(about, problem.spin_from(body, about));
  };
  const auto turns_at_all = [&](Index body, Vec3 about) {
    const Real sum = turns(body, {1, 0, 0}) + turns(body, {0, 1, 0}) + turns(body, {0, 0, 1});
    return sum * norm2(about);
  };
  const Real own = shifts + turns(r.a, r.turn_a) + turns(r.b, r.turn_b);
  const Real all = shifts + turns_at_all(r.a, r.turn_a) + turns_at_all(r.b, r.turn_b);
  return own > kRounding * all;
}

}  // namespace

struct JointBlock::Matrices {
  Eigen::MatrixXd whole;
  Eigen::LLT<Eigen::MatrixXd> factor;  // of the free rows
};

JointBlock::JointBlock(JointBlock&&) noexcept = default;
JointBlock::~JointBlock() = default;

JointBlock::JointBlock(const ContactProblem& problem, std::vector<JointRow*> rows)
    : rows_(std::move(rows)),
      at_(rows_.size(), At::kFree),
      matrices_(std::make_unique<Matrices>()) {
  Eigen::MatrixXd& whole = matrices_->whole;
  const Eigen::Index n = static_cast<Eigen::Index>(rows_.size());
  for (const JointRow* r : rows_) {
    spin_a_.push_back(problem.spin_from(r->a, r->turn_a));
    spin_b_.push_back(problem.spin_from(r->b, r->turn_b));
  }
  whole.resize(n, n);
  for (Eigen::Index k = 0; k < n; ++k)
    for (Eigen::Index l = 0; l < n; ++l) {
      const JointRow &r = *rows_[k], &s = *rows_[l];
      Real w = 0;
      const auto meet = [&](Index body, Index other, Real sign, Vec3 turn, Vec3 spin) {
        if (body != other) return;
        w += sign * problem.bodies[body].inv_mass * dot(r.along, s.along) + dot(turn, spin);
      };
      meet(r.a, s.a, 1, r.turn_a, spin_a_[l]);
      meet(r.b, s.b, 1, r.turn_b, spin_b_[l]);
      meet(r.a, s.b, -1, r.turn_a, spin_b_[l]);
      meet(r.b, s.a, -1, r.turn_b, spin_a_[l]);
      whole(k, l) = w;
    }
  for (Eigen::Index k = 0; k < n; ++k) {
    const JointRow& r = *rows_[k];
    const Real own = whole(k, k);
    soft_.push_back(r.soft + kDouble * own);
    whole(k, k) += soft_.back();
    step_.push_back(whole(k, k) > 0 ? 1 / whole(k, k) : 0);
    const Real mass = problem.bodies[r.a].inv_mass + problem.bodies[r.b].inv_mass;
    weight_.push_back(r.turns && mass > 0 ? own / mass : 1);
  }
  factor();
}

void JointBlock::factor() {
  free_.clear();
  for (std::size_t k = 0; k < rows_.size(); ++k)
    if (at_[k] == At::kFree) free_.push_back(static_cast<int>(k));
  if (!free_.empty()) matrices_->factor.compute(Eigen::MatrixXd(matrices_->whole(free_, free_)));
}

Real JointBlock::missing(const ContactProblem& problem, std::size_t k) const {
  const JointRow& r = *rows_[k];
  return r.target - speed_of(r, problem.bodies[r.a], problem.bodies[r.b]) - soft_[k] * r.p;
}

void JointBlock::push(ContactProblem& problem, std::size_t k, Real p) const {
  const JointRow& r = *rows_[k];
  Motion8 &a = problem.bodies[r.a], &b = problem.bodies[r.b];
  a.v -= a.inv_mass * p * r.along;
  a.w += p * spin_a_[k];
  b.v += b.inv_mass * p * r.along;
  b.w += p * spin_b_[k];
}

void JointBlock::apply_impulses(ContactProblem& problem) const {
  for (std::size_t k = 0; k < rows_.size(); ++k) push(problem, k, rows_[k]->p);
}

void JointBlock::solve(ContactProblem& problem) {
  const std::size_t n = rows_.size();
  const Eigen::MatrixXd& whole = matrices_->whole;
  Eigen::VectorXd rest(n), change(n);
  for (std::size_t k = 0; k < n; ++k) rest[k] = missing(problem, k);
  // Which rows are at a bound: as in the last sweep, until one is seen to be wrong.
  for (std::size_t round = 0; round < 2 * n + 2; ++round) {
    change.setZero();
    for (std::size_t k = 0; k < n; ++k)
      if (at_[k] != At::kFree)
        change[k] = (at_[k] == At::kLower ? rows_[k]->lower : rows_[k]->upper) - rows_[k]->p;
    if (!free_.empty()) {
      const Eigen::VectorXd right = (rest - whole * change)(free_);
      const Eigen::VectorXd solved = matrices_->factor.solve(right);
      change(free_) = solved;
    }
    bool changed = false;
    for (const int k : free_) {
      const Real p = rows_[k]->p + change[k];
      if (p < rows_[k]->lower) at_[k] = At::kLower, changed = true;
      if (p > rows_[k]->upper) at_[k] = At::kUpper, changed = true;
    }
    if (!changed) {
      const Eigen::VectorXd left = rest - whole * change;
      for (std::size_t k = 0; k < n; ++k) {
        const bool release =
            (at_[k] == At::kLower && left[k] > 0) || (at_[k] == At::kUpper && left[k] < 0);
        if (release) at_[k] = At::kFree, changed = true;
      }
    }
    if (!changed) break;
    factor();
  }
  for (std::size_t k = 0; k < n; ++k) {
    const Real p = std::clamp(rows_[k]->p + change[k], rows_[k]->lower, rows_[k]->upper);
    push(problem, k, p - rows_[k]->p);
    rows_[k]->p = p;
  }
}

Real JointBlock::natural_map2(const ContactProblem& problem) const {
  Real sum = 0;
  for (std::size_t k = 0; k < rows_.size(); ++k) {
    const JointRow& r = *rows_[k];
    const Real goal = std::clamp(r.p + step_[k] * missing(problem, k), r.lower, r.upper);
    sum += weight_[k] * (goal - r.p) * (goal - r.p);
  }
  return sum;
}

Real JointBlock::load2(const ContactProblem& problem) const {
  Real sum = 0;
  for (std::size_t k = 0; k < rows_.size(); ++k) {
    const JointRow& r = *rows_[k];
    const Real alone =
        step_[k] * (r.target - speed_of(r, problem.bodies[r.a], problem.bodies[r.b]));
    const Real p = std::clamp(alone, r.lower, r.upper);
    sum += weight_[k] * p * p;
  }
  return sum;
}

std::vector<JointBlock> make_blocks(const ContactProblem& problem, std::vector<JointRow>& rows) {
  if (rows.empty()) return {};
  // Machines: bodies that joints connect, found by uniting sets.
  std::vector<Index> root(problem.bodies.size());
  std::iota(root.begin(), root.end(), 0);
  const auto find = [&](Index b) {
    while (root[b] != b) b = root[b] = root[root[b]];
    return b;
  };
  const auto moves = [&](Index b) { return problem.bodies[b].inv_mass > 0; };
  for (const JointRow& r : rows)
    if (r.takes && moves(r.a) && moves(r.b)) root[find(r.a)] = find(r.b);
  std::vector<std::vector<JointRow*>> machines;
  std::vector<Index> machine_of(problem.bodies.size(), -1);
  for (JointRow& r : rows) {
    if (!r.takes || !yields(problem, r)) continue;
    const Index body = find(moves(r.a) ? r.a : r.b);
    if (machine_of[body] < 0) {
      machine_of[body] = static_cast<Index>(machines.size());
      machines.emplace_back();
    }
    machines[machine_of[body]].push_back(&r);
  }
  std::vector<JointBlock> out;
  out.reserve(machines.size());
  for (std::vector<JointRow*>& m : machines) out.emplace_back(problem, std::move(m));
  return out;
}

}  // namespace scree
