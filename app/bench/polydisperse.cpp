#include "bench/polydisperse.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "bench/peers.h"
#include "bench/problems.h"
#include "bench/settle.h"
#include "bench/transcript.h"
#include "exit_code.h"
#include "running.h"
#include "scree/base/error.h"

namespace scree::app {
namespace {

constexpr int kAcross = 5, kLayers = 4;  // copies of the bed along x, y and along z
constexpr int kCells = 3;                // places of large spheres along each axis
constexpr int kLarge = 22;               // of the 27 places
constexpr Real kRatio = 30;              // of the radii
constexpr Real kWanted = 2;              // cost per contact over that of like spheres

void add_sphere(BodyList& list, Vec3 x, Real radius, Real density) {
  list.x.push_back(x);
  list.v.push_back({0, 0, 0});
  list.w.push_back({0, 0, 0});
  list.radius.push_back(radius);
  list.density.push_back(density);
}

Real cube(Real r) { return r * r * r; }

/// Centre of place number k: layers from the floor to the surface, every other one shifted by half
/// a cell, so that large spheres do not meet.
Vec3 place_of(int k, Real radius, Vec3 box) {
  constexpr Real kMargin = 1.02;  // off the floor, in radii
  const int layer = k / (kCells * kCells);
  const Real shift = layer % 2 == 0 ? 0.25 : 0.75;
  const Real low = kMargin * radius, high = box.z - kMargin * radius;
  return {(k % kCells + shift) * box.x / kCells, (k / kCells % kCells + shift) * box.y / kCells,
          low + layer * (high - low) / (kCells - 1)};
}

bool touches_large(Vec3 x, Real r, Real large_radius, Vec3 box) {
  const Real reach = r + large_radius;
  for (int k = 0; k < kLarge; ++k) {
    Vec3 d = x - place_of(k, large_radius, box);
    d.x -= box.x * std::nearbyint(d.x / box.x);
    d.y -= box.y * std::nearbyint(d.y / box.y);
    if (norm2(d) < reach * reach) return true;
  }
  return false;
}

/// Folder with the mixture at rest, which is made once: the layers fall onto each other.
std::string settle_mixture(const std::vector<std::string>& sets, const std::string& folder) {
  Start start{case_file("polydisperse"), sets, "polydisperse-settled"};
  start.sets.insert(start.sets.end(), {"run.duration=0.3", "pair.0.restitution=0.5"});
  const std::string out = folder + "/" + start.name;
  if (is_settled(start, out))
    fmt::print("settled before, in {}\n", out);
  else
    fmt::print("settling it first, which is done once and takes a quarter of an hour\n");
  choose_threads(0, 1 << 30);
  return settle(start, folder);
}

}  // namespace

Mixture mix(const BodyList& bed, Real width) {
  const auto n = static_cast<std::size_t>(bed.size());
  Real mean = 0, largest = 0, top = 0;
  for (std::size_t k = 0; k < n; ++k) {
    mean += bed.radius[k] / static_cast<Real>(n);
    largest = std::max(largest, bed.radius[k]);
    top = std::max(top, bed.x[k].z);
  }
  // The uneven surface is cut off; the floor of the next layer is so high that nothing overlaps.
  const Real cut = top - 3 * mean, layer = cut + largest;
  const Real large_radius = kRatio * mean;
  Mixture mixture;
  mixture.box = {kAcross * width, kAcross * width, kLayers * layer};
  Real small_volume = 0;
  for (int c = 0; c < kAcross * kAcross * kLayers; ++c) {
    const int along = c % kAcross, across = c / kAcross % kAcross, up = c / kAcross / kAcross;
    const Vec3 shift{width * along, width * across, layer * up};
    for (std::size_t k = 0; k < n; ++k) {
      const Vec3 x = bed.x[k] + shift;
      if (bed.x[k].z > cut || touches_large(x, bed.radius[k], large_radius, mixture.box)) continue;
      add_sphere(mixture.bodies, x, bed.radius[k], bed.density[k]);
      small_volume += cube(bed.radius[k]);
    }
  }
  for (int k = 0; k < kLarge; ++k)
    add_sphere(mixture.bodies, place_of(k, large_radius, mixture.box), large_radius,
               bed.density[0]);
  mixture.large = kLarge;
  mixture.large_over_small = kLarge * cube(large_radius) / small_volume;
  return mixture;
}

int bench_polydisperse(const RaceOptions& options, const std::string& folder) {
  const Problem& bed = find_problem("bed");
  const Case bed_case = read_case(case_file(bed.name));
  const Mixture mixture = mix(make_bodies(bed_case), bed_case.domain.hi.x);
  DomainOptions domain;
  domain.hi = mixture.box + Vec3{0, 0, 0.1};
  std::filesystem::create_directories(folder);
  const std::string data = std::filesystem::absolute(folder + "/polydisperse.data").string();
  write_lammps_data(data, domain, mixture.bodies);

  fmt::print("{} large spheres in {} small ones, radii {:.0f} : 1, volumes {:.2f} : 1\n\n",
             mixture.large, mixture.bodies.size() - mixture.large, kRatio,
             mixture.large_over_small);
  const std::string size =
      fmt::format("domain.hi=[{}, {}, {}]", domain.hi.x, domain.hi.y, domain.hi.z);
  const std::string settled = settle_mixture({"bodies.file=" + data, size}, folder);

  const long like = std::max(1L, std::lround(static_cast<double>(mixture.bodies.size()) / kTile));
  const std::vector<Contender> beds{
      scree_contender(own_program(), "size ratio 30", 1, case_file("polydisperse"),
                      {"bodies.0={source=\"from\", from=\"" + settled + "\"}", size}),
      scree_contender(own_program(), "like spheres", 1, case_file(bed.name),
                      sets_for(bed, like * kTile))};
  const std::vector<Result> results = race(beds, options, folder);
  std::vector<double> cost;
  fmt::print("  {:16} {:>9} {:>9} {:>10} {:>8} {:>14}\n", "bed", "spheres", "contacts", "builds",
             "Mps", "ns per contact");
  for (const Result& r : results) {
    const double contacts = r.contacts.value_or(0);
    cost.push_back(1e9 * r.seconds / (static_cast<double>(r.steps) * contacts));
    fmt::print("  {:16} {:9} {:9.0f} {:>10} {:8.2f} {:14.1f}\n", r.name, r.spheres, contacts,
               fmt::format("{} + {}", r.builds, r.refreshes.value_or(0)), r.rate() * 1e-6,
               cost.back());
  }
  const double ratio = cost[0] / cost[1];
  fmt::print("\n  a contact costs {:.2f} times as much (wanted at most {:.0f})  {}\n", ratio,
             kWanted, ratio <= kWanted ? "met" : "short");
  return kDone;
}

}  // namespace scree::app
