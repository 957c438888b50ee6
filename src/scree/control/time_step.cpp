#include "scree/control/time_step.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "scree/base/error.h"
#include "scree/build/build_state.h"
#include "scree/control/expected_speed.h"
#include "scree/detect/fast_bodies.h"

namespace scree {
namespace {

constexpr Real kInf = std::numeric_limits<Real>::infinity();
constexpr Real kSolidFraction = 0.6;  // of a bed

Vec3 largest_gravity(const Case& c) {
  Vec3 g = c.gravity.vector;
  for (const GravityRow& row : c.gravity.rows)
    if (norm2(row.g) > norm2(g)) g = row.g;
  return g;
}

struct Lightest {
  Real radius = kInf, mass = kInf;
};

/// Mass of a sphere (disc when planar) [kg].
Real sphere_mass(const Scene& scene, Real radius, Real density) {
  return density * (scene.planar ? kPi * radius * radius * scene.thickness
                                 : 4 * kPi / 3 * radius * radius * radius);
}

/// The lightest grain of each material: of those that are there and those that will be poured.
std::vector<Lightest> lightest_by_material(const Case& c, const Scene& scene, const State& state) {
  std::vector<Lightest> out(scene.materials.size());
  for (const EmitterOptions& e : c.emitters) {
    const int material = material_index(c, e.material);
    const Real radius = emitted_radii(c, e).smallest;
    const Real mass = sphere_mass(scene, radius, c.materials[material].density.value_or(0));
    if (mass > 0 && mass < out[material].mass) out[material] = {radius, mass};
  }
  const Grains& g = state.grains;
  for (Index r = 0; r < g.free; ++r) {
    Lightest& l = out[g.material[r]];
    const Real m = 1 / g.motion[r].inv_mass;
    if (m < l.mass) l = {g.place[r].r, m};
  }
  return out;
}

Real contact_time(NormalLaw kind, const PairLaw& law, Real radius, Real mass, Real speed) {
  if (kind == NormalLaw::kLinear)
    return law.stiffness > 0 ? kPi * std::sqrt(mass / law.stiffness) : kInf;
  if (!(law.modulus > 0) || !(speed > 0)) return kInf;
  const Real k = 4.0 / 3.0 * law.modulus * std::sqrt(radius);
  return 2.9433 * std::pow(5 * mass * speed * speed / (4 * k), 0.4) / speed;
}

/// Largest rate [1/s] at which the dashpots of like grains stop a motion. One contact of damping c:
/// c/m* along the normal, 3.5 c_t/m* along the tangent (3 for discs: 1 + m R^2/I), and rolling and
/// twisting c_r/(1.6 m*), for R*^2 = R^2/4 and I = 0.4 m R^2. In a bed of six contacts to a grain
/// (four to a disc) the contacts of a grain add up; the worst motion alternates from grain to
/// grain: spins of one sense slip by twice 2/3 Z c R^2/I = 10 c/m* (8 for discs), spins of opposite
/// sense roll by four times one contact, and the normal gives 2 c/m*. A linear contact is as stiff
/// in a bed as in an impact. A Hertz contact is far softer at rest than at the speed that is
/// expected: the impact alone counts, k_max = 1.25 m* v^2/d^2 = (3.29/T_c)^2 m*.
Real damping_rate(const Scene& scene, const PairLaw& law, Real mass, Real contact, bool crowd) {
  const bool linear = scene.law.choice.normal == NormalLaw::kLinear;
  const Real w = linear ? std::sqrt(law.stiffness / mass) : 3.29 / contact;
  const Real normal = law.damping * w;  // c/m*
  const bool grips = scene.law.choice.tangential != TangentialLaw::kNone && law.friction > 0;
  const Real tangent = grips ? (scene.planar ? 3 : 3.5) * law.tangential_damping * normal : 0;
  // k_t/k_n of a Hertz contact: 8 G* a over 2 E* a.
  const Real ratio = linear ? law.tangential_ratio : 4 * law.shear / law.modulus;
  const auto spin = [&](bool on, Real stiffness, Real damping) {
    return on ? 2 * damping * std::sqrt(0.4 * stiffness * ratio) * w / 1.6 : 0;
  };
  const Real rolling =
      spin(scene.law.choice.rolling == RollingLaw::kSpring && law.rolling_friction > 0,
           law.rolling_stiffness, law.rolling_damping) +
      spin(scene.law.choice.twisting == TwistingLaw::kSpring && law.twisting_friction > 0,
           law.twisting_stiffness, law.twisting_damping);
  if (!linear || !crowd) return std::max({normal, tangent, rolling});
  return std::max({2 * normal, (scene.planar ? 8 / 3. : 10 / 3.5) * tangent, 4 * rolling});
}

/// That of a servo; one that gives a force is taken to press on the whole cross-section [Pa].
Real servo_pressure(const Case& c, const Motion& m) {
  if (m.pressure) return std::fabs(*m.pressure);
  const Vec3 size = c.domain.hi - c.domain.lo, d = normalized(m.direction);
  const Real section = std::fabs(d.x) * size.y * size.z + std::fabs(d.y) * size.x * size.z +
                       std::fabs(d.z) * size.x * size.y;
  const Real area = m.area > 0 ? m.area : section;
  return area > 0 ? std::fabs(m.force.value_or(0)) / area : 0;
}

/// What presses a bed: the largest servo, or the weight of a bed as high as the domain [Pa].
Real largest_pressure(const Case& c) {
  Real pressure = 0, densest = 0;
  for (const Material& m : c.materials) densest = std::max(densest, m.density.value_or(0));
  const auto servos = [&](const std::vector<Motion>& motions) {
    for (const Motion& m : motions)
      if (m.kind == MotionKind::kServo) pressure = std::max(pressure, servo_pressure(c, m));
  };
  for (const WallOptions& w : c.walls) servos(w.motion);
  for (const BodiesOptions& b : c.bodies) servos(b.motion);
  const Vec3 g = largest_gravity(c), size = c.domain.hi - c.domain.lo;
  Real head = 0;
  for (int k = 0; k < 3; ++k)
    if (!c.domain.periodic[k]) head += std::fabs(at(g, k)) * at(size, k);
  return std::max(pressure, kSolidFraction * densest * head);
}

/// The longest stable step of a grain held by its like under a pressure: dt c/m + dt^2 k/(4 m) = 1
/// with the sums over its contacts (observe/step_share.h measures them while the run goes on). A
/// mean contact carries F = 4 pi R^2 p/(phi Z) (Rumpf); those around the most loaded grain some
/// three times that. Hertz gives a and with it dashpot and springs. Motions that alternate add up
/// to twice the contacts: translation 2 Z (s_n + 2 s_t)/(3 m), spins of one sense 4/3 Z s_t R^2/I.
Real packed_step(const Scene& scene, const PairLaw& law, const Lightest& grain, Real pressure) {
  if (scene.law.choice.normal == NormalLaw::kLinear || !(law.modulus > 0) || !(pressure > 0))
    return kInf;
  const Real contacts = 6, radius = grain.radius, star = radius / 2, mass = grain.mass;
  const Real load = 3 * 4 * kPi * radius * radius * pressure / (kSolidFraction * contacts);
  const Real a = std::cbrt(0.75 * load * star / law.modulus);
  const Real c = law.damping * std::sqrt(0.5 * mass * 4.0 / 3 * law.modulus * a);
  const bool grips = scene.law.choice.tangential != TangentialLaw::kNone && law.friction > 0;
  const Real c_t = grips ? law.tangential_damping * c : 0, k_t = grips ? 8 * law.shear * a : 0;
  const auto longest = [&](Real rate, Real stiffness) {  // rate h + stiffness h^2/4 = 1
    return 2 / (rate + std::sqrt(rate * rate + stiffness));
  };
  const Real push = 2 * contacts / (3 * mass), spin = 4 * contacts * 2.5 / (3 * mass);
  return std::min(longest(push * (c + 2 * c_t), push * (2 * law.modulus * a + 2 * k_t)),
                  longest(spin * c_t, spin * k_t));
}

/// In which no grain, and nothing that is carried along, goes far for the smallest one [s]. Rigid
/// grains may go as far as they like.
Real passing_time(const Case& c, const State& state, const ExpectedSpeeds& speeds) {
  Real radius = kInf;
  for (const Place& p : state.grains.place) radius = std::min(radius, p.r);
  for (const EmitterOptions& e : c.emitters)
    radius = std::min(radius, emitted_radii(c, e).smallest);
  const auto time = [&](Real share, Real speed) {
    return speed > 0 ? share * radius / speed : kInf;
  };
  const Real surfaces = time(kSurfacePerStep, speeds.surfaces);
  if (c.run.method == Method::kNonsmooth) return surfaces;
  return std::min(surfaces, time(kComfortablePerStep, speeds.grains));
}

Real two_digits_down(Real x) {
  if (!(x > 0) || !std::isfinite(x)) return x;
  const Real unit = std::pow(10.0, std::floor(std::log10(x)) - 1);
  return std::floor(x / unit) * unit;
}

}  // namespace

TimeScales time_scales(const Case& c, const Scene& scene, const State& state) {
  const ExpectedSpeeds speeds = expected_speeds(c, scene, state);
  TimeScales t{kInf, kInf, speeds.grains, kInf, kInf, kInf, passing_time(c, state, speeds)};
  const bool crowd = state.grains.free > 2 || !c.emitters.empty();
  const std::vector<Lightest> light = lightest_by_material(c, scene, state);
  const Real pressure = largest_pressure(c);
  if (c.run.method == Method::kNonsmooth) {
    for (const Lightest& l : light)
      if (std::isfinite(l.mass) && norm(largest_gravity(c)) > 0)
        t.fall = std::min(t.fall, std::sqrt(0.04 * l.radius / norm(largest_gravity(c))));
    return t;
  }
  for (std::size_t a = 0; a < light.size(); ++a) {
    if (!std::isfinite(light[a].mass)) continue;
    const Material& m = c.materials[a];
    if (c.law.normal != NormalLaw::kLinear && m.young && std::isfinite(*m.young)) {
      const Real nu = m.poisson.value_or(0), shear = *m.young / (2 * (1 + nu));
      const Real density = light[a].mass / sphere_mass(scene, light[a].radius, 1);
      t.rayleigh = std::min(
          t.rayleigh, kPi * light[a].radius * std::sqrt(density / shear) / (0.1631 * nu + 0.8766));
    }
    // The lightest grain against its like is the quickest contact it can have with a grain; at a
    // wall the reduced mass doubles.
    for (Index b = 0; b < scene.law.materials; ++b) {
      const Lightest& o = light[b];
      const bool grain = std::isfinite(o.mass);
      const Real mass = grain ? light[a].mass * o.mass / (light[a].mass + o.mass) : light[a].mass;
      const Real radius =
          grain ? light[a].radius * o.radius / (light[a].radius + o.radius) : light[a].radius;
      const PairLaw& law = scene.law.of(static_cast<Index>(a), b);
      const Real contact = contact_time(c.law.normal, law, radius, mass, t.speed);
      t.contact = std::min(t.contact, contact);
      const Real rate = damping_rate(scene, law, mass, contact, crowd);
      if (rate > 0) t.damping = std::min(t.damping, 1 / rate);
      if (crowd && grain)
        t.packed = std::min(t.packed, packed_step(scene, law, light[a], pressure));
    }
  }
  return t;
}

Real choose_time_step(const Case& c, const TimeScales& scales) {
  const Real shortest = std::min(scales.shortest(), scales.fall);
  if (!c.run.time_step) {
    if (std::isfinite(scales.fall)) return two_digits_down(std::min(scales.fall, scales.passing));
    if (!std::isfinite(shortest))
      throw CaseError(c.file, 0,
                      "run.time_step: nothing in this case sets a time scale; give a time step");
    return two_digits_down(
        std::min({c.run.time_step_fraction * shortest, kLargestDamped * scales.damping,
                  kLargestDamped * scales.packed, scales.passing}));
  }
  const Real dt = *c.run.time_step;
  if (dt > kLargestFraction * scales.shortest() && !c.run.force_time_step)
    throw CaseError(
        c.file, 0,
        fmt::format("run.time_step = {:.4g} s is too large: the shortest time scale is {:.4g} s "
                    "(Rayleigh {:.4g} s, contact {:.4g} s at {:.3g} m/s). Use at most {:.2g} s, "
                    "leave it out to have it chosen, or set run.force_time_step = true.",
                    dt, shortest, scales.rayleigh, scales.contact, scales.speed,
                    two_digits_down(kLargestFraction * shortest)));
  if (dt > scales.damping && !c.run.force_time_step)
    throw CaseError(
        c.file, 0,
        fmt::format("run.time_step = {:.4g} s is too large: the strongest dashpot stops its grain "
                    "within {:.4g} s, and a longer step would drive it instead. Use at most {:.2g} "
                    "s, leave it out to have it chosen, damp less (restitution, "
                    "tangential_damping, rolling_damping), or set run.force_time_step = true.",
                    dt, scales.damping, two_digits_down(kLargestDamped * scales.damping)));
  return dt;
}

}  // namespace scree
