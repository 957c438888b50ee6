#include "scree/step/nonsmooth/contact_batches.h"

#include <bit>
#include <cstdint>

#include "scree/base/parallel.h"

namespace scree {
namespace {

/// Colours tried by their bits; a body with more contacts than that gets batches of its own.
constexpr int kWords = 4, kMostColours = 64 * kWords;

struct ColourSet {
  std::uint64_t bits[kWords] = {};
};

/// The lowest colour that neither body has yet; kMostColours if there is none.
int free_colour(const ColourSet* a, const ColourSet* b) {
  for (int w = 0; w < kWords; ++w) {
    const std::uint64_t taken = (a ? a->bits[w] : 0) | (b ? b->bits[w] : 0);
    if (~taken != 0) return 64 * w + std::countr_one(taken);
  }
  return kMostColours;
}

}  // namespace

std::vector<std::vector<Index>> colour_contacts(const ContactProblem& problem,
                                                const std::vector<char>& takes, bool levers) {
  std::vector<ColourSet> used(problem.bodies.size());
  std::vector<std::vector<Index>> out;
  for (std::size_t k = 0; k < problem.contacts.size(); ++k) {
    const ContactRows& c = problem.contacts[k];
    if (!takes[k] || (c.levers >= 0) != levers) continue;
    // What cannot move may be in many lanes at once: nothing writes anything new to it.
    ColourSet* i = problem.bodies[c.i].inv_mass > 0 ? &used[c.i] : nullptr;
    ColourSet* j = problem.bodies[c.j].inv_mass > 0 ? &used[c.j] : nullptr;
    int colour = free_colour(i, j);
    if (colour == kMostColours) {  // one more than all, alone
      out.resize(std::max<std::size_t>(out.size(), kMostColours));
      out.push_back({static_cast<Index>(k)});
      continue;
    }
    if (colour >= static_cast<int>(out.size())) out.resize(colour + 1);
    out[colour].push_back(static_cast<Index>(k));
    for (ColourSet* s : {i, j})
      if (s) s->bits[colour / 64] |= std::uint64_t{1} << (colour % 64);
  }
  return out;
}

namespace {

void set(Pack& pack, int lane, Real x) { pack.v[lane] = x; }
void set(Vec3T<Pack>& pack, int lane, Vec3 x) {
  set(pack.x, lane, x.x), set(pack.y, lane, x.y), set(pack.z, lane, x.z);
}
Vec3 get(const Vec3T<Pack>& pack, int lane) { return {pack.x[lane], pack.y[lane], pack.z[lane]}; }

Real inverse(Real x) { return x > 0 ? 1 / x : 0; }

void fill_lane(const ContactProblem& problem, Index k, int lane, ContactBatch& b,
               RollingBatch* rolling) {
  const ContactRows& c = problem.contacts[k];
  const ContactMobility d = mobility_of(c, problem.bodies[c.i], problem.bodies[c.j]);
  b.i[lane] = c.i, b.j[lane] = c.j, b.contact[lane] = k;
  set(b.n, lane, c.n);
  set(b.arm_i, lane, c.arm_i), set(b.arm_j, lane, c.arm_j);
  set(b.normal_step, lane, inverse(d.normal + c.soft));
  set(b.soft, lane, c.soft), set(b.target, lane, c.target);
  set(b.tangent_step, lane, inverse(d.tangent + problem.tangent_soft));
  set(b.friction, lane, c.friction);
  set(b.p_n, lane, c.p_n), set(b.p_t, lane, c.p_t);
  if (!rolling) return;
  const RollingRows& r = problem.rolling[k];
  set(rolling->step, lane, inverse(d.rolling + problem.rolling_soft));
  set(rolling->rolling, lane, r.rolling), set(rolling->twisting, lane, r.twisting);
  set(rolling->inv_radius, lane, inverse(c.radius));
  set(rolling->q, lane, r.q);
}

}  // namespace

void make_batches(ContactProblem& problem, const std::vector<char>& takes, ContactBatches& out) {
  std::vector<std::vector<Index>> colours = colour_contacts(problem, takes, false);
  std::erase_if(colours, [](const std::vector<Index>& list) { return list.empty(); });
  const bool rolls = !problem.rolling.empty();
  out.colour_start.assign(1, 0);
  for (const std::vector<Index>& list : colours)
    out.colour_start.push_back(out.colour_start.back() +
                               static_cast<Index>((list.size() + kLanes - 1) / kLanes));
  out.spare = static_cast<Index>(problem.bodies.size());
  // Lanes of different threads may be filled at the same time: each gets a body of its own.
  problem.bodies.resize(problem.bodies.size() + 2 * kLanes * out.colours(), Motion8{});
  out.batches.resize(out.colour_start.back());
  out.rolling.resize(rolls ? out.batches.size() : 0);
  const auto make = [&](Index colour, Index k) {
    const std::vector<Index>& list = colours[colour];
    const Index spare = out.spare + 2 * kLanes * colour;
    const Index first = kLanes * (k - out.colour_start[colour]);
    ContactBatch& b = out.batches[k];
    RollingBatch* r = rolls ? &out.rolling[k] : nullptr;
    b = {};
    if (r) *r = {};
    for (int lane = 0; lane < kLanes; ++lane) {
      b.i[lane] = spare + 2 * lane, b.j[lane] = spare + 2 * lane + 1, b.contact[lane] = -1;
      if (first + lane < static_cast<Index>(list.size()))
        fill_lane(problem, list[first + lane], lane, b, r);
    }
  };
  const auto chunk = [&](Index, Index begin, Index end) {
    Index colour = 0;
    for (Index k = begin; k < end; ++k) {
      while (k >= out.colour_start[colour + 1]) ++colour;
      make(colour, k);
    }
  };
  for_chunks(static_cast<Index>(out.batches.size()), chunk, kBatchChunk);
}

void take_impulses(const ContactBatches& batches, ContactProblem& problem) {
  const auto take = [&](Index, Index begin, Index end) {
    for (Index k = begin; k < end; ++k)
      for (int lane = 0; lane < kLanes; ++lane) {
        const ContactBatch& b = batches.batches[k];
        if (b.contact[lane] < 0) continue;
        ContactRows& c = problem.contacts[b.contact[lane]];
        c.p_n = b.p_n[lane];
        c.p_t = get(b.p_t, lane);
        if (!batches.rolling.empty())
          problem.rolling[b.contact[lane]].q = get(batches.rolling[k].q, lane);
      }
  };
  for_chunks(static_cast<Index>(batches.batches.size()), take, kBatchChunk);
}

}  // namespace scree
