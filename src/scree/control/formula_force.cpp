#include "scree/control/formula_force.h"

#include <fmt/format.h>

#include <cmath>

#include "scree/base/parallel.h"
#include "scree/case/formula_variables.h"
#include "scree/couple/labels.h"

namespace scree {
namespace {

constexpr int kVariables = 12;

/// The components of a load in the order of the formulas.
Real& component(Load& l, std::size_t k) {
  return at(k < 3 ? l.force : l.torque, static_cast<int>(k % 3));
}

/// Into the periodic cell: the same place feels the same, however often it was passed.
Vec3 wrapped(const Domain& domain, Vec3 x) {
  for (int k = 0; k < 3; ++k) {
    const Real period = at(domain.cell.period, k);
    if (period > 0) at(x, k) -= period * std::floor((at(x, k) - at(domain.lo, k)) / period);
  }
  return x;
}

const std::string& text_of(const ForceOptions& o, std::size_t k) {
  return k < 3 ? o.force[k] : o.torque[k - 3];
}

}  // namespace

struct FormulaForce::Block {
  Real time;
  int count = 0;
  Real variables[kVariables][Expression::kBlock] = {};
  Load* load[Expression::kBlock] = {};
};

FormulaForce::FormulaForce(const Case& c, std::size_t entry)
    : options_(c.forces[entry]), entry_(entry) {
  for (int phase = 0; phase < static_cast<int>(c.phases.size()); ++phase)
    on_.push_back(active_in(c, options_.phases, phase));
  for (std::size_t k = 0; k < 6; ++k)
    if (const std::string& text = text_of(options_, k); !text.empty())
      formula_[k].emplace(text, force_variables(), options_.constants);
  for (std::size_t w = 0; w < c.walls.size() && !options_.part.empty(); ++w)
    if (c.walls[w].name == options_.part) part_ = static_cast<Index>(w);
}

void FormulaForce::add(const Seen& b, Load& load, Block& block) const {
  const Real values[kVariables] = {b.x.x, b.x.y, b.x.z, b.v.x,      b.v.y,  b.v.z,
                                   b.w.x, b.w.y, b.w.z, b.diameter, b.mass, block.time};
  for (int k = 0; k < kVariables; ++k) block.variables[k][block.count] = values[k];
  block.load[block.count] = &load;
  if (++block.count == Expression::kBlock) flush(block);
}

void FormulaForce::flush(Block& block) const {
  Real out[Expression::kBlock];
  for (std::size_t k = 0; k < 6; ++k) {
    if (!formula_[k]) continue;
    formula_[k]->run(&block.variables[0][0], Expression::kBlock, block.count, out);
    for (int b = 0; b < block.count; ++b) component(*block.load[b], k) += out[b];
  }
  block.count = 0;
}

void FormulaForce::push_single(const Scene& scene, State& state, const LoadSpan& span,
                               const std::vector<char>& chosen) const {
  Grains& g = state.grains;
  const Real s = span.ahead;
  for_chunks(g.singles, [&](Index, Index begin, Index end) {
    Block block{time_};
    for (Index r = begin; r < end; ++r) {
      if (!chosen[g.label[r]]) continue;
      const Motion8& m = g.motion[r];
      const Accel8& a = g.accel[r];
      const Vec3 x = position(g.place[r]) + s * (m.v + 0.5 * s * a.a);
      add({wrapped(scene.domain, x), m.v + s * a.a, m.w + s * a.alpha, 2 * g.place[r].r,
           1 / m.inv_mass},
          g.load[r], block);
    }
    flush(block);
  });
}

void FormulaForce::push_rigid(const Scene& scene, State& state, const LoadSpan& span,
                              const std::vector<char>& chosen) const {
  RigidBodies& c = state.bodies;
  const std::vector<std::uint16_t> label = clump_labels(state);
  const Real s = span.ahead;
  Block block{time_};
  for (Index k = 0; k < c.size(); ++k) {
    const bool meant =
        part_ >= 0 ? scene.walls[part_].part->body == k : k >= c.parts && chosen[label[k]];
    if (!meant || !c.active[k]) continue;
    const Vec3 x = c.x[k] + s * (c.v[k] + 0.5 * s * c.a[k]);
    add({wrapped(scene.domain, x), c.v[k] + s * c.a[k], c.w[k], 0, 1 / c.inv_mass[k]}, c.load[k],
        block);
  }
  flush(block);
}

/// Names the first load that is not finite.
std::string FormulaForce::not_finite(const State& state) const {
  const auto blame = [&](const Load& load, const std::string& who) -> std::string {
    Load l = load;
    for (std::size_t k = 0; k < 6; ++k) {
      if (!formula_[k] || std::isfinite(component(l, k))) continue;
      return fmt::format(
          "{}:{}: force {}: {} = \"{}\" is {} for {} at time {:.6g} s. Write a formula that is "
          "finite there, or end the force before.",
          options_.origin.file, options_.origin.line, entry_ + 1,
          fmt::format("{}{}", k < 3 ? "" : "torque_", "xyz"[k % 3]), text_of(options_, k),
          component(l, k), who, time_);
    }
    return {};
  };
  for (Index r = 0; r < state.grains.singles; ++r)
    if (std::string wrong = blame(state.grains.load[r], fmt::format("body {}", state.grains.id[r]));
        !wrong.empty())
      return wrong;
  for (Index k = 0; k < state.bodies.size(); ++k)
    if (std::string wrong =
            blame(state.bodies.load[k], k < state.bodies.parts
                                            ? fmt::format("part \"{}\"", options_.part)
                                            : fmt::format("body {}", state.bodies.id[k]));
        !wrong.empty())
      return wrong;
  return {};
}

std::string FormulaForce::before(const Scene& scene, State& state, const LoadSpan& span) {
  if (!on_[static_cast<std::size_t>(state.phase)]) return {};
  time_ = state.clock.time() + span.ahead;
  const std::vector<char> chosen = chosen_labels(scene, options_.labels);
  if (part_ < 0) push_single(scene, state, span, chosen);
  push_rigid(scene, state, span, chosen);
  return not_finite(state);
}

}  // namespace scree
