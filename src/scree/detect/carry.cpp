#include "scree/detect/carry.h"

#include "scree/base/error.h"
#include "scree/base/parallel.h"

namespace scree {

Carry::Carry(const PairTable& old_pairs, const std::vector<Index>* old_rows, Index rows,
             const std::vector<Index>& chunk_start)
    : old(old_pairs), old_row(old_rows), kept(old_pairs.count), begin(rows, 0), end(rows, 0) {
  // After bodies were added or removed the chunks are those of a table that is no more.
  const bool usable = !chunk_start.empty() && chunk_start.back() == old.count;
  const std::vector<Index> whole{0, old.count};
  const std::vector<Index>& parts = usable ? chunk_start : whole;
  const Index count = static_cast<Index>(parts.size()) - 1;
  const auto row_begin = [&](Index k) {  // a row's pairs stand together
    while (k > 0 && k < old.count && old.i[k] == old.i[k - 1] && old.i[k] != old.j[k]) ++k;
    return k;
  };
  for_parts(count, count >= kWorthThreads, [&](Index c) {
    const Index stop = row_begin(parts[c + 1]);
    Index next = row_begin(parts[c]);
    for (Index k = next; k < stop; ++k) {
      const Index i = old.i[k];
      if (i == old.j[k] || !remembers(old, k)) continue;  // filling, or nothing to keep
      if (end[i] == 0) begin[i] = next;
      SCREE_EXPECT(end[i] == 0 || end[i] == next);
      kept[next++] = k;
      end[i] = next;
    }
  });
  if (old.has(kBridges)) taken.resize(old.count, 0);
}

void hand_over(Carry& carry, PairTable& now, Index i, Index k) {
  const PairTable& old = carry.old;
  const Index s = carry.find(i, now.j[k]);
  if (s < 0) {
    now.begin(k);
    return;
  }
  if (!carry.taken.empty()) carry.taken[s] = 1;
  carry_memory(now, k, old, s, carry.row_then(i) > carry.row_then(now.j[k]));
}

void find_torn(const Carry& carry, std::vector<TornBridge>& torn) {
  torn.clear();
  const PairTable& old = carry.old;
  std::vector<Index> new_row;
  for (std::size_t k = 0; k < carry.taken.size(); ++k) {
    if (carry.taken[k] || !(old.bridge[k] > 0)) continue;
    Index a = old.i[k], b = old.j[k];
    if (carry.old_row) {
      if (new_row.empty()) {
        new_row.resize(carry.old_row->size());
        for (std::size_t r = 0; r < new_row.size(); ++r)
          new_row[(*carry.old_row)[r]] = static_cast<Index>(r);
      }
      a = new_row[a], b = new_row[b];
    }
    torn.push_back({std::min(a, b), std::max(a, b), old.bridge[k], old.rupture[k]});
  }
}

}  // namespace scree
