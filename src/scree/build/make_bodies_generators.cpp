/// Bodies that are placed by rule: on a lattice, or at random without overlap.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "scree/build/make_bodies_sources.h"
#include "scree/build/region.h"
#include "scree/build/relax.h"
#include "scree/build/size_sampler.h"
#include "scree/build/sphere_grid.h"

namespace scree {
namespace {

RegionSpace space_of(const BodyMaker& maker) {
  return {maker.options.region.value_or(whole_domain(maker.c)), maker.c.domain, maker.c.run.planar};
}

// ---------------------------------------------------------------- lattice

/// A repeating block: its size and the sites in it, both for nearest neighbours at distance 1.
struct LatticeCell {
  Vec3 size;
  std::vector<Vec3> sites;  // fractions of size
};

LatticeCell lattice_cell(LatticeKind kind, bool planar) {
  const Real s3 = std::sqrt(3.0);
  if (kind == LatticeKind::kCubic) return {{1, 1, 1}, {{0, 0, 0}}};
  if (planar) return {{1, s3, 1}, {{0, 0, 0}, {0.5, 0.5, 0}}};
  if (kind == LatticeKind::kFcc) {
    const Real a = std::sqrt(2.0);
    return {{a, a, a}, {{0, 0, 0}, {0.5, 0.5, 0}, {0.5, 0, 0.5}, {0, 0.5, 0.5}}};
  }
  return {{1, s3, std::sqrt(8.0 / 3)},
          {{0, 0, 0}, {0.5, 0.5, 0}, {0.5, 1.0 / 6, 0.5}, {0, 2.0 / 3, 0.5}}};
}

constexpr const char* kSparser =
    "widen spacing or sizes, or shrink the region: is a length in other units?";

/// Part of the box around a region that the region fills.
Real expected_part(const RegionSpace& space, bool planar) {
  const Vec3 size = space.hi() - space.lo();
  return std::min<Real>(1, space.volume() / (size.x * size.y * (planar ? 1 : size.z)));
}

/// All sites of the region, from the bottom up.
std::vector<Vec3> lattice_sites(const BodyMaker& maker, const RegionSpace& space, Real spacing,
                                Real margin) {
  const bool planar = maker.c.run.planar;
  LatticeCell cell = lattice_cell(maker.options.lattice, planar);
  Vec3 first = space.lo();
  long count[3] = {1, 1, 1};
  Real total = 1;
  const int axes = planar ? 2 : 3;
  const Real weight = maker.options.count ? 0.1 : 1;  // a site that stays empty takes less memory
  for (int k = 0; k < axes; ++k) {
    Real& size = at(cell.size, k);
    size *= spacing;
    const Real length = at(space.hi(), k) - at(space.lo(), k);
    // Along a periodic axis the lattice is stretched so that whole cells fit.
    const Real cells = space.wraps(k) ? std::max(1.0, std::floor(length / size * (1 + 1e-12)))
                                      : std::ceil(length / size) + 1;
    total *= cells;
    const Real part = (k < axes - 1 ? 1 : expected_part(space, planar)) * weight;
    maker.expect_bodies(total * part * static_cast<Real>(cell.sites.size()), kSparser);
    count[k] = static_cast<long>(cells);
    if (space.wraps(k)) size = length / cells;
    at(first, k) += space.wraps(k) ? 0.25 * size : margin;
  }
  std::vector<Vec3> sites;
  for (long i = 0; i < count[0]; ++i)
    for (long j = 0; j < count[1]; ++j)
      for (long k = 0; k < count[2]; ++k)
        for (const Vec3 f : cell.sites) {
          const Vec3 x = first + Vec3{(static_cast<Real>(i) + f.x) * cell.size.x,
                                      (static_cast<Real>(j) + f.y) * cell.size.y,
                                      planar ? 0 : (static_cast<Real>(k) + f.z) * cell.size.z};
          constexpr Real kTouch = 1e-9;  // a site may touch the border, rounding included
          if (space.holds(x, margin * (1 - kTouch))) sites.push_back(x);
        }
  std::stable_sort(sites.begin(), sites.end(), [planar](Vec3 a, Vec3 b) {
    return planar ? std::pair(a.y, a.x) < std::pair(b.y, b.x)
                  : std::tuple(a.z, a.y, a.x) < std::tuple(b.z, b.y, b.x);
  });
  return sites;
}

Vec3 random_shift(Real reach, bool planar, Random& random) {
  for (;;) {
    const Vec3 u{random.uniform(-1, 1), random.uniform(-1, 1), planar ? 0 : random.uniform(-1, 1)};
    if (norm2(u) <= 1) return reach * u;
  }
}

}  // namespace

void bodies_on_lattice(BodyMaker& maker) {
  const BodiesOptions& options = maker.options;
  const RegionSpace space = space_of(maker);
  const Real largest = maker.largest_radius();
  const Real spacing = options.spacing.value_or(2 * largest);
  const std::vector<Vec3> sites =
      lattice_sites(maker, space, spacing, std::max(largest, spacing / 2));
  const auto wanted = options.count ? static_cast<std::size_t>(*options.count) : sites.size();
  if (sites.empty()) maker.refuse("the region holds no lattice site; enlarge it or shrink spacing");
  if (wanted > sites.size())
    maker.refuse(
        fmt::format("count = {}, but the region holds only {} lattice sites with spacing "
                    "{:.4g} m; enlarge the region or shrink spacing",
                    wanted, sites.size(), spacing));
  for (std::size_t i = 0; i < wanted; ++i) {
    const Real radius = maker.draw_radius();
    const Real free = std::max<Real>(0, spacing / 2 - radius);
    const Vec3 shift = options.jitter > 0
                           ? random_shift(options.jitter * free, maker.c.run.planar, maker.random)
                           : Vec3{0, 0, 0};
    maker.add(sites[i] + shift, radius);
  }
}

// ---------------------------------------------------------------- line

void bodies_on_line(BodyMaker& maker) {
  const BodiesOptions& o = maker.options;
  const Real length = norm(o.end - o.start);
  constexpr Real kRounding = 1e-9;  // of a spacing: a line meant to end exactly at `end` does
  const Real spacing = o.spacing.value_or(2 * maker.largest_radius());
  const Real count =
      o.count ? static_cast<Real>(*o.count) : std::floor(length / spacing + kRounding) + 1;
  maker.expect_bodies(count, o.count ? "lower count" : kSparser);
  const Real step = !o.count ? spacing : count > 1 ? length / (count - 1) : 0;
  const Vec3 along = (o.end - o.start) / length;
  for (long k = 0; k < static_cast<long>(count); ++k)
    maker.add(o.start + static_cast<Real>(k) * step * along, 0);
}

// ---------------------------------------------------------------- random packing

namespace {

Real volume_of(Real radius, bool planar) {
  return planar ? kPi * radius * radius : 4 * kPi / 3 * radius * radius * radius;
}

/// Of the bodies to be drawn, from a sample that leaves their random numbers as they are.
Real mean_volume(const BodyMaker& maker) {
  constexpr int kSample = 2000;
  BodyMaker probe = maker;
  Real sum = 0;
  for (int k = 0; k < kSample; ++k) sum += volume_of(probe.draw_radius(), maker.c.run.planar);
  return sum / kSample;
}

/// Radii to be placed, largest first: small ones find gaps that large ones do not.
std::vector<Real> radii_to_place(BodyMaker& maker, const RegionSpace& space) {
  std::vector<Real> radii;
  const bool planar = maker.c.run.planar;
  if (maker.options.count) {
    maker.expect_bodies(static_cast<Real>(*maker.options.count), "lower count");
    for (long i = 0; i < *maker.options.count; ++i) radii.push_back(maker.draw_radius());
  } else {
    const Real wanted = *maker.options.solid_fraction * space.volume();
    maker.expect_bodies(wanted / mean_volume(maker),
                        "lower solid_fraction, raise the radii of sizes, or shrink the region");
    for (Real placed = 0; placed < wanted;) {
      radii.push_back(maker.draw_radius());
      placed += volume_of(radii.back(), planar);
    }
  }
  std::sort(radii.begin(), radii.end(), std::greater<>());
  return radii;
}

bool is_free(const SphereGrid& grid, Vec3 x, Real r) {
  bool free = true;
  grid.visit_near(x, r, 0, [&](Index n) {
    free = grid.overlap(x, r, grid.x(n), grid.r(n)) <= 0;
    return free;
  });
  return free;
}

/// Puts spheres at random where they are free. When one finds no room, that one and all after it
/// are put anywhere, and the answer is false.
bool place_at_random(const std::vector<Real>& radii, BodyMaker& maker, const RegionSpace& space,
                     std::vector<Vec3>& x) {
  // Random placement jams near a solid fraction of 0.38 (discs: 0.55); these many misses in a row
  // mean that it is not far from there.
  constexpr long kMostTries = 2000;
  SphereGrid grid(maker.c.domain);
  bool room = true;
  for (const Real r : radii) {
    Vec3 center{0, 0, 0};
    for (long tries = 0;; ++tries) {
      if (!space.random_center(r, maker.random, center))
        maker.refuse(fmt::format("a body of radius {:.4g} m does not fit into the region", r));
      if (!room || is_free(grid, center, r)) break;
      room = tries < kMostTries;
    }
    x.push_back(center);
    if (room) grid.add(center, r);
  }
  return room;
}

}  // namespace

void bodies_in_packing(BodyMaker& maker) {
  const RegionSpace space = space_of(maker);
  const std::vector<Real> radii = radii_to_place(maker, space);
  Real volume = 0;
  for (const Real r : radii) volume += volume_of(r, maker.c.run.planar);
  std::vector<Vec3> x;
  if (!place_at_random(radii, maker, space, x)) {
    const RelaxReport report = push_apart(x, radii, space, maker.c.domain);
    if (!report.apart)
      maker.refuse(fmt::format(
          "{} bodies (solid fraction {:.3f}) cannot be placed without overlap: after {} sweeps of "
          "pushing apart, overlaps reach {:.2g} of a radius. Ask for a lower solid fraction or "
          "count "
          "(0.55 is about the most, discs 0.8), or enlarge the region",
          radii.size(), volume / space.volume(), report.sweeps, report.overlap));
  }
  for (std::size_t i = 0; i < x.size(); ++i) maker.add(x[i], radii[i]);
}

}  // namespace scree
