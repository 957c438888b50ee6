#pragma once
/// Contacts in batches of eight that share no body, batches in colours that share none either: the
/// lanes of a batch and the batches of a colour may be solved in any order with the same result.
#include "scree/base/lanes.h"
#include "scree/base/parallel.h"
#include "scree/step/nonsmooth/crowded_bodies.h"

namespace scree {

/// Batches per chunk of a parallel loop.
constexpr Index kBatchChunk = 64;

/// Contacts of two spheres: their arms are along the normal.
struct ContactBatch {
  Index i[kLanes], j[kLanes];
  Index contact[kLanes];  // -1: filling
  Vec3T<Pack> n;
  Pack arm_i, arm_j;
  Pack normal_step, soft, target;  // step: 1/(mobility + softness)
  Pack tangent_step, friction;
  Pack p_n;
  Vec3T<Pack> p_t;
};
/// The rolling rows of a batch; only kept where the problem has them.
struct RollingBatch {
  Pack step, rolling, twisting;
  Pack inv_radius;  // 1/R*
  Vec3T<Pack> q;
};

template <class Batch>
struct BatchesOf {
  std::vector<Batch> batches;
  std::vector<RollingBatch> rolling;  // empty, or one per batch
  std::vector<Index> colour_start;    // first batch of each colour

  Index colours() const { return static_cast<Index>(colour_start.size()) - 1; }
  Index size() const { return static_cast<Index>(batches.size()); }
};
using ContactBatches = BatchesOf<ContactBatch>;

/// Contacts by colour, in their own order within one; those of a colour share no body that moves.
using Colours = std::vector<std::vector<Index>>;
/// Only contacts that `takes` says yes to, with levers or without, and none of a crowded body.
Colours colour_contacts(const ContactProblem& problem, const std::vector<char>& takes,
                        const std::vector<char>& crowded, bool levers);

/// Sorts the contacts of spheres into batches and adds bodies without mass to fill the lanes with.
void make_batches(ContactProblem& problem, const std::vector<char>& takes,
                  const std::vector<char>& crowded, ContactBatches& out);

/// Impulses back to the contacts.
template <class Batch>
void take_impulses(const BatchesOf<Batch>& batches, ContactProblem& problem);

// --- what makes batches of any kind ----------------------------------------------------------

inline void set_lane(Pack& pack, int lane, Real x) { pack.v[lane] = x; }
inline void set_lane(Vec3T<Pack>& pack, int lane, Vec3 x) {
  set_lane(pack.x, lane, x.x), set_lane(pack.y, lane, x.y), set_lane(pack.z, lane, x.z);
}
inline Vec3 get_lane(const Vec3T<Pack>& pack, int lane) {
  return {pack.x[lane], pack.y[lane], pack.z[lane]};
}
/// 1/x; zero for what nothing moves.
inline Real step_of(Real x) { return x > 0 ? 1 / x : 0; }

/// What all batches know of a contact but its steps; those of its rolling rows.
template <class Batch>
void fill_common(const ContactProblem& problem, Index k, int lane, Batch& b, RollingBatch* rolling,
                 Real rolling_step) {
  const ContactRows& c = problem.contacts[k];
  b.i[lane] = c.i, b.j[lane] = c.j, b.contact[lane] = k;
  set_lane(b.n, lane, c.n);
  set_lane(b.soft, lane, c.soft), set_lane(b.target, lane, c.target);
  set_lane(b.friction, lane, c.friction);
  set_lane(b.p_n, lane, c.p_n), set_lane(b.p_t, lane, c.p_t);
  if (!rolling) return;
  const RollingRows& r = problem.rolling[k];
  set_lane(rolling->step, lane, rolling_step);
  set_lane(rolling->rolling, lane, r.rolling), set_lane(rolling->twisting, lane, r.twisting);
  set_lane(rolling->inv_radius, lane, step_of(c.radius));
  set_lane(rolling->q, lane, r.q);
}

/// Batches of the contacts of every colour; fill(contact, lane, batch, rolling rows) fills a lane.
/// Lanes of different threads may be filled at the same time: each gets a body of its own.
template <class Batch, class Fill>
void lay_out(Colours colours, ContactProblem& problem, BatchesOf<Batch>& out, Fill&& fill) {
  std::erase_if(colours, [](const std::vector<Index>& list) { return list.empty(); });
  const bool rolls = !problem.rolling.empty();
  out.colour_start.assign(1, 0);
  for (const std::vector<Index>& list : colours)
    out.colour_start.push_back(out.colour_start.back() +
                               static_cast<Index>((list.size() + kLanes - 1) / kLanes));
  const Index first_spare = static_cast<Index>(problem.bodies.size());
  problem.bodies.resize(problem.bodies.size() + 2 * kLanes * out.colours(), Motion8{});
  out.batches.resize(out.colour_start.back());
  out.rolling.resize(rolls ? out.batches.size() : 0);
  const auto make = [&](Index colour, Index k) {
    const std::vector<Index>& list = colours[colour];
    const Index spare = first_spare + 2 * kLanes * colour;
    const Index first = kLanes * (k - out.colour_start[colour]);
    Batch& b = out.batches[k];
    RollingBatch* r = rolls ? &out.rolling[k] : nullptr;
    b = {};
    if (r) *r = {};
    for (int lane = 0; lane < kLanes; ++lane) {
      b.i[lane] = spare + 2 * lane, b.j[lane] = spare + 2 * lane + 1, b.contact[lane] = -1;
      if (first + lane < static_cast<Index>(list.size())) fill(list[first + lane], lane, b, r);
    }
  };
  const auto chunk = [&](Index, Index begin, Index end) {
    Index colour = 0;
    for (Index k = begin; k < end; ++k) {
      while (k >= out.colour_start[colour + 1]) ++colour;
      make(colour, k);
    }
  };
  for_chunks(out.size(), chunk, kBatchChunk);
}

template <class Batch>
void take_impulses(const BatchesOf<Batch>& batches, ContactProblem& problem) {
  const auto take = [&](Index, Index begin, Index end) {
    for (Index k = begin; k < end; ++k)
      for (int lane = 0; lane < kLanes; ++lane) {
        const Batch& b = batches.batches[k];
        if (b.contact[lane] < 0) continue;
        ContactRows& c = problem.contacts[b.contact[lane]];
        c.p_n = b.p_n[lane];
        c.p_t = get_lane(b.p_t, lane);
        if (!batches.rolling.empty())
          problem.rolling[b.contact[lane]].q = get_lane(batches.rolling[k].q, lane);
      }
  };
  for_chunks(batches.size(), take, kBatchChunk);
}

}  // namespace scree
