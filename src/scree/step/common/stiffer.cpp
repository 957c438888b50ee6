#include "scree/step/common/stiffer.h"

#include <fmt/format.h>

#include <cmath>

#include "scree/law/impulse.h"

namespace scree {
namespace {

// An impact followed in steps overshoots its peak by a little.
constexpr Real kReserve = 1.05;

Index other_material(const Scene& scene, const State& state, const ContactTrouble& t) {
  return t.j >= 0 ? state.grains.material[t.j] : scene.walls[t.wall].surfaces[t.surface].material;
}

/// Upwards, to two digits.
Real rounded_up(Real x) {
  const Real unit = std::pow(10.0, std::floor(std::log10(x)) - 1);
  return std::ceil(x / unit) * unit;
}

}  // namespace

Real stiffer_by(const Scene& scene, const State& state, const ContactTrouble& t) {
  if (t.part >= 0 || (t.j < 0 && t.surface < 0)) return 0;
  const Grains& g = state.grains;
  const PairLaw& law = scene.law.of(g.material[t.i], other_material(scene, state, t));
  // JKR is Hertz once it is stiff enough.
  const NormalLaw kind =
      scene.law.choice.normal == NormalLaw::kLinear ? NormalLaw::kLinear : NormalLaw::kHertz;
  if (rigid(kind, law)) return 0;
  const Real ri = g.place[t.i].r, rj = t.j >= 0 ? g.place[t.j].r : INFINITY;
  const Real radius = t.j >= 0 ? ri * rj / (ri + rj) : ri;
  const Real inv_mass = g.motion[t.i].inv_mass + (t.j >= 0 ? g.motion[t.j].inv_mass : 0);
  const Real closing = std::max(t.speed, 0.0);
  const Real work = normal_energy(kind, law, t.overlap, radius) +
                    (inv_mass > 0 ? 0.5 * closing * closing / inv_mass : 0);
  return work / normal_energy(kind, law, scene.overlap_limit * t.radius, radius);
}

std::string stiffness_offer(const Scene& scene, const State& state, const ContactTrouble& t) {
  const Real by = kReserve * stiffer_by(scene, state, t);
  if (!(by > 1) || !std::isfinite(by)) return "stiffer grains";
  const Index a = state.grains.material[t.i], b = other_material(scene, state, t);
  if (scene.law.choice.normal == NormalLaw::kLinear) {
    const Real now = scene.law.of(a, b).stiffness;
    return fmt::format("stiffer grains (a stiffness of at least {:.3g} N/m, now {:.3g})",
                       rounded_up(by * now), now);
  }
  const auto offer = [&](Index m) {
    const Real now = scene.law.young[m];
    return fmt::format("{:.3g} Pa for \"{}\", now {:.3g}", rounded_up(by * now), scene.materials[m],
                       now);
  };
  const bool both = a != b && std::isfinite(scene.law.young[b]);
  const Index first = std::isfinite(scene.law.young[a]) ? a : b;
  return fmt::format("stiffer grains (young of at least {}{})", offer(first),
                     both && first == a ? ", and " + offer(b) : "");
}

}  // namespace scree
