#include "scree/state/grains.h"

#include <algorithm>

#include "scree/base/parallel.h"
#include "scree/base/raw_vector.h"

namespace scree {
namespace {

template <class T>
void gather(std::vector<T>& column, const std::vector<Index>& order) {
  if (column.empty()) return;
  const Index n = static_cast<Index>(order.size());
  RawVector<T> sorted(n);
  for_chunks(n, [&](Index, Index begin, Index end) {
    for (Index r = begin; r < end; ++r) sorted[r] = column[order[r]];
  });
  column.resize(n);
  for_chunks(n, [&](Index, Index begin, Index end) {
    std::copy(sorted.begin() + begin, sorted.begin() + end, column.begin() + begin);
  });
}

}  // namespace

void Grains::resize(Index n, bool with_clumps) {
  place.resize(n);
  motion.resize(n);
  accel.resize(n);
  id.resize(n);
  material.resize(n);
  label.resize(n);
  image.resize(n);
  owner.resize(with_clumps ? n : 0, -1);
  local.resize(with_clumps ? n : 0);
}

void Grains::permute(const std::vector<Index>& order) {
  gather(place, order);
  gather(motion, order);
  gather(accel, order);
  gather(id, order);
  gather(material, order);
  gather(label, order);
  gather(image, order);
  gather(film, order);
  gather(owner, order);
  gather(local, order);
}

void Clumps::resize(Index n) {
  x.resize(n);
  v.resize(n);
  w.resize(n);
  a.resize(n);
  momentum.resize(n);
  torque.resize(n);
  q.resize(n);
  inv_mass.resize(n);
  inertia.resize(n);
  id.resize(n);
  image.resize(n);
}

}  // namespace scree
