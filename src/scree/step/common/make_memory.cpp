#include "scree/step/common/make_memory.h"

#include "scree/state/contact_geometry.h"

namespace scree {
namespace {

class Maker {
 public:
  Maker(const Scene& scene, Real dt) : scene_(scene), dt_(dt) {}

  template <class Table>
  void make(Table& t, Index k, const PairLaw& law, const ContactIn<Real>& in, const Carried& c) {
    if (!c.touches) return;
    const bool kept =
        scene_.rigid_contacts() ? impulses(t, k, law, in, c) : springs(t, k, law, in, c);
    ++(kept ? made_.kept : made_.anew);
  }
  MemoryMade made() const { return made_; }

 private:
  /// Rigid contacts push: what pulls begins anew.
  template <class Table>
  bool impulses(Table& t, Index k, const PairLaw& law, const ContactIn<Real>& in,
                const Carried& c) const {
    const std::vector<Real>& pull = scene_.law.pull_off;
    const Real held = pull.empty() ? 0 : pull[&law - scene_.law.pairs.data()];
    const Real p_n = (c.normal + held) * dt_;
    if (!(p_n > 0)) return false;
    t.impulse[k] = {dt_ * c.tangential, p_n};
    if (t.has(kCouples)) t.couple[k] = {dt_ * cross(in.n, c.moment), dt_ * dot(in.n, c.moment)};
    return true;
  }

  /// The normal force is that of the overlap; where there is none, nothing can be carried. The
  /// springs of partial slip have a history that a force does not tell.
  template <class Table>
  bool springs(Table& t, Index k, const PairLaw& law, const ContactIn<Real>& in,
               const Carried& c) const {
    const ContactMemory<Real> m = springs_for(scene_.law.choice, law, in, c, dt_);
    if (!(m.a > 0)) return false;
    t.spring[k] = {m.spring, m.a};
    if (t.has(kRolls)) t.roll[k] = {m.roll, m.twist};
    if (t.has(kStaticFriction))
      t.friction[k] = {.force = c.tangential, .status = c.slides ? kSlips : kSticks};
    if (!t.has(kPartialSlip)) return true;
    t.spring[k].spring = {0, 0, 0};
    return norm2(c.tangential) == 0;
  }

  const Scene& scene_;
  const Real dt_;
  MemoryMade made_;
};

}  // namespace

MemoryMade make_memory(const Scene& scene, const CarriedForces& forces, Real dt, State& state) {
  Maker maker(scene, dt);
  for (Index k = 0; k < state.pairs.count; ++k)
    if (state.pairs.i[k] != state.pairs.j[k])
      maker.make(state.pairs, k, pair_law(scene, state, k), pair_geometry(scene, state, k).in,
                 forces.pairs[k]);
  for (Index k = 0; k < state.wall_contacts.size(); ++k)
    maker.make(state.wall_contacts, k, wall_law(scene, state, k), wall_geometry(state, k).in,
               forces.walls[k]);
  return maker.made();
}

}  // namespace scree
