#include "bench/boxes.h"

#include <fmt/format.h>
#include <fmt/os.h>

#include <cmath>
#include <filesystem>

#include "bench/problems.h"
#include "bench/report.h"
#include "bench/settle.h"
#include "bench/transcript.h"
#include "exit_code.h"
#include "running.h"
#include "scree/base/random.h"

namespace scree::app {
namespace {

constexpr double kEdge = 0.01;     // of a box [m]
constexpr double kDensity = 2500;  // [kg/m^3]
constexpr double kWanted = 2;      // a step of boxes over one of clumps, at most
constexpr double kSpin = 30;       // of boxes at the start, about each axis, at most [rad/s]
constexpr double kApart = 1.75;    // places at the start, in edges: any turn fits
constexpr double kDeep = 8;        // of the heap at rest, in edges, about
constexpr double kSolid = 0.6;     // of its volume, about
constexpr std::uint64_t kSeed = 2024;

/// The container and the places at the start.
struct Room {
  long across, layers;   // places
  double width, height;  // [m]

  explicit Room(long count) {
    const double edges = std::sqrt(static_cast<double>(count) / (kSolid * kDeep));
    across = std::max(2l, std::lround(edges / kApart));
    layers = (count + across * across - 1) / (across * across);
    width = kApart * kEdge * static_cast<double>(across);
    height = kApart * kEdge * (static_cast<double>(layers) + 1);
  }
  /// Centre of a place, layer by layer from the floor.
  Vec3 place(long k) const {
    const auto at = [](long n) { return kApart * kEdge * (static_cast<double>(n) + 0.5); };
    return {at(k % across), at(k / across % across), at(k / (across * across))};
  }
};

std::string vector(Vec3 v) { return fmt::format("[{:.9g}, {:.9g}, {:.9g}]", v.x, v.y, v.z); }

std::string boxes(const Room& room, long count) {
  Random random{kSeed};
  const Vec3 half{kEdge / 2, kEdge / 2, kEdge / 2};
  const auto spin = [&] { return random.uniform(-kSpin, kSpin); };
  std::string text;
  for (long k = 0; k < count; ++k) {
    const Vec3 x = room.place(k), w{spin(), spin(), spin()};
    text += fmt::format(
        "[[wall]]\nname = \"b{}\"\nmaterial = \"stone\"\nshape = \"box\"\nside = \"outside\"\n"
        "lo = {}\nhi = {}\nmass = {:.9g}\nspin = {}\n",
        k, vector(x - half), vector(x + half), kDensity * kEdge * kEdge * kEdge, vector(w));
  }
  return text;
}

/// Spheres of a quarter of the edge in the corners, which fill the cube to its faces.
std::string clumps(const Room& room, long count) {
  const double r = kEdge / 4;
  std::string rows;
  for (int k = 0; k < 8; ++k)
    rows += fmt::format("[{}, {}, {}, {}], ", k & 1 ? r : -r, k & 2 ? r : -r, k & 4 ? r : -r, r);
  return fmt::format(
      "[clump.block]\nspheres = [{}]\n[[bodies]]\nsource = \"lattice\"\nmaterial = \"grain\"\n"
      "shape = \"block\"\ncount = {}\nspacing = {:.9g}\norientation = \"random\"\n"
      "region = {{kind = \"box\", lo = [0, 0, 0], hi = {}}}\n",
      rows, count, kApart * kEdge, vector({room.width, room.width, room.height}));
}

std::string settled_heap(HeapOf bodies, long count, const std::string& folder) {
  const std::string name =
      fmt::format("{}-{}", bodies == HeapOf::kBoxes ? "boxes" : "clumps", count);
  std::filesystem::create_directories(folder);
  const std::string file =
      std::filesystem::absolute(fmt::format("{}/{}.toml", folder, name)).string();
  fmt::output_file(file).print("{}", box_heap_case(bodies, count));
  // Nothing bounces here, so that impacts need no stage of their own while the heap forms.
  return settle({file, {"nonsmooth.impact_speed=10"}, name}, folder);
}

void bench_size(long count, const RaceOptions& options, const std::string& folder) {
  std::vector<Contender> both;
  for (const HeapOf bodies : {HeapOf::kBoxes, HeapOf::kClumps}) {
    const std::string settled = settled_heap(bodies, count, folder);
    both.push_back(scree_contender(own_program(), bodies == HeapOf::kBoxes ? "boxes" : "clumps", 1,
                                   settled + ".toml", {run_from(settled)}));
  }
  const std::vector<Result> results = race(both, options, folder);
  fmt::print("{} bodies, step 1 ms, 50 iterations, {} steps in {} pieces, best of {}\n", count,
             options.steps, options.pieces, options.repeats);
  fmt::print("  {:8} {:>9} {:>11} {:>14} {:>10} {:>12}\n", "heap of", "contacts", "ms a step",
             "us a contact", "residual", "kinetic [J]");
  for (const Result& r : results) {
    const double step = r.seconds / static_cast<double>(r.steps);
    fmt::print("  {:8} {:9.0f} {:11.2f} {:14.3f} {:10.2e} {:12.2e}\n", r.name,
               r.contacts.value_or(0), 1e3 * step, 1e6 * step / r.contacts.value_or(NAN),
               r.residual.value_or(NAN), r.kinetic.value_or(NAN));
  }
  const double ratio = results[0].seconds / results[1].seconds;
  fmt::print(
      "  {} boxes: a step over that of as many clumps {:.2f} x (wanted at most {:.0f})  {}\n\n",
      count, ratio, kWanted, ratio <= kWanted ? "met" : "short");
  std::fflush(stdout);
}

}  // namespace

std::string box_heap_case(HeapOf bodies, long count) {
  const Room room(count);
  const bool of_boxes = bodies == HeapOf::kBoxes;
  const double filled = 8 * 4 * kPi / 3 / 64;  // of the cube, by its eight spheres
  return fmt::format(R"(title = "{} {} fallen into a box"
[run]
method = "nonsmooth"
duration = 1.2
time_step = 1e-3
overlap_limit = 0.5
[nonsmooth]
iterations = 50
tolerance = 0
[domain]
lo = [-0.01, -0.01, -0.01]
hi = {}
[gravity]
vector = [0, 0, -9.81]
[material.stone]
[material.grain]
density = {}
[law]
normal = "linear"
tangential = "cundall-strack"
[[pair]]
materials = ["*", "*"]
restitution = 0
friction = 0.5
[[wall]]
name = "container"
material = "stone"
shape = "box"
lo = [0, 0, 0]
hi = {}
[output]
series_interval = 0.1
frame_interval = 100
picture_interval = 100
plots = false
{})",
                     count, of_boxes ? "boxes" : "clumps of eight spheres",
                     vector({room.width + 0.01, room.width + 0.01, room.height + 0.01}),
                     kDensity / filled, vector({room.width, room.width, room.height}),
                     of_boxes ? boxes(room, count) : clumps(room, count));
}

int bench_boxes(const std::string& sizes, const RaceOptions& options, const std::string& folder) {
  choose_threads(0, 1 << 30);
  for (const std::string& size : split_list(sizes.empty() ? "2k" : sizes))
    bench_size(parse_size(size), options, folder);
  return kDone;
}

}  // namespace scree::app
