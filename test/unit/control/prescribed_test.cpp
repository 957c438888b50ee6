/// Forces, work and servos of prescribed bodies.
#include <doctest/doctest.h>

#include "scree/base/error.h"
#include "scree/io/series_file.h"
#include "scree/run/session.h"
#include "unit/case/bead_case.h"
#include "unit/io/scratch_folder.h"

using namespace scree;

namespace {

constexpr Real kStiffness = 100;

Series run_case(const std::string& text, const std::filesystem::path& folder) {
  Session s(read_case_text(text, "test.toml"), folder, false);
  REQUIRE(s.run([](const Simulation&) { return true; }).end == RunEnd::kDone);
  return read_series(folder / "series.csv");
}
Real last(const Series& s, const std::string& column) { return s.find(column)->back(); }

std::string servo(const std::string& more) {
  return "{kind = \"servo\", direction = [0, -1], pressure = 4, area = 0.5, max_speed = 1, " +
         more + "}";
}

}  // namespace

TEST_CASE("a servo brings a spring to its pressure, by gain or as a body of some mass") {
  ScratchFolder folder;
  const Real force = 4 * 0.5;
  int number = 0;
  for (const char* form : {"gain = 0.01", "gain = 0.01, smoothing = 0.2", "mass = 20, damping = 60",
                           "mass = 5, damping = 20"}) {
    INFO(form);
    const Series s =
        run_case(bead_case("duration = 40", servo(form), ""), folder / std::to_string(number++));
    CHECK(last(s, "prescribed.top.force_y") == doctest::Approx(force).epsilon(1e-6));
    CHECK(last(s, "prescribed.top.pressure") == doctest::Approx(4).epsilon(1e-6));
    CHECK(std::fabs(last(s, "prescribed.top.power")) < 1e-6);
    // Two contacts in a row, each compressed by force / stiffness.
    CHECK(last(s, "prescribed.top.centre_y") ==
          doctest::Approx(2 - 2 * force / kStiffness).epsilon(1e-8));
    CHECK(last(s, "prescribed.top.centre_x") == doctest::Approx(0.75).epsilon(1e-14));
    CHECK(last(s, "elastic_normal") ==
          doctest::Approx(2 * force * force / (2 * kStiffness)).epsilon(1e-6));
    CHECK(std::fabs(last(s, "closing_error")) < 1e-2);
  }
}

TEST_CASE("a servo that is off rests, and starts from rest when it is on again") {
  ScratchFolder folder;
  std::string text =
      bead_case("", servo("mass = 20, damping = 60, phases = [\"press\", \"again\"]"),
                "[[phase]]\nname = \"press\"\nduration = 1\n[[phase]]\nname = \"hold\"\n"
                "duration = 2\n[[phase]]\nname = \"again\"\nduration = 40\n");
  const Series s = run_case(text, folder / "run");
  const std::vector<Real>&t = *s.find("time"), &y = *s.find("prescribed.top.centre_y");
  for (std::size_t k = 0; k < t.size(); ++k)
    if (t[k] > 1.05 && t[k] < 2.95) CHECK(y[k] == y[k - 1]);
  CHECK(y.back() == doctest::Approx(2 - 2 * 2 / kStiffness).epsilon(1e-8));
}

TEST_CASE("the work of a group is what the springs hold, and sums over bodies see it too") {
  ScratchFolder folder;
  const Real depth = 0.1;
  const std::string press =
      "{kind = \"expression\", y = \"-0.05*(1 - cos(pi*t/T))\", constants = {T = 100}}";
  const std::string sums =
      "[[observe]]\nkind = \"sum\"\nname = \"given\"\nlabel = \"top\"\n"
      "formula = \"-(fx*vx + fy*vy)\"\nintegrate = true\n[[observe]]\nkind = \"sum\"\n"
      "name = \"weight\"\nlabel = \"free\"\nformula = \"m*g + 0*d*x\"\nconstants = {g = 3}\n"
      "[[observe]]\nkind = \"sum\"\nname = \"length\"\nlabel = \"top\"\nformula = \"d\"\n"
      "[[observe]]\nkind = \"stress\"\n"
      "region = {kind = \"box\", lo = [-0.5, 0.475], hi = [0.5, 1.425]}\n";
  const Series s =
      run_case(bead_case("duration = 100\noverlap_limit = 0.5", press, sums), folder / "run");
  const Real stored = 2 * 0.5 * kStiffness * (depth / 2) * (depth / 2);
  CHECK(last(s, "elastic_normal") == doctest::Approx(stored).epsilon(1e-3));
  CHECK(last(s, "prescribed.top.work") == doctest::Approx(stored).epsilon(2e-3));
  CHECK(last(s, "prescribed.top.work") ==
        doctest::Approx(last(s, "prescribed_work")).epsilon(1e-12));
  CHECK(last(s, "given") == doctest::Approx(last(s, "prescribed.top.work")).epsilon(1e-3));
  CHECK(last(s, "weight") == doctest::Approx(3).epsilon(1e-9));  // mass pi/4 * 0.5 * density = 1
  CHECK(last(s, "length") == doctest::Approx(2).epsilon(1e-12));
  // The stress between the points of contact is the force of the wall over length times thickness.
  CHECK(last(s, "stress.stress_yy") ==
        doctest::Approx(last(s, "prescribed.top.force_y") / 0.5).epsilon(1e-3));
  CHECK(last(s, "stress.pressure") ==
        doctest::Approx(last(s, "stress.stress_yy") / 2).epsilon(1e-9));
}

TEST_CASE("observers of prescribed bodies and sums that make no sense are refused") {
  const auto refusal = [](const std::string& observer) {
    return message_of<CaseError>([&] {
      const Case c = read_case_text(bead_case("duration = 1", "", observer), "test.toml");
      const Simulation sim(c);
      Observing(c, sim.scene());
    });
  };
  CHECK(contains(refusal("[[observe]]\nkind = \"prescribed\"\nlabel = \"botom\"\n"),
                 "did you mean \"bottom\""));
  CHECK(contains(refusal("[[observe]]\nkind = \"prescribed\"\nlabel = \"bottom\"\narea = 1\n"),
                 "give direction and area together"));
  CHECK(contains(refusal("[[observe]]\nkind = \"sum\"\nformula = \"m\"\n"), "need the label"));
  CHECK(contains(refusal("[[observe]]\nkind = \"sum\"\nlabel = \"top\"\nformula = \"mas\"\n"),
                 "observe.sum.formula: in the formula \"mas\": there is no 'mas'"));
}
