#include "scree/build/make_bodies.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "scree/base/error.h"
#include "scree/base/text.h"
#include "scree/build/make_bodies_sources.h"
#include "scree/build/sphere_grid.h"
#include "scree/case/bounds.h"
#include "scree/case/case_check.h"

namespace scree {

int BodyList::label_row(const std::string& name) {
  const auto found = std::find(labels.begin(), labels.end(), name);
  if (found != labels.end()) return static_cast<int>(found - labels.begin());
  labels.push_back(name);
  return static_cast<int>(labels.size()) - 1;
}

void BodyList::append(const BodyList& other) {
  auto join = [](auto& to, const auto& from) { to.insert(to.end(), from.begin(), from.end()); };
  join(x, other.x);
  join(v, other.v);
  join(w, other.w);
  join(q, other.q);
  join(radius, other.radius);
  join(scale, other.scale);
  join(density, other.density);
  join(material, other.material);
  join(clump, other.clump);
  join(entry, other.entry);
  for (const int row : other.label)
    label.push_back(label_row(other.labels[static_cast<std::size_t>(row)]));
}

Real bounding_radius(const Clump& clump) {
  Real largest = 0;
  for (const auto& [x, y, z, r] : clump.spheres)
    largest = std::max(largest, norm(Vec3{x, y, z}) + r);
  return largest;
}

Quat random_orientation(Random& random, bool planar) {
  if (planar) return rotation({0, 0, 2 * kPi * random.uniform()});
  // Shoemake 1992: uniform on the unit quaternions.
  const Real u = random.uniform(), a = 2 * kPi * random.uniform(), b = 2 * kPi * random.uniform();
  const Real s = std::sqrt(1 - u), t = std::sqrt(u);
  return {t * std::cos(b), s * std::sin(a), s * std::cos(a), t * std::sin(b)};
}

BodyMaker::BodyMaker(const Case& the_case, int entry_row)
    : c(the_case), options(the_case.bodies[static_cast<std::size_t>(entry_row)]), entry(entry_row) {
  if (options.sizes) sizes.emplace(*options.sizes, c.run.planar);
  // Streams of different entries and seeds must not meet: spread them over the 64 bits.
  random.seed = static_cast<std::uint64_t>(c.run.seed) * 0x9E3779B97F4A7C15ull +
                static_cast<std::uint64_t>(entry_row) * 0xC2B2AE3D27D4EB4Full + 1;
}

Real BodyMaker::draw_radius() {
  if (sizes) return sizes->draw(random);
  return bounding_radius(c.clumps[static_cast<std::size_t>(clump_index(c, options.shape))]);
}

Real BodyMaker::largest_radius() const {
  if (sizes) return sizes->largest();
  return bounding_radius(c.clumps[static_cast<std::size_t>(clump_index(c, options.shape))]);
}

Index BodyMaker::add(Vec3 x, Real radius) {
  if (radius <= 0) radius = draw_radius();
  const int clump = clump_index(c, options.shape);
  const int material = options.material.empty() ? -1 : material_index(c, options.material);
  out.x.push_back(x);
  out.v.push_back(options.velocity);
  out.w.push_back(options.spin);
  const bool turned = clump >= 0 && options.orientation == Orientation::kRandom;
  out.q.push_back(turned ? random_orientation(random, c.run.planar) : Quat{});
  out.radius.push_back(radius);
  out.scale.push_back(
      clump < 0 ? 1 : radius / bounding_radius(c.clumps[static_cast<std::size_t>(clump)]));
  out.material.push_back(material);
  out.density.push_back(
      material < 0 ? 0 : c.materials[static_cast<std::size_t>(material)].density.value_or(0));
  out.label.push_back(out.label_row(options.label));
  out.clump.push_back(clump);
  out.entry.push_back(entry);
  return out.size() - 1;
}

void BodyMaker::expect_bodies(double count, const std::string& remedy) const {
  const int clump = clump_index(c, options.shape);
  const double each =
      clump < 0 ? 1 : static_cast<double>(c.clumps[static_cast<std::size_t>(clump)].spheres.size());
  const std::string why = too_many_spheres(before + count * each);
  if (!why.empty()) refuse(why + "; " + remedy);
}

void BodyMaker::refuse(const std::string& message) const {
  throw CaseError(options.origin.file, options.origin.line,
                  fmt::format("bodies.{}: {}", entry, message));
}

namespace {

/// They keep their materials and labels; the entry labels those that have none, and adds its
/// motion.
void bodies_from_run(BodyMaker& maker, const LoadRun& load_run) {
  if (!load_run.bodies) maker.refuse("starting from another run is not possible here");
  const BodiesOptions& o = maker.options;
  maker.out = load_run.bodies(maker.c, o);
  for (std::string& label : maker.out.labels)
    if (label.empty()) label = o.label;
  for (Vec3& v : maker.out.v) v += o.velocity;
  for (Vec3& w : maker.out.w) w += o.spin;
  maker.out.entry.assign(maker.out.x.size(), maker.entry);
}

/// Their spin would stay whatever friction does, and friction would work on it for ever.
void refuse_spin_of_those_that_do_not_turn(const BodyMaker& maker) {
  const auto spins = [](Vec3 w) { return norm2(w) > 0; };
  const bool any = std::any_of(maker.out.w.begin(), maker.out.w.end(), spins);
  if (any && !maker.options.turns && !maker.options.prescribed)
    maker.refuse("turns = false, but bodies begin with a spin; remove it, or let them turn");
}

BodyList bodies_of_entry(const Case& c, int entry, const BodyList& before,
                         const LoadRun& load_run) {
  BodyMaker maker(c, entry);
  maker.before = before.size();
  switch (maker.options.source) {
    case BodySource::kExplicit:
      bodies_from_list(maker);
      break;
    case BodySource::kTable:
      bodies_from_table(maker);
      break;
    case BodySource::kLammps:
      bodies_from_lammps(maker);
      break;
    case BodySource::kLattice:
      bodies_on_lattice(maker);
      break;
    case BodySource::kPacking:
      bodies_in_packing(maker);
      break;
    case BodySource::kLine:
      bodies_on_line(maker);
      break;
    case BodySource::kFrom:
      bodies_from_run(maker, load_run);
      break;
  }
  refuse_spin_of_those_that_do_not_turn(maker);
  return std::move(maker.out);
}

const Origin& origin_of(const Case& c, const BodyList& bodies, Index i) {
  const auto row = static_cast<std::size_t>(i);
  return c.bodies[static_cast<std::size_t>(bodies.entry[row])].origin;
}

void wrap_and_check_domain(const Case& c, BodyList& bodies) {
  for (Index i = 0; i < bodies.size(); ++i) {
    Vec3& x = bodies.x[static_cast<std::size_t>(i)];
    for (int k = 0; k < (c.run.planar ? 2 : 3); ++k) {
      const Real lo = at(c.domain.lo, k), hi = at(c.domain.hi, k), length = hi - lo;
      if (c.domain.periodic[static_cast<std::size_t>(k)]) {
        at(x, k) -= length * std::floor((at(x, k) - lo) / length);
        if (at(x, k) >= hi) at(x, k) = lo;  // rounding of a tiny negative number
      } else if (at(x, k) < lo || at(x, k) > hi) {
        const Origin& origin = origin_of(c, bodies, i);
        throw CaseError(
            origin.file, origin.line,
            fmt::format("bodies: body {} at [{}, {}, {}] is outside the domain; move it "
                        "or enlarge the domain along {}",
                        i, plain(x.x), plain(x.y), plain(x.z), "xyz"[k]));
      }
    }
  }
}

/// Every sphere of every body, with its owner.
struct Spheres {
  std::vector<Vec3> x;
  std::vector<Real> r;
  std::vector<Index> owner;

  Spheres(const Case& c, const BodyList& bodies) {
    for (Index i = 0; i < bodies.size(); ++i) {
      const auto row = static_cast<std::size_t>(i);
      if (bodies.clump[row] < 0) {
        add(bodies.x[row], bodies.radius[row], i);
        continue;
      }
      const Real s = bodies.scale[row];
      for (const auto& [px, py, pz, r] :
           c.clumps[static_cast<std::size_t>(bodies.clump[row])].spheres)
        add(bodies.x[row] + rotate(bodies.q[row], s * Vec3{px, py, pz}), s * r, i);
    }
  }
  void add(Vec3 center, Real radius, Index body) {
    x.push_back(center);
    r.push_back(radius);
    owner.push_back(body);
  }
};

struct Overlap {
  Index a = 0, b = 0;
  Real depth = 0, share = 0;  // [m], over the smaller radius [-]
  long count = 0;             // of overlaps over the limit
};

/// The first overlap (lowest ids) over the limit; bodies that are both prescribed may overlap.
Overlap first_overlap(const Case& c, const BodyList& bodies) {
  const Spheres s(c, bodies);
  SphereGrid grid(c.domain);
  for (std::size_t i = 0; i < s.x.size(); ++i) grid.add(s.x[i], s.r[i]);
  auto fixed = [&](Index body) {
    const int entry = bodies.entry[static_cast<std::size_t>(body)];
    return c.bodies[static_cast<std::size_t>(entry)].prescribed;
  };
  Overlap first;
  grid.visit_pairs(0, [&](Index m, Index n) {
    const auto i = static_cast<std::size_t>(m), j = static_cast<std::size_t>(n);
    if (s.owner[i] == s.owner[j]) return;
    const Real depth = grid.overlap(s.x[i], s.r[i], s.x[j], s.r[j]);
    const Real share = depth / std::min(s.r[i], s.r[j]);
    if (share <= c.run.overlap_limit || (fixed(s.owner[i]) && fixed(s.owner[j]))) return;
    const auto [a, b] = std::minmax(s.owner[i], s.owner[j]);
    const long count = first.count + 1;
    if (first.count == 0 || std::pair(a, b) < std::pair(first.a, first.b))
      first = {a, b, depth, share, count};
    first.count = count;
  });
  return first;
}

void check_overlaps(const Case& c, const BodyList& bodies) {
  const Overlap o = first_overlap(c, bodies);
  if (o.count == 0) return;
  const Origin& origin = origin_of(c, bodies, o.b);
  throw CaseError(
      origin.file, origin.line,
      fmt::format(
          "bodies: bodies {} and {} overlap by {:.3g} m at the start, {:.3g} of the smaller "
          "radius; run.overlap_limit is {} ({} such pairs in all). Move them apart, or "
          "raise the limit if this is meant",
          o.a, o.b, o.depth, o.share, plain(c.run.overlap_limit), o.count));
}

}  // namespace

BodyList make_bodies(const Case& c, const LoadRun& load_run) {
  BodyList bodies;
  for (int entry = 0; entry < static_cast<int>(c.bodies.size()); ++entry)
    bodies.append(bodies_of_entry(c, entry, bodies, load_run));
  MaterialCounts materials;
  for (const int material : bodies.material) ++materials[material];
  check_body_materials(c, materials, {c.file, 0});
  wrap_and_check_domain(c, bodies);
  check_overlaps(c, bodies);
  return bodies;
}

}  // namespace scree
