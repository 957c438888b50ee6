/// The observer of non-affine motion: what it measures, when, and what frames show of it.
#include "scree/run/observing_nonaffine.h"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>

#include "scree/base/error.h"
#include "scree/run/frames.h"
#include "scree/run/simulation.h"
#include "unit/io/scratch_folder.h"

using namespace scree;

namespace {

/// Free discs, apart from each other, on a grid that shears: v = rate y. The row at the top is
/// prescribed and moves as one. `odd` moves on its own.
std::string gas(Real rate, const std::string& odd, const std::string& more) {
  std::string list;
  for (int j = 0; j < 8; ++j)
    for (int i = 0; i < 8; ++i)
      list += fmt::format("  {{x = [{}, {}], v = [{}, 0], radius = 0.2, label = \"{}\"}},\n",
                          i + 0.5, j + 0.5, rate * (j + 0.5), j < 4 ? "low" : "high");
  return R"(
[run]
planar = true
dimensionless = true
duration = 1
time_step = 0.01
[domain]
lo = [0, 0]
hi = [8, 10]
periodic = [true, false]
[material.disc]
density = 1
[law]
normal = "linear"
tangential = "cundall-strack"
[[pair]]
materials = ["*", "*"]
restitution = 1
stiffness = 100
[[bodies]]
source = "explicit"
material = "disc"
list = [
)" + list +
         odd + "]\n" + more;
}

const std::string kWatch = "[[observe]]\nkind = \"nonaffine\"\nradius = 1.6\ninterval = 0.1\n";

struct Watched {
  Case c;
  Simulation sim;
  Observing observing;
  std::vector<Real> row;

  explicit Watched(const std::string& text)
      : c(read_case_text(text, "test.toml")), sim(c), observing(c, sim.scene()) {
    look();
  }
  void look() { observing.sample(sim.scene(), sim.state(), row); }
  void run(long steps) {
    for (long k = 0; k < steps; ++k) {
      REQUIRE(sim.advance().message == "");
      observing.advance(sim.scene(), sim.state(), sim.dt(), 0);
    }
    look();
  }
  Real operator[](const std::string& name) const {
    const auto& columns = observing.columns();
    const auto found = std::find(columns.begin(), columns.end(), name);
    INFO(name);
    REQUIRE(found != columns.end());
    return row[static_cast<std::size_t>(found - columns.begin())];
  }
  BodyFrame frame() {
    BodyFrame f = body_frame(sim.scene(), sim.state());
    observing.add_columns(sim.state(), f);
    return f;
  }
};

}  // namespace

TEST_CASE("a gas that shears: no D2min, half the shear of one interval, none before one is over") {
  Watched w(gas(0.3, "", kWatch));
  CHECK(std::isnan(w["nonaffine.d2min"]));
  CHECK(w["nonaffine.bodies"] == 0);
  w.run(9);
  CHECK(std::isnan(w["nonaffine.d2min"]));
  w.run(1);
  CHECK(w["nonaffine.bodies"] == 64);
  CHECK(w["nonaffine.neighbours"] == doctest::Approx((48 * 8 + 16 * 5) / 64.0));
  CHECK(w["nonaffine.d2min_max"] < 1e-26);
  CHECK(w["nonaffine.affine_shear"] == doctest::Approx(0.3 * 0.1 / 2).epsilon(1e-3));
  CHECK(std::fabs(w["nonaffine.affine_volume"]) < 1e-12);
  // Later intervals count from their own start: discs have crossed the periodic boundary.
  w.run(60);
  CHECK(w["nonaffine.d2min_max"] < 1e-26);
  CHECK(w["nonaffine.affine_shear"] == doctest::Approx(0.3 * 0.1 / 2).epsilon(1e-3));
}

TEST_CASE("one disc on its own way: its D2min is that of everybody else at rest, as in the frame") {
  // In the middle of four: they see it move by 0.01, it sees them all move against it, affinely
  // in no way at all, so that d2min is the number of neighbours times the square.
  Watched w(gas(0, "{x = [3, 3], v = [0.1, 0], radius = 0.2, label = \"odd\"},",
                kWatch + "[[observe]]\nkind = \"nonaffine\"\nname = \"odd\"\nradius = 1.6\n"
                         "interval = 0.1\nlabel = \"odd\"\n"
                         "[[observe]]\nkind = \"nonaffine\"\nname = \"part\"\nradius = 1.6\n"
                         "interval = 0.1\nregion = {kind = \"box\", lo = [0, 0], hi = [8, 1]}\n"));
  w.run(10);
  CHECK(w["odd.bodies"] == 1);
  CHECK(w["odd.neighbours"] == 12);
  CHECK(w["odd.d2min"] == doctest::Approx(12 * 1e-4));
  CHECK(w["odd.d2min_per_neighbour"] == doctest::Approx(1e-4));
  CHECK(w["odd.d2min_max"] == w["odd.d2min"]);
  CHECK(w["nonaffine.d2min_max"] == doctest::Approx(12 * 1e-4));
  CHECK(w["nonaffine.d2min"] < w["nonaffine.d2min_max"] / 10);
  CHECK(w["part.bodies"] == 8);
  CHECK(w["part.d2min_max"] < 1e-26);

  const BodyFrame f = w.frame();
  const Column* d2min = find_column(f.columns, "d2min");
  REQUIRE(d2min != nullptr);
  REQUIRE(find_column(f.columns, "odd.d2min") != nullptr);
  CHECK(d2min->data.back() == w["odd.d2min"]);
  CHECK(find_column(f.columns, "d2min_per_neighbour")->data.back() == doctest::Approx(1e-4));
  CHECK(find_column(f.columns, "affine_shear")->data.size() == 65);
  CHECK(find_column(f.columns, "affine_volume")->data.size() == 65);
}

TEST_CASE("prescribed bodies are neighbours, but are not measured") {
  const std::string beads =
      "[[bodies]]\nsource = \"explicit\"\nmaterial = \"disc\"\nprescribed = true\n"
      "motion = [{kind = \"translate\", velocity = [0, 0.5]}]\n"
      "list = [{x = [2.5, 8.5], radius = 0.2}, {x = [3.5, 8.5], radius = 0.2}]\n";
  Watched w(gas(0, "", beads + kWatch));
  w.run(10);
  CHECK(w["nonaffine.bodies"] == 64);
  CHECK(w["nonaffine.neighbours"] == doctest::Approx((48 * 8 + 16 * 5 + 6) / 64.0));
  CHECK(w["nonaffine.d2min_max"] > 1e-4);
  const BodyFrame f = w.frame();
  CHECK(find_column(f.columns, "d2min")->data.back() == 0);
}

TEST_CASE("bodies that come or go within an interval are left out of it") {
  const std::string source =
      "[[emitter]]\nname = \"tap\"\n"
      "region = {kind = \"box\", lo = [3.75, 3.75], hi = [4.25, 4.25]}\nmaterial = \"disc\"\n"
      "number_rate = 1000\ntotal_number = 1\nstart = 0.15\n"
      "sizes = {kind = \"fixed\", radius = 0.2}\n[[outlet]]\nname = \"hole\"\n"
      "region = {kind = \"box\", lo = [0, 0], hi = [1, 1]}\n";
  Watched w(gas(0.01, "", source + kWatch));
  w.run(50);
  CHECK(w["bodies"] == 64);  // one went, one came
  CHECK(w["nonaffine.bodies"] == 64);
  CHECK(std::isfinite(w["nonaffine.d2min"]));
  const BodyFrame f = w.frame();
  for (const Real v : find_column(f.columns, "d2min")->data) CHECK(std::isfinite(v));
}

TEST_CASE("pictures coloured by non-affine motion need its observer") {
  const std::string colour = "[output]\npicture = {colour_by = \"d2min\"}\n";
  const std::string message =
      message_of<CaseError>([&] { read_case_text(gas(0, "", colour), "test.toml"); });
  CHECK(contains(message, "output.picture.colour_by"));
  CHECK(contains(message, "kind = \"nonaffine\""));
  CHECK(read_case_text(gas(0, "", kWatch + colour), "test.toml").observers.size() == 1);
}
