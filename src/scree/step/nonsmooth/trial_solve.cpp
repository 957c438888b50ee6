#include "scree/step/nonsmooth/trial_solve.h"

#include <algorithm>
#include <cmath>

#include "scree/step/nonsmooth/carriers.h"
#include "scree/step/nonsmooth/contact_rows.h"
#include "scree/step/nonsmooth/rigid_bodies.h"

namespace scree {
namespace {

/// What is left of a velocity that a trial found, in the next one. A grain that is held leans to
/// and fro by what the trial leaves unsolved; one that is not leans the more from trial to trial.
constexpr Real kFade = 0.98;

/// By how much gravity may turn against a wall between two trials of all that it carries [rad].
constexpr Real kTilt = 5e-3;

/// Steps from trial to trial of all that a wall carries which turns against gravity, where one is
/// due in this step; else zero. Nothing else tells a heap that lies still on a tray that the tray
/// tilts.
std::vector<Index> tilting_walls(const State& state) {
  std::vector<Index> out(state.walls.size(), 0);
  for (std::size_t w = 0; w < out.size(); ++w) {
    const Real tilt = norm(cross(state.walls[w].w, state.gravity)) * state.clock.dt;
    if (!(tilt > 0)) continue;
    const Real steps = std::clamp(std::floor(kTilt * norm(state.gravity) / tilt), 1.0, 1e6);
    if (state.clock.step % static_cast<std::int64_t>(steps) == 0)
      out[w] = static_cast<Index>(steps);
  }
  return out;
}

/// Bound grains in layers of contacts that carried something, in the order of rows; the first layer
/// touches what moves. All grains of walls that tilt. `steps`, by row: from trial to trial of it.
std::vector<Index> layers_of(const Scene& scene, const Posing& active, const ContactGraph& graph,
                             long depth, const State& state, std::vector<Index>& steps) {
  const Grains& g = state.grains;
  const PairTable& p = state.pairs;
  steps.assign(g.singles, 0);
  std::vector<Index> rows;
  const auto reach = [&](Index r, Index from_trial_to_trial) {
    if (!is_bound(g, r) || steps[r]) return;
    steps[r] = from_trial_to_trial;
    rows.push_back(r);
  };
  for (const Index k : active.pairs) {
    if (!touched(p, k)) continue;
    if (active.moves(g, p.i[k])) reach(p.j[k], 1);
    if (active.moves(g, p.j[k])) reach(p.i[k], 1);
  }
  const WallTable& t = state.wall_contacts;
  for (Index k = 0; k < t.size(); ++k)
    if (scene.walls[t.wall[k]].part && touched(t, k)) reach(t.row[k], 1);
  std::size_t begin = 0;
  for (long d = 1; d < depth; ++d) {
    const std::size_t end = rows.size();
    for (; begin < end; ++begin)
      graph.for_each(p, rows[begin], [&](Index k, Index other) {
        if (touched(p, k)) reach(other, 1);
      });
  }
  const std::vector<Index> tilts = tilting_walls(state);
  const bool any = std::any_of(tilts.begin(), tilts.end(), [](Index n) { return n > 0; });
  for (Index r = 0; any && r < g.singles; ++r)
    if (is_bound(g, r) && tilts[g.bond[r]] > 0) reach(r, tilts[g.bond[r]]);
  std::sort(rows.begin(), rows.end());
  return rows;
}

/// These move, other bound grains stand, active ones press as they did.
void pose_region(std::vector<Index> rows, const ContactGraph& graph, const State& state,
                 Posing& out) {
  const Grains& g = state.grains;
  out.others = false;
  out.rows = std::move(rows);
  out.body.resize(g.singles);
  for (Index r = 0; r < g.singles; ++r)
    out.body[r] = g.bond[r] < 0 ? Posing::kGiven : Posing::kHeld;
  for (std::size_t b = 0; b < out.rows.size(); ++b) out.body[out.rows[b]] = static_cast<Index>(b);
  out.pairs.clear();
  for (const Index r : out.rows)
    graph.for_each(state.pairs, r, [&](Index k, Index) { out.pairs.push_back(k); });
  std::sort(out.pairs.begin(), out.pairs.end());
  out.pairs.erase(std::unique(out.pairs.begin(), out.pairs.end()), out.pairs.end());
  out.find_around(g, state.pairs);
}

/// Frozen overlaps cannot go back, and no longer tell the force of a contact: what is asked is
/// whether impulses hold the grains, those that were kept being the guess.
void forget_overlaps(ContactProblem& problem) {
  for (ContactRows& c : problem.contacts)
    if (c.touches) c.soft = c.target = 0;
}

/// Contacts whose impulses are given are loads of their bodies, and leave the problem.
void push_as_before(ContactProblem& problem, std::vector<char>& takes) {
  for (std::size_t k = 0; k < problem.contacts.size(); ++k) {
    const ContactRows& c = problem.contacts[k];
    if (!c.given) continue;
    takes[k] = 0;
    Motion8 &i = problem.bodies[c.i], &j = problem.bodies[c.j];
    const Vec3 p = c.p_n * c.n + c.p_t, turn = cross(c.n, c.p_t);
    i.v -= i.inv_mass * p, j.v += j.inv_mass * p;
    i.w -= i.inv_inertia * c.arm_i * turn, j.w -= j.inv_inertia * c.arm_j * turn;
    if (problem.rolling.empty()) continue;
    i.w -= i.inv_inertia * problem.rolling[k].q, j.w += j.inv_inertia * problem.rolling[k].q;
  }
}

/// Springs of contacts that carried something, which the energy counts.
Real held_energy(const Scene& scene, const ContactProblem& problem, const State& state) {
  Real sum = 0;
  for (const ContactRows& c : problem.contacts) {
    const bool counts = c.keeper == Keeper::kPair ? touched(state.pairs, c.row)
                                                  : touched(state.wall_contacts, c.row);
    if (counts && !c.given) sum += spring_energy(scene, c, c.gap);
  }
  return sum;
}

}  // namespace

Release trial_solve(const Scene& scene, const ReductionOptions& options,
                    const NonsmoothOptions& solver, const Posing& active, const ContactGraph& graph,
                    Real most_lean, Real dt, TrialSolve& work, State& state) {
  const Grains& g = state.grains;
  Release off;
  std::vector<Index> rows = layers_of(scene, active, graph, options.trial_depth, state, work.steps);
  if (rows.empty()) return off;
  pose_region(std::move(rows), graph, state, work.region);
  ContactProblem& problem = work.problem;
  find_contacts(scene, state, &work.region, dt, problem);
  step_rows(scene, solver, dt, problem, work.takes);
  forget_overlaps(problem);
  recall_impulses(state, work.takes, problem);
  if (!scene.law.pull_off.empty()) apply_pulls(problem);
  kick(problem, dt * state.gravity);
  push_as_before(problem, work.takes);
  std::vector<JointRow> none;
  make_system(problem, work.takes, scene.planar, none, work.system);
  apply_impulses(problem, work.system);
  gauss_seidel({static_cast<Index>(options.trial_iterations), 0, 5}, 0, problem, work.system);
  take_impulses(work.system, problem);
  const Vec3 fall = dt * state.gravity;
  for (std::size_t b = 0; b < work.region.rows.size(); ++b) {
    const Index r = work.region.rows[b];
    const WallState& wall = state.walls[g.bond[r]];
    const Vec3 x = position(g.place[r]), v = problem.bodies[b].v;
    const Vec3 net = v - carried_velocity(wall, x + carried_way(wall, x, dt));
    const Vec3 contacts = v - g.motion[r].v - fall;
    Vec3& lean = state.grains.lean[r];
    lean = kFade * lean + static_cast<Real>(work.steps[r]) * net;
    if (norm(net) > options.trial_force * (norm(fall) + norm(contacts)) || norm(lean) > most_lean)
      off.add(r, 0);
  }
  state.ledger.normal_dashpot += held_energy(scene, problem, state);
  replace_impulses(problem, state);
  state.ledger.normal_dashpot -= held_energy(scene, problem, state);
  return off;
}

}  // namespace scree
