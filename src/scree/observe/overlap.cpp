#include "scree/observe/overlap.h"

#include "scree/observe/contact_sample.h"

namespace scree {
namespace {

struct Sum {
  Index contacts = 0;
  Real sum = 0, largest = 0;
  Index i = -1, j = -1, wall = -1;
  Sum& operator+=(const Sum& o) {
    contacts += o.contacts;
    sum += o.sum;
    if (o.largest > largest) largest = o.largest, i = o.i, j = o.j, wall = o.wall;
    return *this;
  }
};

}  // namespace

OverlapStats measure_overlap(const Scene& scene, const State& state) {
  const Grains& g = state.grains;
  const Sum sum = reduce_contacts<Sum>(scene, state, [&g](Sum& s, const ContactSample& c) {
    if (!c.touches) return;
    const Real other = c.j >= 0 ? g.place[c.j].r : g.place[c.i].r;
    const Real ratio = max(c.overlap, 0.0) / min(g.place[c.i].r, other);
    s += Sum{1, ratio, ratio, c.i, c.j, c.wall};
  });
  OverlapStats out;
  out.contacts = sum.contacts;
  if (sum.contacts == 0) return out;
  out.mean = sum.sum / sum.contacts;
  out.largest = sum.largest;
  if (sum.i >= 0) out.i = g.id[sum.i];
  if (sum.j >= 0) out.j = g.id[sum.j];
  out.wall = sum.wall;
  return out;
}

}  // namespace scree
