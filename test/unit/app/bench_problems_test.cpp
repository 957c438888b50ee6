#include <doctest/doctest.h>

#include <cmath>

#include "bench/peers.h"
#include "bench/polydisperse.h"
#include "bench/problems.h"
#include "scree/base/error.h"
#include "scree/io/lammps_data.h"
#include "source_folder.h"
#include "unit/io/scratch_folder.h"

using namespace scree;
using namespace scree::app;

namespace {

std::string source(const std::string& name) {
  return source_folder() + "/bench/cases/" + name + ".toml";
}

}  // namespace

TEST_CASE("tilings are as square as they can be") {
  const auto is = [](long n, long nx, long ny) {
    const Tiling t = square_tiling(n);
    return t.nx == nx && t.ny == ny;
  };
  CHECK(is(1, 1, 1));
  CHECK(is(7, 7, 1));
  CHECK(is(10, 5, 2));
  CHECK(is(100, 10, 10));
}

TEST_CASE("every problem reads and tiles into the number of spheres it says") {
  for (const Problem& problem : problems()) {
    const Case c = read_case(source(problem.name), sets_for(problem, 20000));
    CHECK(make_bodies(c).size() == 20000);
    CHECK_THROWS_AS(sets_for(problem, 12345), CaseError);
  }
}

TEST_CASE("the peers start from exactly the spheres Scree starts from") {
  const ScratchFolder folder;
  const Problem& drum = find_problem("drum");
  const Case c = read_case(source("drum"), sets_for(drum, 10000));
  const PeerFiles files = write_peer_files(drum, c, folder.path().string());
  const LammpsData data = read_lammps_data(files.data);
  const BodyList bodies = make_bodies(c);
  REQUIRE(data.x.size() == 10000);
  bool same = true;
  for (std::size_t k = 0; k < data.x.size(); ++k)
    same = same && data.x[k] == bodies.x[k] && data.v[k] == bodies.v[k] &&
           data.w[k] == bodies.w[k] && data.diameter[k] == 2 * bodies.radius[k];
  CHECK(same);
  CHECK(contains(file_bytes(files.mesh), "endsolid drum"));
}

TEST_CASE("the mixture: equal volumes, radii 1 : 30, and no small sphere inside a large one") {
  const Case c = read_case(source("bed"));
  const Mixture m = mix(make_bodies(c), c.domain.hi.x);
  CHECK(m.large >= 20);
  CHECK(m.large_over_small == doctest::Approx(1).epsilon(0.02));
  const auto n = static_cast<std::size_t>(m.bodies.size());
  const auto first_large = n - static_cast<std::size_t>(m.large);
  Real mean = 0, deepest = 0;
  for (std::size_t k = 0; k < first_large; ++k)
    mean += m.bodies.radius[k] / static_cast<Real>(first_large);
  CHECK(m.bodies.radius[n - 1] / mean == doctest::Approx(30).epsilon(0.01));
  for (std::size_t l = first_large; l < n; ++l)
    for (std::size_t k = 0; k < n; ++k) {
      if (k == l) continue;
      Vec3 d = m.bodies.x[k] - m.bodies.x[l];
      d.x -= m.box.x * std::nearbyint(d.x / m.box.x);
      d.y -= m.box.y * std::nearbyint(d.y / m.box.y);
      deepest = std::max(deepest, m.bodies.radius[k] + m.bodies.radius[l] - norm(d));
    }
  CHECK(deepest < 1e-9);
}
