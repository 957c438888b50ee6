#include "scree/observe/step_share.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "scree/observe/bodies.h"
#include "scree/observe/contact_sample.h"

namespace scree {
namespace {

constexpr int kIterations = 30;

/// One side of a contact: whose, and where from its centre of mass [m]. Body -1 does not yield.
struct Side {
  Index body = -1;
  Vec3 lever{0, 0, 0};
};

/// A contact with the first and second power of the step times its dashpots and springs [kg].
struct Link {
  Side a, b;
  Vec3 n;
  Real along[2], across[2];
};

/// Velocity and spin, times the roots of mass and inertia.
struct Motion {
  Vec3 v{0, 0, 0}, w{0, 0, 0};
};

/// Roots of the inverse mass and inertia; of a clump those of its quickest axis.
struct Mobility {
  Real mass = 0, inertia = 0;
};

Side side_of(const Scene& scene, const State& state, Index row, Vec3 arm) {
  const Grains& g = state.grains;
  const Index body = body_of(state, row);
  if (body < g.singles) return {body, arm};
  const Vec3 from = state.bodies.x[rigid_row(state, body)];
  return {body, scene.domain.cell.nearest(position(g.place[row]) - from) + arm};
}

std::vector<Link> links_of(const Scene& scene, const State& state) {
  std::vector<Link> links;
  const Real dt = state.clock.dt;
  for_each_contact(scene, state, [&](const ContactSample& c) {
    if (!c.touches) return;
    const Real grips = c.sliding ? 0 : 1;
    links.push_back(
        {side_of(scene, state, c.i, c.arm_i * c.normal),
         c.j >= 0 ? side_of(scene, state, c.j, -c.arm_j * c.normal) : Side{},
         c.normal,
         {dt * c.dashpot, 0.25 * dt * dt * c.stiffness},
         {grips * dt * c.tangential_dashpot, grips * 0.25 * dt * dt * c.tangential_stiffness}});
  });
  return links;
}

std::vector<Mobility> mobilities_of(const State& state) {
  const Grains& g = state.grains;
  std::vector<Mobility> out(body_count(state));
  for (Index b = 0; b < body_count(state); ++b) {
    if (b < g.singles) {
      out[b] = {std::sqrt(g.motion[b].inv_mass), std::sqrt(g.motion[b].inv_inertia)};
      continue;
    }
    const Vec3 i = state.bodies.inertia[rigid_row(state, b)];
    out[b] = {std::sqrt(state.bodies.inv_mass[rigid_row(state, b)]),
              std::sqrt(inverse_or_zero(std::min({i.x, i.y, i.z})))};
  }
  return out;
}

/// y = M^-1/2 J' S J M^-1/2 x; returns what each power of the step adds to x . y.
struct Product {
  Real first = 0, second = 0;
};
Product multiply(const std::vector<Link>& links, const std::vector<Mobility>& mobility,
                 const std::vector<Motion>& x, std::vector<Motion>& y) {
  std::fill(y.begin(), y.end(), Motion{});
  Product p;
  const auto velocity = [&](const Side& s) {
    if (s.body < 0) return Vec3{0, 0, 0};
    const Mobility& m = mobility[s.body];
    return m.mass * x[s.body].v + cross(m.inertia * x[s.body].w, s.lever);
  };
  const auto push = [&](const Side& s, Vec3 f) {
    if (s.body < 0) return;
    const Mobility& m = mobility[s.body];
    y[s.body].v += m.mass * f;
    y[s.body].w += m.inertia * cross(s.lever, f);
  };
  for (const Link& l : links) {
    const Vec3 r = velocity(l.a) - velocity(l.b);
    const Real normal = dot(r, l.n);
    const Vec3 slip = r - normal * l.n;
    p.first += l.along[0] * normal * normal + l.across[0] * norm2(slip);
    p.second += l.along[1] * normal * normal + l.across[1] * norm2(slip);
    const Vec3 f = (l.along[0] + l.along[1]) * normal * l.n + (l.across[0] + l.across[1]) * slip;
    push(l.a, f);
    push(l.b, -f);
  }
  return p;
}

/// A start that favours no motion.
std::vector<Motion> any_motion(Index bodies) {
  std::vector<Motion> x(bodies);
  Random random{1, 0};
  const auto u = [&random] { return 2 * random.uniform() - 1; };
  for (Motion& m : x) m = {{u(), u(), u()}, {u(), u(), u()}};
  return x;
}

Real size2(const Motion& m) { return norm2(m.v) + norm2(m.w); }

/// Makes x the unit vector along y.
void normalize(const std::vector<Motion>& y, std::vector<Motion>& x) {
  Real length2 = 0;
  for (const Motion& m : y) length2 += size2(m);
  const Real scale = length2 > 0 ? 1 / std::sqrt(length2) : 0;
  for (std::size_t b = 0; b < y.size(); ++b) x[b] = {scale * y[b].v, scale * y[b].w};
}

}  // namespace

StepShare measure_step_share(const Scene& scene, const State& state) {
  StepShare out;
  if (scene.rigid_contacts() || !(state.clock.dt > 0)) return out;
  const std::vector<Link> links = links_of(scene, state);
  if (links.empty()) return out;
  const std::vector<Mobility> mobility = mobilities_of(state);
  std::vector<Motion> x(mobility.size()), y = any_motion(body_count(state));
  Product p;
  for (int k = 0; k < kIterations; ++k) {
    normalize(y, x);
    p = multiply(links, mobility, x, y);
  }
  out.share = p.first + p.second;
  const auto most = std::max_element(
      x.begin(), x.end(), [](const Motion& a, const Motion& b) { return size2(a) < size2(b); });
  out.id = body_at(scene, state, static_cast<Index>(most - x.begin())).id;
  // first h + second h^2 = w for h steps of now.
  const Real w = kShareThatWouldDo;
  if (out.share > 0)
    out.dt = state.clock.dt * 2 * w / (p.first + std::sqrt(p.first * p.first + 4 * p.second * w));
  return out;
}

}  // namespace scree
