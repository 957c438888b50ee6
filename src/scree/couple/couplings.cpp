#include "scree/couple/couplings.h"

#include <algorithm>

#include "scree/base/error.h"

namespace scree {
namespace {

/// The load of one body that its coupling leaves as it is.
struct KeptLoad {
  Id body;
  Load load;
};
using KeptLoads = std::vector<KeptLoad>;

/// Machine parts have names instead of ids.
Id name_of(const State& state, Index rigid) {
  return rigid < state.bodies.parts ? -2 - rigid : state.bodies.id[rigid];
}

void clear_loads(State& state) {
  std::fill(state.grains.load.begin(), state.grains.load.end(), Load{});
  std::fill(state.bodies.load.begin(), state.bodies.load.end(), Load{});
}

/// The loads of bodies that move by themselves.
KeptLoads loads_of(const State& state) {
  KeptLoads out;
  for (Index r = 0; r < state.grains.singles; ++r)
    out.push_back({state.grains.id[r], state.grains.load[r]});
  for (Index k = 0; k < state.bodies.size(); ++k)
    out.push_back({name_of(state, k), state.bodies.load[k]});
  return out;
}

/// Adds them to the bodies that are still there.
void add_loads(const KeptLoads& kept, State& state) {
  std::vector<const Load*> of_id(static_cast<std::size_t>(state.next_id), nullptr);
  std::vector<const Load*> of_part(static_cast<std::size_t>(state.bodies.parts), nullptr);
  for (const KeptLoad& k : kept) {
    const auto part = static_cast<std::size_t>(-2 - k.body);
    if (k.body >= 0 && k.body < state.next_id) of_id[static_cast<std::size_t>(k.body)] = &k.load;
    if (k.body < 0 && part < of_part.size()) of_part[part] = &k.load;
  }
  for (Index r = 0; r < state.grains.singles; ++r)
    if (const Load* l = of_id[static_cast<std::size_t>(state.grains.id[r])])
      state.grains.load[r] += *l;
  for (Index k = 0; k < state.bodies.size(); ++k) {
    const Id name = name_of(state, k);
    const Load* l = name < 0 ? of_part[static_cast<std::size_t>(-2 - name)]
                             : of_id[static_cast<std::size_t>(name)];
    if (l) state.bodies.load[k] += *l;
  }
}

/// What a coupling asks for, apart from the others, whose loads stay.
std::string loads_apart(Coupling& coupling, const Scene& scene, const LoadSpan& span, State& state,
                        KeptLoads& out) {
  const std::vector<Load> grains = state.grains.load, bodies = state.bodies.load;
  clear_loads(state);
  std::string wrong = coupling.before(scene, state, span);
  out = loads_of(state);
  state.grains.load = grains, state.bodies.load = bodies;
  add_loads(out, state);
  return wrong;
}

std::vector<KeptLoads> unpack(const CouplingMemory& m) {
  std::vector<KeptLoads> out;
  std::size_t row = 0;
  for (const std::int64_t count : m.keeps) {
    out.emplace_back();
    for (std::int64_t k = 0; k < count; ++k, ++row)
      out.back().push_back({m.body[row], m.load[row]});
  }
  return out;
}

void pack(const std::vector<KeptLoads>& kept, CouplingMemory& m) {
  m.keeps.clear(), m.body.clear(), m.load.clear();
  for (const KeptLoads& one : kept) {
    m.keeps.push_back(static_cast<std::int64_t>(one.size()));
    for (const KeptLoad& k : one) m.body.push_back(k.body), m.load.push_back(k.load);
  }
}

/// Do the counts of one table say how many rows it has?
template <class Row>
bool add_up(const std::vector<std::int64_t>& counts, const std::vector<Row>& rows) {
  std::size_t sum = 0;
  for (const std::int64_t n : counts) {
    if (n < 0 || static_cast<std::size_t>(n) > rows.size()) return false;
    sum += static_cast<std::size_t>(n);
  }
  return sum == rows.size();
}

/// Calls f(number of the coupling, its unknowns).
template <class F>
void for_unknowns(const CouplingMemory& m, const F& f) {
  std::size_t at = 0;
  for (std::size_t i = 0; i < m.numbers.size(); ++i) {
    const auto n = static_cast<std::size_t>(m.numbers[i]);
    f(i, std::span<const Real>(m.unknowns).subspan(at, n));
    at += n;
  }
}

}  // namespace

bool Couplings::strong() const {
  return std::any_of(all_.begin(), all_.end(), [](const auto& c) { return c->strong(); });
}

void Couplings::start(State& state) const {
  CouplingMemory& m = state.couplings;
  m = {};
  m.due.assign(all_.size(), state.clock.step);
  m.keeps.assign(all_.size(), 0);
  m.numbers.assign(all_.size(), 0);
}

bool Couplings::resume(const State& state) {
  const CouplingMemory& m = state.couplings;
  const std::size_t n = all_.size();
  if (m.due.size() != n || m.keeps.size() != n || m.numbers.size() != n) return false;
  if (m.body.size() != m.load.size() || !add_up(m.keeps, m.load) || !add_up(m.numbers, m.unknowns))
    return false;
  for_unknowns(m, [&](std::size_t i, std::span<const Real> own) { all_[i]->load(own); });
  return true;
}

void Couplings::restore(const State& state) {
  for_unknowns(state.couplings, [&](std::size_t i, std::span<const Real> own) {
    if (!all_[i]->strong()) all_[i]->load(own);
  });
}

std::int64_t Couplings::strong_steps(std::int64_t most) const {
  for (const auto& c : all_)
    if (c->strong()) most = std::min(most, std::max<std::int64_t>(1, c->steps()));
  return most;
}

Couplings::Begun Couplings::begin(const Scene& scene, State& state, std::int64_t most,
                                  const When& when) {
  clear_loads(state);
  CouplingMemory& m = state.couplings;
  std::vector<KeptLoads> kept = unpack(m);
  Begun out{most};
  for (std::size_t i = 0; i < all_.size() && out.wrong.empty(); ++i) {
    if (m.due[i] > state.clock.step) {
      add_loads(kept[i], state);
    } else {
      LoadSpan span;
      span.steps = std::max<std::int64_t>(1, all_[i]->steps());
      if (all_[i]->strong()) span.steps = std::min(span.steps, most);
      span.dt = state.clock.dt;
      span.ahead = span.dt * load_lead(when.lead, span.steps);
      span.gravity = when.gravity(span.ahead);
      span.round = when.round;
      kept[i].clear();
      out.wrong = span.steps > 1 ? loads_apart(*all_[i], scene, span, state, kept[i])
                                 : all_[i]->before(scene, state, span);
      m.due[i] = state.clock.step + span.steps;
    }
    out.steps = std::min(out.steps, m.due[i] - state.clock.step);
  }
  pack(kept, m);
  return out;
}

std::string Couplings::begin_run(const Scene& scene, State& state, const When& when) {
  clear_loads(state);
  const LoadSpan now{.gravity = when.gravity(0)};
  std::string wrong;
  for (const auto& c : all_)
    if (wrong.empty()) wrong = c->before(scene, state, now);
  return wrong;
}

bool Couplings::end(const Scene& scene, State& state) {
  CouplingMemory& m = state.couplings;
  bool again = false;
  for (std::size_t i = 0; i < all_.size(); ++i)
    if (m.due[i] == state.clock.step && all_[i]->after(scene, state)) {
      SCREE_EXPECT(all_[i]->strong());
      again = true;
    }
  save(state);
  return again;
}

void Couplings::save(State& state) const {
  CouplingMemory& m = state.couplings;
  m.numbers.clear(), m.unknowns.clear();
  for (const auto& c : all_) {
    const std::size_t before = m.unknowns.size();
    c->save(m.unknowns);
    m.numbers.push_back(static_cast<std::int64_t>(m.unknowns.size() - before));
  }
}

}  // namespace scree
