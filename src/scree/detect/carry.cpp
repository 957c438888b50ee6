#include "scree/detect/carry.h"

#include <algorithm>

#include "scree/base/parallel.h"

namespace scree {

Carry::Carry(const PairTable& old, const std::vector<Index>* new_row, Index rows,
             const std::vector<Index>& chunk_start)
    : start(rows + 1, 0) {
  const bool apart = !new_row && !chunk_start.empty() && chunk_start.back() == old.count;
  const std::vector<Index> whole{0, old.count};
  const std::vector<Index>& parts = apart ? chunk_start : whole;
  const Index count = static_cast<Index>(parts.size()) - 1;
  const auto row = [&](Index r) { return new_row ? (*new_row)[r] : r; };
#pragma omp parallel for schedule(static) if (count >= kWorthThreads)
  for (Index c = 0; c < count; ++c)
    for (Index k = parts[c]; k < parts[c + 1]; ++k)
      if (old.remembers(k)) ++start[std::min(row(old.i[k]), row(old.j[k])) + 1];
  for (Index r = 0; r < rows; ++r) start[r + 1] += start[r];
  j.resize(start[rows]);
  source.resize(start[rows]);
  flipped.resize(start[rows]);
  taken.resize(start[rows], 0);
  std::vector<Index> at(start);
#pragma omp parallel for schedule(static) if (count >= kWorthThreads)
  for (Index c = 0; c < count; ++c)
    for (Index k = parts[c]; k < parts[c + 1]; ++k) {
      if (!old.remembers(k)) continue;
      const Index a = row(old.i[k]), b = row(old.j[k]);
      const Index slot = at[std::min(a, b)]++;
      j[slot] = std::max(a, b);
      source[slot] = k;
      flipped[slot] = a > b;
    }
}

/// Seen from the other side a relative tangential displacement changes sign; rolling displacement
/// and twist do not, because both the relative spin and the normal turn round.
void hand_over(Carry& carry, const PairTable& old, PairTable& now, Index i, Index k) {
  const Index slot = carry.find(i, now.j[k]);
  if (slot < 0) return;
  carry.taken[slot] = 1;
  const Index s = carry.source[slot];
  const Real sign = carry.flipped[slot] ? -1.0 : 1.0;
  now.spring[k] = {sign * old.spring[s].spring, old.spring[s].a};
  if (!now.bridge.empty() && !old.bridge.empty())  // a dry state may go on wet
    now.bridge[k] = old.bridge[s], now.rupture[k] = old.rupture[s];
  if (!now.roll.empty()) now.roll[k] = old.roll[s];
  if (now.slip.empty()) return;
  now.slip[k] = old.slip[s];
  for (Vec3& v : now.slip[k].spring) v = sign * v;
}

void find_torn(const Carry& carry, const PairTable& old, std::vector<TornBridge>& torn) {
  torn.clear();
  if (old.bridge.empty()) return;
  const Index rows = static_cast<Index>(carry.start.size()) - 1;
  for (Index i = 0; i < rows; ++i)
    for (Index s = carry.start[i]; s < carry.start[i + 1]; ++s) {
      const Index k = carry.source[s];
      if (!carry.taken[s] && old.bridge[k] > 0)
        torn.push_back({i, carry.j[s], old.bridge[k], old.rupture[k]});
    }
}

}  // namespace scree
