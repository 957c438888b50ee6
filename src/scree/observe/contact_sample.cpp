#include "scree/observe/contact_sample.h"

#include "scree/law/contact.h"
#include "scree/law/impulse.h"
#include "scree/state/contact_geometry.h"

namespace scree {
namespace {

/// Friction within this fraction of its limit counts as sliding: the spring of a sliding contact
/// was cut to the limit a moment ago, and only rounding separates it from there.
constexpr Real kAtLimit = 1e-9;

/// What one contact remembers, wherever it is stored.
struct Remembered {
  ContactMemory<Real> spring{};              // of soft contacts
  const PartialSlipMemory* slip = nullptr;   // null unless the law has partial slip
  const FrictionMemory* friction = nullptr;  // null unless friction is a constraint
  ImpulseMemory impulse{};                   // of rigid contacts
  CoupleMemory couple{};
  Real bridge = 0;  // volume, zero: none [m^3]
};

template <class Table>
Remembered recall(const Table& table, Index k) {
  Remembered m;
  if (table.has(kSprings)) m.spring = {table.spring[k].spring, table.spring[k].a, {0, 0, 0}, 0};
  if (table.has(kImpulses)) m.impulse = table.impulse[k];
  if (table.has(kCouples)) m.couple = table.couple[k];
  if (table.has(kBridges)) m.bridge = table.bridge[k];
  if (table.has(kRolls)) m.spring.roll = table.roll[k].roll, m.spring.twist = table.roll[k].twist;
  if (table.has(kPartialSlip)) m.slip = &table.slip[k];
  if (table.has(kStaticFriction)) m.friction = &table.friction[k];
  return m;
}

/// Energy in the tangential, rolling and twisting springs of this instant:
/// k xi^2/2 each; with partial slip the sum over the cells.
Real tangential_energy(const LawChoice& choice, const PairLaw& law, const ContactIn<Real>& in,
                       const Remembered& memory, Real k, Real dt) {
  const ContactMemory<Real>& m = memory.spring;
  const Vec3 half = 0.5 * dt * (in.v - dot(in.v, in.n) * in.n);
  Real energy = 0;
  if (memory.slip) {
    for (int c = 0; c < kSlipSprings; ++c) {
      const Vec3 xi = turn_into_plane(memory.slip->spring[c], in.n) - half;
      energy += 4 * law.shear * engaged_width(memory.slip->a, memory.slip->width, c) * norm2(xi);
    }
  } else if (choice.tangential != TangentialLaw::kNone) {
    energy += 0.5 * k * norm2(turn_into_plane(m.spring, in.n) - half);
  }
  const Vec3 flat = m.roll - dot(m.roll, in.n) * in.n;
  const Vec3 roll = flat - 0.5 * dt * in.radius * cross(in.spin, in.n);
  const Real twist = m.twist - 0.5 * dt * dot(in.spin, in.n);
  return energy + moment_energy(choice, law, in, k, dt, roll, twist);
}

/// Power that friction takes besides what goes into its spring, -(F_t + k xi) . v: the dashpot's
/// while the contact sticks, part of sliding while it slides [W].
Real tangential_viscous(const ContactIn<Real>& in, const ContactMemory<Real>& memory,
                        const ContactOut<Real>& force, Real dt) {
  const Vec3 half = 0.5 * dt * (in.v - dot(in.v, in.n) * in.n);
  const Vec3 xi = turn_into_plane(memory.spring, in.n) - half;
  return -dot(force.tangential + force.spring_k * xi, in.v);
}

/// The impulses of the last step as forces.
bool evaluate_impulses(const Scene& scene, const PairLaw& law, const ContactIn<Real>& in,
                       const Remembered& memory, Real dt, ContactSample& out) {
  const ImpulseMemory& m = memory.impulse;
  if (!(m.p_n > 0) || !(dt > 0)) return false;
  // A cohesive contact remembers its pull and what it presses beyond that.
  const std::vector<Real>& pull = scene.law.pull_off;
  out.elastic = m.p_n / dt - (pull.empty() ? 0 : pull[&law - scene.law.pairs.data()]);
  out.viscous = 0;
  out.tangential = 1 / dt * m.p_t;
  out.force = out.tangential - out.elastic * in.n;
  out.moment = 1 / dt * (memory.couple.twist * in.n - cross(in.n, memory.couple.roll));
  const bool rigid =
      impulse_spring(scene.law.choice.normal, law, in.radius, in.overlap).compliance == 0;
  out.normal_energy = rigid || in.overlap <= 0
                          ? 0
                          : normal_energy(scene.law.choice.normal, law, in.overlap, in.radius);
  out.sliding = law.friction > 0 && norm(m.p_t) >= (1 - kAtLimit) * law.friction * m.p_n;
  return true;
}

/// How steeply the forces change with overlap, slip and speed. Hertz: dF/dd = 2 E* a.
void add_slopes(const LawChoice& choice, const PairLaw& law, const ContactIn<Real>& in, Real k_t,
                ContactSample& out) {
  const NormalForce<Real> s = normal_force(choice, law, in);
  out.stiffness = choice.normal == NormalLaw::kLinear ? law.stiffness : 2 * law.modulus * s.a;
  out.dashpot = s.dashpot;
  if (choice.tangential == TangentialLaw::kNone || !(law.friction > 0)) return;
  out.tangential_stiffness = k_t;
  out.tangential_dashpot = law.tangential_damping * s.dashpot;
}

/// Forces and energies of springs and dashpots; false if the two do not touch.
bool evaluate_springs(const Scene& scene, const PairLaw& law, const ContactIn<Real>& in,
                      const Remembered& memory, Real dt, ContactSample& out) {
  const LawChoice& choice = scene.law.choice;
  if (!(memory.spring.a > 0) || !touching(choice, law, in, memory.spring.a)) return false;
  ContactMemory<Real> copy = memory.spring;
  PartialSlipMemory slip_copy;
  PartialSlipLanes<Real> slip;
  if (memory.slip) slip_copy = *memory.slip, slip.memory = &slip_copy;
  ContactOut<Real> force;
  ContactLoss<Real> loss;
  evaluate_contact<Real, true>(choice, law, in, -dt, copy, force, loss, slip);

  const Real load = friction_load(choice, law, in.radius, force.normal);
  out.elastic = force.elastic;
  out.viscous = force.normal - force.elastic;
  out.tangential = force.tangential;
  out.force = force.tangential - force.normal * in.n;
  out.moment = force.moment;
  out.normal_energy = normal_energy(choice.normal, law, in.overlap, in.radius);
  out.tangential_energy = tangential_energy(choice, law, in, memory, force.spring_k, dt);
  const Real slip_loss = memory.slip ? loss.tangential_dashpot : 0;
  out.dashpots = dt > 0 ? -(loss.normal_dashpot + slip_loss + loss.rolling) / dt : 0;
  if (!memory.slip && choice.tangential != TangentialLaw::kNone)
    out.dashpots += tangential_viscous(in, memory.spring, force, dt);
  add_slopes(choice, law, in, force.spring_k, out);
  const Real limit = law.friction * load;
  out.sliding = limit > 0 && norm(force.tangential) >= (1 - kAtLimit) * limit;
  if (memory.friction) {
    const FrictionMemory& f = *memory.friction;
    const Vec3 tangential = f.force - dot(f.force, in.n) * in.n;
    out.tangential = tangential;
    out.force += tangential;
    out.dashpots -= dot(tangential, in.v);  // what sliding costs now
    out.sliding = f.status == kSlips;
  }
  return true;
}

/// A contact whose place is already in `out`; false if the two neither touch nor share a bridge.
bool evaluate(const Scene& scene, Index material_i, Index material_j, const ContactIn<Real>& in,
              const Remembered& memory, Real dt, ContactSample& out) {
  ContactSample s;
  s.i = out.i, s.j = out.j, s.wall = out.wall, s.surface = out.surface;
  s.point = out.point, s.arm_i = out.arm_i, s.arm_j = out.arm_j;
  s.slip_velocity = in.v - dot(in.v, in.n) * in.n;
  s.overlap = in.overlap, s.radius = in.radius, s.normal = in.n;
  const PairLaw& pair = scene.law.of(material_i, material_j);
  s.touches = scene.rigid_contacts() ? evaluate_impulses(scene, pair, in, memory, dt, s)
                                     : evaluate_springs(scene, pair, in, memory, dt, s);
  if (!s.touches && !(memory.bridge > 0)) return false;
  if (memory.bridge > 0) {
    const BridgeLaw& law = scene.law.bridge_of(material_i, material_j);
    const Real radius = bridge_radius(law.radius, in.radius);
    s.bridge = memory.bridge;
    s.capillary = bridge_force(law.pull, radius, s.bridge, -in.overlap);
    s.capillary_energy = bridge_energy(law.pull, radius, s.bridge, -in.overlap);
    s.force += s.capillary * in.n;
  }
  out = s;
  return true;
}

}  // namespace

bool sample_pair(const Scene& scene, const State& state, Index k, ContactSample& out) {
  const PairTable& t = state.pairs;
  if (!remembers(t, k)) return false;
  const Grains& g = state.grains;
  const Index i = t.i[k], j = t.j[k];
  const SpherePair<Real> pair = pair_geometry(scene, state, k);
  if (!(pair.distance > 0) || !(g.motion[i].inv_mass + g.motion[j].inv_mass > 0)) return false;
  out.arm_i = pair.arm_i, out.arm_j = pair.arm_j;
  out.i = i, out.j = j, out.wall = out.surface = -1;
  out.point = position(g.place[i]) + out.arm_i * pair.in.n;
  return evaluate(scene, g.material[i], g.material[j], pair.in, recall(t, k), state.clock.dt, out);
}

bool sample_wall_contact(const Scene& scene, const State& state, Index k, ContactSample& out) {
  const WallTable& t = state.wall_contacts;
  // A wall that goes at the end of a phase is gone, though the lists tell so in the next step only.
  if (!remembers(t, k) || !state.walls[t.wall[k]].present) return false;
  const Grains& g = state.grains;
  const Index i = t.row[k];
  const SphereWall<Real> c = wall_geometry(state, k);
  out.arm_i = c.arm, out.arm_j = 0;
  out.point = c.point;
  out.i = i, out.j = -1, out.wall = t.wall[k], out.surface = t.surface[k];
  const Index material = scene.walls[t.wall[k]].surfaces[t.surface[k]].material;
  return evaluate(scene, g.material[i], material, c.in, recall(t, k), state.clock.dt, out);
}

CarriedForces carried_forces(const Scene& scene, const State& state) {
  CarriedForces out;
  const auto add = [](bool found, const ContactSample& s, std::vector<Carried>& to) {
    // Bodies have moved since their impulse: what of it lies in the plane of now is friction.
    const Vec3 across = s.tangential - dot(s.tangential, s.normal) * s.normal;
    if (found && s.touches)
      to.push_back({s.elastic + s.viscous, across, s.moment, true, s.sliding});
    else
      to.emplace_back();
  };
  ContactSample s;
  for (Index k = 0; k < state.pairs.count; ++k) add(sample_pair(scene, state, k, s), s, out.pairs);
  for (Index k = 0; k < state.wall_contacts.size(); ++k)
    add(sample_wall_contact(scene, state, k, s), s, out.walls);
  return out;
}

}  // namespace scree
