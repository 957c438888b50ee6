#include "scree/state/grains.h"

#include "scree/base/parallel.h"

namespace scree {
namespace {

template <class T>
void gather(std::vector<T>& column, const std::vector<Index>& order, std::vector<T>& scratch) {
  if (column.empty()) return;
  scratch.resize(order.size());
  for_chunks(static_cast<Index>(order.size()), [&](Index, Index begin, Index end) {
    for (Index r = begin; r < end; ++r) scratch[r] = column[order[r]];
  });
  column.swap(scratch);
}

template <class T>
void gather(std::vector<T>& column, const std::vector<Index>& order) {
  std::vector<T> scratch;
  gather(column, order, scratch);
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
