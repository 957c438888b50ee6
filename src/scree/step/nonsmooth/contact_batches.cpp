#include "scree/step/nonsmooth/contact_batches.h"

#include <bit>
#include <cstdint>

#include "scree/base/error.h"

namespace scree {
namespace {

/// Bodies that are not crowded have at most kCrowd contacts: two of them take at most
/// 2 (kCrowd - 1) colours, so there is always a free one.
constexpr int kWords = 2;
static_assert(2 * (kCrowd - 1) < 64 * kWords);

struct ColourSet {
  std::uint64_t bits[kWords] = {};
};

/// The lowest colour that neither body has yet.
int free_colour(const ColourSet* a, const ColourSet* b) {
  for (int w = 0; w < kWords; ++w) {
    const std::uint64_t taken = (a ? a->bits[w] : 0) | (b ? b->bits[w] : 0);
    if (~taken != 0) return 64 * w + std::countr_one(taken);
  }
  SCREE_EXPECT(!"no body has so many contacts");
  return 0;
}

}  // namespace

Colours colour_contacts(const ContactProblem& problem, const std::vector<char>& takes,
                        const std::vector<char>& crowded, bool levers) {
  std::vector<ColourSet> used(problem.bodies.size());
  Colours out;
  for (std::size_t k = 0; k < problem.contacts.size(); ++k) {
    const ContactRows& c = problem.contacts[k];
    if (!takes[k]) continue;
    if ((c.levers >= 0) != levers) continue;
    if (!crowded.empty() && (crowded[c.i] || crowded[c.j])) continue;
    // What cannot move may be in many lanes at once: nothing writes anything new to it.
    ColourSet* i = problem.bodies[c.i].inv_mass > 0 ? &used[c.i] : nullptr;
    ColourSet* j = problem.bodies[c.j].inv_mass > 0 ? &used[c.j] : nullptr;
    const int colour = free_colour(i, j);
    if (colour >= static_cast<int>(out.size())) out.resize(colour + 1);
    out[colour].push_back(static_cast<Index>(k));
    for (ColourSet* s : {i, j})
      if (s) s->bits[colour / 64] |= std::uint64_t{1} << (colour % 64);
  }
  return out;
}

void make_batches(ContactProblem& problem, const std::vector<char>& takes,
                  const std::vector<char>& crowded, ContactBatches& out) {
  lay_out(colour_contacts(problem, takes, crowded, false), problem, out,
          [&](Index k, int lane, ContactBatch& b, RollingBatch* rolling) {
            const ContactRows& c = problem.contacts[k];
            const ContactMobility d = mobility_of(c, problem.bodies[c.i], problem.bodies[c.j]);
            fill_common(problem, k, lane, b, rolling, step_of(d.rolling + problem.rolling_soft));
            set_lane(b.arm_i, lane, c.arm_i), set_lane(b.arm_j, lane, c.arm_j);
            set_lane(b.normal_step, lane, step_of(d.normal + c.soft));
            set_lane(b.tangent_step, lane, step_of(d.tangent + problem.tangent_soft));
          });
}

}  // namespace scree
