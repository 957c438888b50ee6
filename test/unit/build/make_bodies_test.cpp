#include "scree/build/make_bodies.h"

#include <doctest/doctest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "scree/base/error.h"
#include "unit/case/case_text.h"

using namespace scree;
namespace fs = std::filesystem;

namespace {

/// The small case with its bodies replaced.
Case with_bodies(const std::string& bodies, const std::vector<std::string>& sets = {},
                 const std::string& file = "case.toml") {
  const std::size_t from = kSmallCase.find("[[bodies]]"), to = kSmallCase.find("[[wall]]");
  return read_case_text(
      kSmallCase.substr(0, from) + "[[bodies]]\n" + bodies + "\n" + kSmallCase.substr(to), file,
      sets);
}

/// Smallest distance between surfaces, shortest way round periodic axes [m].
Real smallest_gap(const Case& c, const BodyList& b) {
  Real least = INFINITY;
  for (std::size_t i = 0; i < b.x.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      Vec3 d = b.x[i] - b.x[j];
      for (int k = 0; k < 3; ++k) {
        const Real length = at(c.domain.hi, k) - at(c.domain.lo, k);
        if (c.domain.periodic[static_cast<std::size_t>(k)])
          at(d, k) -= length * std::round(at(d, k) / length);
      }
      least = std::min(least, norm(d) - b.radius[i] - b.radius[j]);
    }
  return least;
}

bool inside(const BodyList& b, Vec3 lo, Vec3 hi) {
  constexpr Real kRounding = 1e-12;
  for (std::size_t i = 0; i < b.x.size(); ++i)
    for (int k = 0; k < 3; ++k)
      if (at(b.x[i], k) - b.radius[i] < at(lo, k) - kRounding ||
          at(b.x[i], k) + b.radius[i] > at(hi, k) + kRounding)
        return false;
  return true;
}

/// A file that is gone after the test.
struct Scratch {
  fs::path path;
  Scratch(const std::string& name, const std::string& text)
      : path(fs::temp_directory_path() / ("scree-" + std::to_string(::getpid()) + "-" + name)) {
    std::ofstream(path) << text;
  }
  ~Scratch() { fs::remove(path); }
  std::string key() const { return "file = \"" + path.string() + "\"\n"; }
};

}  // namespace

TEST_CASE("bodies of a list carry what the list, the entry and the material say") {
  const BodyList b = make_bodies(with_bodies(R"(
list = [{x = [0.2, 0.5, 0.5], radius = 0.1}, {x = [0.6, 0.5, 0.5], radius = 0.1, v = [1, 0, 0], label = "shot"}]
material = "glass"
velocity = [0, 2, 0]
offset = [0.1, 0, 0]
label = "rest")"));
  REQUIRE(b.size() == 2);
  CHECK(b.x[0].x == doctest::Approx(0.3));
  CHECK(b.v[1] == Vec3{1, 2, 0});
  CHECK(b.density[0] == 2500);
  CHECK(b.labels[static_cast<std::size_t>(b.label[0])] == "rest");
  CHECK(b.labels[static_cast<std::size_t>(b.label[1])] == "shot");
}

TEST_CASE("bodies that overlap at the start are named, and the limit is a key") {
  const std::string bodies =
      "list = [{x = [0.2, 0.5, 0.5]}, {x = [0.7, 0.5, 0.5]}, {x = [0.85, 0.5, 0.5]}]\n"
      "material = \"glass\"\nsizes = {kind = \"fixed\", radius = 0.1}";
  CHECK_THROWS_WITH_AS(make_bodies(with_bodies(bodies)),
                       doctest::Contains("bodies 1 and 2 overlap by 0.05 m"), CaseError);
  CHECK(make_bodies(with_bodies(bodies, {"run.overlap_limit=0.6"})).size() == 3);
  CHECK(make_bodies(with_bodies(bodies + "\nprescribed = true")).size() == 3);
}

TEST_CASE("an overlap of very unequal bodies, or across a periodic face, is found") {
  const std::string unequal =
      "list = [{x = [0.5, 0.5, 0.5], radius = 0.3}, {x = [0.801, 0.5, 0.5], radius = 0.002}]\n"
      "material = \"glass\"";
  CHECK_THROWS_WITH_AS(make_bodies(with_bodies(unequal)),
                       doctest::Contains("bodies 0 and 1 overlap by 0.001 m"), CaseError);
  const std::string across =
      "list = [{x = [0.02, 0.5, 0.5], radius = 0.1}, {x = [0.9, 0.5, 0.5], radius = 0.1}]\n"
      "material = \"glass\"";
  CHECK(make_bodies(with_bodies(across)).size() == 2);
  CHECK_THROWS_AS(make_bodies(with_bodies(across, {"domain.periodic=[true, false, false]"})),
                  CaseError);
}

TEST_CASE("a random packing keeps apart and inside, at the solid fraction asked for") {
  const Case c = with_bodies(
      "source = \"packing\"\nmaterial = \"glass\"\nsolid_fraction = 0.25\n"
      "region = {kind = \"box\", lo = [0.1, 0.1, 0.1], hi = [0.9, 0.9, 0.5]}\n"
      "sizes = {kind = \"uniform\", min = 0.02, max = 0.06}");
  const BodyList b = make_bodies(c);
  CHECK(smallest_gap(c, b) >= 0);
  CHECK(inside(b, {0.1, 0.1, 0.1}, {0.9, 0.9, 0.5}));
  Real volume = 0;
  for (const Real r : b.radius) volume += 4 * kPi / 3 * r * r * r;
  CHECK(volume / (0.8 * 0.8 * 0.4) == doctest::Approx(0.25).epsilon(0.02));
}

TEST_CASE("a packing far denser than random placement allows is pushed apart, in any region") {
  struct Dense {
    const char* region;
    Real volume;
  };
  for (const auto& [region, volume] :
       {Dense{"box\", lo = [0, 0, 0], hi = [1, 1, 1]", 1},
        Dense{"cylinder\", from = [0.5, 0.5, 0], to = [0.5, 0.5, 1], radius = 0.5", kPi / 4},
        Dense{"sphere\", center = [0.5, 0.5, 0.5], radius = 0.5", kPi / 6}}) {
    const Case c = with_bodies(
        std::string("source = \"packing\"\nmaterial = \"glass\"\nsolid_fraction = 0.5\n"
                    "sizes = {kind = \"uniform\", min = 0.03, max = 0.04}\nregion = {kind = \"") +
        region + "}");
    const BodyList b = make_bodies(c);
    CHECK(smallest_gap(c, b) >= 0);
    CHECK(inside(b, {0, 0, 0}, {1, 1, 1}));
    Real sum = 0;
    for (const Real r : b.radius) sum += 4 * kPi / 3 * r * r * r;
    CHECK(sum / volume == doctest::Approx(0.5).epsilon(0.01));
  }
}

TEST_CASE("a planar packing stays in its plane and reaches the area asked for") {
  const std::size_t from = kSmallCase.find("[[bodies]]");
  std::string text =
      kSmallCase.substr(0, from) +
      "[[bodies]]\nsource = \"packing\"\nmaterial = \"glass\"\nsolid_fraction = 0.75\n"
      "sizes = {kind = \"uniform\", min = 0.02, max = 0.03}\n";
  const Case c = read_case_text(
      text, "case.toml", {"run.planar=true", "run.thickness=1", "gravity.vector=[0, -9.81]"});
  const BodyList b = make_bodies(c);
  CHECK(smallest_gap(c, b) >= 0);
  Real area = 0;
  for (std::size_t i = 0; i < b.x.size(); ++i) {
    CHECK(b.x[i].z == 0);
    area += kPi * b.radius[i] * b.radius[i];
  }
  CHECK(area == doctest::Approx(0.75).epsilon(0.01));
}

TEST_CASE("a packing in a periodic domain crosses its faces without overlap") {
  const Case c = with_bodies(
      "source = \"packing\"\nmaterial = \"glass\"\ncount = 120\n"
      "sizes = {kind = \"fixed\", radius = 0.08}",
      {"domain.periodic=[true, true, true]"});
  const BodyList b = make_bodies(c);
  CHECK(b.size() == 120);
  CHECK(smallest_gap(c, b) >= 0);
  CHECK_FALSE(inside(b, c.domain.lo, c.domain.hi));
}

TEST_CASE("packings in cylinders and spheres stay inside them") {
  const BodyList b = make_bodies(with_bodies(
      "source = \"packing\"\nmaterial = \"glass\"\ncount = 60\n"
      "region = {kind = \"cylinder\", from = [0.5, 0.1, 0.5], to = [0.5, 0.9, 0.5], radius = 0.3}\n"
      "sizes = {kind = \"fixed\", radius = 0.05}"));
  for (const Vec3 x : b.x) {
    CHECK(std::hypot(x.x - 0.5, x.z - 0.5) <= 0.25 + 1e-12);
    CHECK(x.y >= 0.15 - 1e-12);
    CHECK(x.y <= 0.85 + 1e-12);
  }
  const BodyList s = make_bodies(
      with_bodies("source = \"packing\"\nmaterial = \"glass\"\ncount = 60\n"
                  "region = {kind = \"sphere\", center = [0.5, 0.5, 0.5], radius = 0.4}\n"
                  "sizes = {kind = \"fixed\", radius = 0.05}"));
  for (const Vec3 x : s.x) CHECK(norm(x - Vec3{0.5, 0.5, 0.5}) <= 0.35 + 1e-12);
}

TEST_CASE("the same seed gives the same packing, another seed another one") {
  const std::string bodies =
      "source = \"packing\"\nmaterial = \"glass\"\ncount = 20\n"
      "sizes = {kind = \"uniform\", min = 0.02, max = 0.06}";
  const BodyList a = make_bodies(with_bodies(bodies)), b = make_bodies(with_bodies(bodies));
  const BodyList other = make_bodies(with_bodies(bodies, {"run.seed=2"}));
  CHECK(std::equal(a.x.begin(), a.x.end(), b.x.begin()));
  CHECK_FALSE(a.x[0] == other.x[0]);
}

TEST_CASE("a lattice of touching spheres has the solid fraction of its kind") {
  // With 20 diameters along each axis the loosely filled border takes some percent.
  struct Known {
    const char* kind;
    Real fraction;
  };
  for (const auto& [kind, fraction] : {Known{"cubic", kPi / 6}, Known{"fcc", kPi / std::sqrt(18.0)},
                                       Known{"hexagonal", kPi / std::sqrt(18.0)}}) {
    const Case c =
        with_bodies(std::string("source = \"lattice\"\nlattice = \"") + kind +
                    "\"\nmaterial = \"glass\"\nsizes = {kind = \"fixed\", radius = 0.025}");
    const BodyList b = make_bodies(c);
    CHECK(inside(b, {0, 0, 0}, {1, 1, 1}));
    CHECK(std::abs(smallest_gap(c, b)) < 1e-9);
    const Real volume = static_cast<Real>(b.size()) * 4 * kPi / 3 * std::pow(0.025, 3);
    CHECK(volume <= fraction * 1.0001);
    CHECK(volume > fraction * 0.85);
  }
}

TEST_CASE("a periodic lattice fills the domain and closes over its faces") {
  const Case c = with_bodies(
      "source = \"lattice\"\nlattice = \"fcc\"\nmaterial = \"glass\"\n"
      "spacing = 0.12\nsizes = {kind = \"fixed\", radius = 0.05}",
      {"domain.periodic=[true, true, true]"});
  const BodyList b = make_bodies(c);
  CHECK(b.size() == 4 * 5 * 5 * 5);
  CHECK(smallest_gap(c, b) == doctest::Approx(0.2 / std::sqrt(2.0) - 0.1));
}

TEST_CASE("a jittered lattice never overlaps, and count fills it from below") {
  const Case c = with_bodies(
      "source = \"lattice\"\nmaterial = \"glass\"\nspacing = 0.1\njitter = 1\n"
      "count = 150\nsizes = {kind = \"uniform\", min = 0.02, max = 0.05}");
  const BodyList b = make_bodies(c);
  CHECK(b.size() == 150);
  CHECK(smallest_gap(c, b) >= 0);
  for (const Vec3 x : b.x) CHECK(x.z < 0.2);
  CHECK_THROWS_WITH_AS(
      make_bodies(with_bodies("source = \"lattice\"\nmaterial = \"glass\"\n"
                              "count = 9\nsizes = {kind = \"fixed\", radius = 0.25}")),
      doctest::Contains("holds only 8 lattice sites"), CaseError);
}

TEST_CASE("a table gives bodies by column name, with labels and materials") {
  const Scratch table("bodies.txt",
                      "label radius x y z vz material\n"
                      "a 0.1 0.2 0.5 0.5 -1 glass\nb 0.05 0.7 0.5 0.5 2 glass\n");
  const BodyList b = make_bodies(with_bodies("source = \"table\"\n" + table.key()));
  REQUIRE(b.size() == 2);
  CHECK(b.radius[1] == 0.05);
  CHECK(b.v[0] == Vec3{0, 0, -1});
  CHECK(b.labels[static_cast<std::size_t>(b.label[1])] == "b");
}

TEST_CASE("a LAMMPS bed is tiled by its own box") {
  const Scratch data("bed.data",
                     "bed\n\n2 atoms\n1 atom types\n\n0 0.5 xlo xhi\n0 0.25 ylo yhi\n"
                     "0 1 zlo zhi\n\nAtoms\n\n1 1 0.1 2600 0.1 0.1 0.5\n"
                     "2 1 0.12 2600 0.4 0.2 0.2\n");
  const Case c =
      with_bodies("source = \"lammps\"\nmaterial = \"glass\"\ntile = [2, 4, 1]\n" + data.key(),
                  {"domain.periodic=[true, true, false]"});
  const BodyList b = make_bodies(c);
  REQUIRE(b.size() == 16);
  CHECK(b.radius[1] == 0.06);
  CHECK(b.density[15] == 2600);
  CHECK(b.x[15].x == doctest::Approx(0.9));
  CHECK(b.x[15].y == doctest::Approx(0.95));
}

TEST_CASE("clumps are scaled to the radius that encloses them, and turned at random on request") {
  const std::string clump =
      "source = \"packing\"\nmaterial = \"glass\"\ncount = 50\n"
      "shape = \"pair\"\norientation = \"random\"\n"
      "sizes = {kind = \"fixed\", radius = 0.05}\n"
      "[clump.pair]\nspheres = [[-0.1, 0, 0, 0.1], [0.1, 0, 0, 0.1]]";
  const BodyList b = make_bodies(with_bodies(clump));
  Vec3 mean{0, 0, 0};
  for (std::size_t i = 0; i < b.x.size(); ++i) {
    CHECK(b.clump[i] == 0);
    CHECK(b.scale[i] == doctest::Approx(0.25));
    mean += rotate(b.q[i], Vec3{1, 0, 0}) / 50;
  }
  CHECK(norm(mean) < 0.4);  // fifty random directions sum to about sqrt(50)
}

TEST_CASE("a body outside the domain is refused, along a periodic axis it is wrapped") {
  const std::string bodies = "list = [{x = [1.2, 0.5, 0.5], radius = 0.1}]\nmaterial = \"glass\"";
  CHECK_THROWS_WITH_AS(make_bodies(with_bodies(bodies)), doctest::Contains("outside the domain"),
                       CaseError);
  const BodyList b = make_bodies(with_bodies(bodies, {"domain.periodic=[true, false, false]"}));
  CHECK(b.x[0].x == doctest::Approx(0.2));
}

TEST_CASE("the end of another run is asked for through the hook") {
  const Case c = with_bodies("from = \"out/settle\"");
  CHECK_THROWS_AS(make_bodies(c), CaseError);
  const Case donor = read_case_text(kSmallCase, "donor.toml");
  LoadRun load;
  load.bodies = [&](const Case&, const BodiesOptions& options) {
    CHECK(options.from == "out/settle");
    return make_bodies(donor);
  };
  const BodyList b = make_bodies(c, load);
  CHECK(b.size() == 2);
}

TEST_CASE("bodies of another run keep their labels, and get the motion that the entry adds") {
  const Case donor = read_case_text(kSmallCase, "donor.toml");
  LoadRun load;
  load.bodies = [&](const Case&, const BodiesOptions&) {
    BodyList list = make_bodies(donor);
    list.label[1] = list.label_row("shot");
    return list;
  };
  const BodyList before = load.bodies(donor, {});
  const BodyList b = make_bodies(
      with_bodies(
          "from = \"out/settle\"\nlabel = \"taken\"\nvelocity = [1, 2, 3]\nspin = [0, 0, 4]"),
      load);
  const auto label = [&](std::size_t k) { return b.labels[static_cast<std::size_t>(b.label[k])]; };
  CHECK(label(0) == "taken");
  CHECK(label(1) == "shot");
  for (std::size_t k = 0; k < 2; ++k) {
    CHECK(b.v[k] == before.v[k] + Vec3{1, 2, 3});
    CHECK(b.w[k] == before.w[k] + Vec3{0, 0, 4});
  }
}

TEST_CASE("clumps cannot be asked of another run alone") {
  CHECK_THROWS_WITH_AS(with_bodies("from = \"out/settle\"\nshape = \"peanut\""),
                       doctest::Contains("run.from takes clumps as well"), CaseError);
}
