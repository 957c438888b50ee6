#include "scree/step/nonsmooth/gauss_seidel.h"

#include <algorithm>
#include <cmath>

#include "scree/step/nonsmooth/sweep_lanes.h"

namespace scree {
namespace {

/// Batches of a colour below which one thread is faster.
constexpr Index kWorthSharing = 24, kWorthSharingLevers = 12;

/// Is a table in colours worth several threads?
template <class Batches>
bool worth(const Batches& b, Index least) {
  return b.colours() > 0 && b.size() / b.colours() >= least;
}

/// Calls body(k) for every entry, colour by colour, those of a colour in parallel; within a team.
template <class Body>
void by_colour(Team& team, const std::vector<Index>& start, Body&& body) {
  for (std::size_t c = 0; c + 1 < start.size(); ++c) team.each(start[c], start[c + 1], body);
}

/// `times` passes over the system: every batch of spheres, every one with levers, every one of
/// crowded bodies, every block of joints.
template <class Batch, class Lever, class Crowded, class Joint>
void pass(const ContactSystem& s, Index times, Batch&& batch, Lever&& lever, Crowded&& crowded,
          Joint&& joint) {
  const bool share_levers = worth(s.levers, kWorthSharingLevers);
  const bool alone = !share_levers && s.levers.size() > 0;
  with_team(worth(s.batches, kWorthSharing) || share_levers, [&](Team& team) {
    for (Index t = 0; t < times; ++t) {
      by_colour(team, s.batches.colour_start, batch);
      if (share_levers) by_colour(team, s.levers.colour_start, lever);
      if (!alone && s.joints.empty() && s.crowded.size() == 0) continue;
      team.once([&] {
        for (Index k = 0; alone && k < s.levers.size(); ++k) lever(k);
        for (Index k = 0; k < s.crowded.size(); ++k) crowded(k);
        for (std::size_t k = 0; k < s.joints.size(); ++k) joint(k);
      });
    }
  });
}

template <class Batches>
auto* rolling_of(Batches& b, Index k) {
  return b.rolling.empty() ? nullptr : &b.rolling[k];
}

/// Sum of body(batch) over all batches.
template <class Batches, class Body>
Real sum_over(const Batches& b, Body&& body) {
  return reduce_chunks<Total>(
             b.size(),
             [&](Index begin, Index end) {
               Total s;
               for (Index k = begin; k < end; ++k) s.v += sum(body(k));
               return s;
             },
             kBatchChunk)
      .v;
}

template <class Batch>
Index filled(const Batch& b) {
  return static_cast<Index>(
      std::count_if(b.contact, b.contact + kLanes, [](Index c) { return c >= 0; }));
}

/// Sum over all contacts; of(view, batch, rolling rows) of every batch.
template <class Of>
Real sum_over_all(const ContactSystem& s, Of&& of) {
  Real sum = sum_over(s.batches, [&](Index k) {
    return of(static_cast<const BodyLanes*>(nullptr), s.batches.batches[k],
              rolling_of(s.batches, k));
  });
  for (const LeverBatches* levers : {&s.levers, static_cast<const LeverBatches*>(&s.crowded)})
    sum += sum_over(*levers, [&](Index k) {
      return of(static_cast<const LeverLanes*>(nullptr), levers->batches[k],
                rolling_of(*levers, k));
    });
  return sum;
}

template <MapIn kIn>
Real contacts_map2(const ContactProblem& problem, const ContactSystem& system) {
  const Softness soft(problem);
  const Motion8* bodies = problem.bodies.data();
  return sum_over_all(system, [&](const auto* view, const auto& batch, const auto* rolling) {
    using View = std::remove_cvref_t<decltype(*view)>;
    return natural_map2<kIn, View>(bodies, soft, batch, rolling);
  });
}

}  // namespace

void make_system(ContactProblem& problem, const std::vector<char>& takes, bool planar,
                 std::vector<JointRow>& joints, ContactSystem& out) {
  out.joints = make_blocks(problem, joints);
  out.bodies = static_cast<Index>(problem.bodies.size());
  out.tensors = make_tensors(problem);
  const std::vector<char> crowded = crowded_bodies(problem, takes);
  make_batches(problem, takes, crowded, out.batches);
  make_batches(problem, takes, crowded, planar, out.levers);
  make_batches(problem, takes, crowded, planar, out.crowded);
}

void take_impulses(const ContactSystem& system, ContactProblem& problem) {
  take_impulses(system.batches, problem);
  take_impulses(system.levers, problem);
  take_impulses(static_cast<const LeverBatches&>(system.crowded), problem);
  problem.bodies.resize(system.bodies);
}

Real impulse_scale(const ContactProblem& problem, const ContactSystem& system) {
  const Motion8* bodies = problem.bodies.data();
  Real total = sum_over_all(system, [&](const auto* view, const auto& batch, const auto*) {
    return load2<std::remove_cvref_t<decltype(*view)>>(bodies, batch);
  });
  for (const JointBlock& j : system.joints) total += j.load2(problem);
  return std::sqrt(total);
}

void apply_impulses(ContactProblem& problem, const ContactSystem& s) {
  Motion8* bodies = problem.bodies.data();
  const Tensor8* tensors = s.tensors.data();
  pass(
      s, 1, [&](Index k) { apply_batch(bodies, s.batches.batches[k], rolling_of(s.batches, k)); },
      [&](Index k) { apply_batch(bodies, tensors, s.levers.batches[k], rolling_of(s.levers, k)); },
      [&](Index k) {
        apply_crowded(bodies, tensors, s.crowded.at_j[k], s.crowded.batches[k],
                      rolling_of(s.crowded, k));
      },
      [&](std::size_t k) { s.joints[k].apply_impulses(problem); });
}

Real natural_map(const ContactProblem& problem, const ContactSystem& system) {
  Real sum = contacts_map2<MapIn::kImpulses>(problem, system);
  for (const JointBlock& j : system.joints) sum += j.natural_map2(problem);
  return std::sqrt(sum);
}

Real unsolved_speed(const ContactProblem& problem, const ContactSystem& system) {
  Index contacts = 0;
  for (const ContactBatch& b : system.batches.batches) contacts += filled(b);
  for (const LeverBatch& b : system.levers.batches) contacts += filled(b);
  for (const LeverBatch& b : system.crowded.batches) contacts += filled(b);
  return contacts > 0 ? std::sqrt(contacts_map2<MapIn::kSpeeds>(problem, system) / contacts) : 0;
}

ContactSolveReport gauss_seidel(const ContactSolve& options, Real load, ContactProblem& problem,
                                ContactSystem& s) {
  ContactSolveReport report;
  report.load = load;
  const Real wanted = options.tolerance * load;
  const bool looks = options.tolerance > 0 || options.speed > 0;
  const Tensor8* tensors = s.tensors.data();
  const Softness soft(problem);
  Motion8* bodies = problem.bodies.data();
  for (;;) {
    if (looks || report.iterations >= options.iterations) {
      const Real residual = natural_map(problem, s);
      report.residual = load > 0 ? residual / load : 0;
      // Both where both are asked for.
      const bool slow = options.speed > 0 && unsolved_speed(problem, s) <= options.speed;
      report.converged = options.speed > 0 && !(options.tolerance > 0)
                             ? slow
                             : residual <= wanted && (slow || !(options.speed > 0));
      if (report.converged || report.iterations >= options.iterations) return report;
    }
    const Index left = options.iterations - report.iterations;
    const Index now = looks ? std::min(left, options.check_every) : left;
    pass(
        s, now,
        [&](Index k) { solve_batch(bodies, soft, s.batches.batches[k], rolling_of(s.batches, k)); },
        [&](Index k) {
          solve_batch(bodies, tensors, soft, s.levers.batches[k], rolling_of(s.levers, k));
        },
        [&](Index k) {
          solve_crowded(bodies, tensors, soft, s.crowded.at_j[k], s.crowded.batches[k],
                        rolling_of(s.crowded, k));
        },
        [&](std::size_t k) { s.joints[k].solve(problem); });
    report.iterations += now;
  }
}

}  // namespace scree
