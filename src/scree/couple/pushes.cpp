#include "scree/couple/pushes.h"

namespace scree {
namespace {

constexpr std::size_t kNumbers =
    7;  // of a push: id, force, torque; their number stands before them

}  // namespace

void Pushes::set(Id body, Vec3 force, Vec3 torque) {
  if (norm2(force) == 0 && norm2(torque) == 0)
    pushes_.erase(body);
  else
    pushes_[body] = {force, torque};
}

std::string Pushes::before(const Scene&, State& state, const LoadSpan&) {
  const Grains& g = state.grains;
  for (const auto& [id, push] : pushes_) {
    const Index row = rows_.find(g, id);
    if (row < 0 || row >= g.free) continue;  // it has left
    Load& load = row < g.singles ? state.grains.load[row] : state.bodies.load[g.body[row]];
    load.force += push.force;
    load.torque += push.torque;
  }
  return {};
}

void Pushes::save(std::vector<Real>& numbers) const {
  numbers.push_back(static_cast<Real>(pushes_.size()));
  for (const auto& [id, push] : pushes_) {
    const Vec3 &f = push.force, &t = push.torque;
    numbers.insert(numbers.end(), {static_cast<Real>(id), f.x, f.y, f.z, t.x, t.y, t.z});
  }
}

void Pushes::load(std::span<const Real> numbers) {
  pushes_.clear();
  for (std::size_t k = 1; k + kNumbers <= numbers.size(); k += kNumbers) {
    const auto n = numbers.subspan(k, kNumbers);
    pushes_[static_cast<Id>(n[0])] = {{n[1], n[2], n[3]}, {n[4], n[5], n[6]}};
  }
}

bool has_pushes(const CouplingMemory& memory, std::size_t others) {
  const std::vector<std::int64_t>& n = memory.numbers;
  if (n.size() != others + 1 || n.back() < 1) return false;
  const auto own = static_cast<std::size_t>(n.back());
  if (own > memory.unknowns.size() || own % kNumbers != 1) return false;
  return memory.unknowns[memory.unknowns.size() - own] == static_cast<Real>(own / kNumbers);
}

}  // namespace scree
