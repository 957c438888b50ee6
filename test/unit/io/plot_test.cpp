#include "scree/io/plot.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <sstream>

#include "scree/io/series_file.h"
#include "unit/io/scratch_folder.h"

using namespace scree;

namespace {

/// The points of the n-th curve; {-1, -1} where the pen is lifted.
std::vector<std::pair<double, double>> curve_points(const std::string& svg, int n) {
  std::size_t at = 0;
  for (int k = 0; k <= n; ++k) at = svg.find("<path d=\"", at) + 9;
  std::string d = svg.substr(at, svg.find('"', at) - at);
  std::vector<std::pair<double, double>> points;
  for (std::size_t i = 0; i < d.size();) {
    if (d[i] == 'M' && i > 0) points.push_back({-1, -1});
    std::size_t end = d.find_first_of("ML", i + 1);
    if (end == std::string::npos) end = d.size();
    std::istringstream pair(d.substr(i + 1, end - i - 1));
    double x = 0, y = 0;
    pair >> x >> y;
    points.push_back({x, y});
    i = end;
  }
  return points;
}

PlotSpec one_curve(std::vector<Real> x, std::vector<Real> y) {
  PlotSpec spec;
  spec.x_label = "time [s]", spec.y_label = "force [N]", spec.title = "a <b> & c";
  spec.curves = {{"f", std::move(x), std::move(y)}};
  return spec;
}

const Real kNan = std::nan("");

}  // namespace

TEST_CASE("a straight line is drawn straight, from corner to corner") {
  ScratchFolder folder;
  plot_series_svg(folder / "p.svg", one_curve({0, 1, 2}, {10, 15, 20}));
  const std::string svg = file_bytes(folder / "p.svg");
  const auto p = curve_points(svg, 0);
  REQUIRE(p.size() == 3);
  CHECK(p[1].first == doctest::Approx((p[0].first + p[2].first) / 2));
  CHECK(p[1].second == doctest::Approx((p[0].second + p[2].second) / 2));
  CHECK(p[2].second < p[0].second);  // SVG counts downward
  CHECK(contains(svg, ">force [N]<"));
  CHECK(contains(svg, ">time [s]<"));
  CHECK(contains(svg, "a &lt;b&gt; &amp; c"));
}

TEST_CASE("values that are not numbers leave a gap") {
  ScratchFolder folder;
  plot_series_svg(folder / "p.svg", one_curve({0, 1, 2, 3, 4}, {1, 2, kNan, 2, INFINITY}));
  const auto p = curve_points(file_bytes(folder / "p.svg"), 0);
  REQUIRE(p.size() == 4);
  CHECK(p[2].first == -1);
}

TEST_CASE("a long curve is thinned but keeps every peak and every gap") {
  ScratchFolder folder;
  std::vector<Real> x(100000), y(100000, 0.0);
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = static_cast<Real>(i);
  y[31415] = 1, y[92653] = -1;
  for (std::size_t i = 50000; i < 50100; ++i) y[i] = kNan;
  plot_series_svg(folder / "p.svg", one_curve(x, y));
  const auto p = curve_points(file_bytes(folder / "p.svg"), 0);
  CHECK(p.size() <= 2100);
  double least = 1e9, most = 0;
  int gaps = 0;
  for (const auto& [u, v] : p) {
    if (u < 0) ++gaps;
    if (u >= 0) least = std::min(least, v), most = std::max(most, v);
  }
  CHECK(gaps == 1);
  CHECK(least == doctest::Approx(58 + (520 - 58 - 58) * 0.05 / 1.1).epsilon(0.01));
  CHECK(most == doctest::Approx(462 - (520 - 58 - 58) * 0.05 / 1.1).epsilon(0.01));
}

TEST_CASE("on log axes a power law is straight, and zero leaves a gap") {
  ScratchFolder folder;
  PlotSpec spec = one_curve({1, 10, 100, 1000}, {1e-6, 1e-4, 0, 1});
  spec.log_x = spec.log_y = true;
  plot_series_svg(folder / "p.svg", spec);
  const std::string svg = file_bytes(folder / "p.svg");
  const auto p = curve_points(svg, 0);
  REQUIRE(p.size() == 4);
  const double slope = (p[1].second - p[0].second) / (p[1].first - p[0].first);
  CHECK((p[3].second - p[0].second) / (p[3].first - p[0].first) ==
        doctest::Approx(slope).epsilon(1e-3));
  CHECK(contains(svg, "10⁻⁶"));
}

TEST_CASE("a constant, an empty curve and no curve still give a plot") {
  ScratchFolder folder;
  plot_series_svg(folder / "a.svg", one_curve({0, 1}, {5, 5}));
  plot_series_svg(folder / "b.svg", one_curve({0}, {0}));
  plot_series_svg(folder / "c.svg", one_curve({}, {}));
  plot_series_svg(folder / "d.svg", PlotSpec{});
  const auto p = curve_points(file_bytes(folder / "a.svg"), 0);
  REQUIRE(p.size() == 2);
  CHECK(p[0].second == p[1].second);
  for (const char* name : {"a.svg", "b.svg", "c.svg", "d.svg"})
    CHECK_FALSE(contains(file_bytes(folder / name), "nan"));
}

TEST_CASE("a series becomes one plot per unit, and one per column without unit") {
  ScratchFolder folder;
  SeriesFile series = SeriesFile::create(
      folder / "series.csv", {"time [s]", "kinetic [J]", "contacts", "potential [J]",
                              "../wall/floor force [N]", "coordination", "odd [furlong/s]"});
  series.append(std::vector<Real>{0, 1, 2, 3, 4, 5, 6});
  series.append(std::vector<Real>{1, 1, 2, 3, 4, 5, 6});
  std::vector<std::string> names;
  for (const auto& p : plot_all(folder / "series.csv", folder.path())) {
    CHECK(p.parent_path() == folder.path());
    CHECK(std::filesystem::exists(p));
    names.push_back(p.filename());
  }
  CHECK(names == std::vector<std::string>{"energy.svg", "contacts.svg", "___wall_floor_force.svg",
                                          "coordination.svg", "odd.svg"});
  const std::string energy = file_bytes(folder / "energy.svg");
  CHECK(contains(energy, ">kinetic<"));
  CHECK(contains(energy, ">potential<"));
  CHECK(contains(energy, ">energy [J]<"));
}

TEST_CASE("columns whose names become the same file keep a plot each") {
  ScratchFolder folder;
  put_file(folder / "s.csv", "time [s],a b,a/b\n0,1,2\n");
  const auto files = plot_all(folder / "s.csv", folder.path());
  REQUIRE(files.size() == 2);
  CHECK(files[0].filename() == "a_b.svg");
  CHECK(files[1].filename() == "a_b_2.svg");
}

TEST_CASE("points have dots and error bars, inside the frame") {
  ScratchFolder folder;
  PlotSpec spec = one_curve({1, 2}, {10, 20});
  Curve& c = spec.curves[0];
  c.marks = true, c.line = false;
  c.y_error = {0, 30}, c.x_error = {0.5, 0};
  c.notes = {"slope 10 ± 0"};
  plot_series_svg(folder / "p.svg", spec);
  const std::string svg = file_bytes(folder / "p.svg");
  CHECK(contains(svg, "<circle"));
  CHECK(contains(svg, ">slope 10 ± 0<"));
  // The bar of the second point goes from 20 to 50, above the frame's top at 58 pixels.
  const std::size_t bar = svg.find("V", svg.find("<path d=\"M"));
  REQUIRE(bar != std::string::npos);
  std::istringstream down(svg.substr(bar + 1)), up(svg.substr(svg.find("V", bar + 1) + 1));
  double low = 0, high = 0;
  down >> low, up >> high;
  CHECK(high > 58);
  CHECK(low < 462);
  CHECK(low > high);
}

TEST_CASE("a curve without a name has no entry in the legend, and shares a colour on request") {
  ScratchFolder folder;
  PlotSpec spec = one_curve({1, 2}, {10, 20});
  spec.curves.push_back({"g", {1, 2}, {20, 10}});
  Curve line{"", {0, 2}, {0, 20}};
  line.dashed = true, line.colour = 1;
  spec.curves.push_back(line);
  plot_series_svg(folder / "p.svg", spec);
  const std::string svg = file_bytes(folder / "p.svg");
  std::size_t second = 0, entries = 0;
  for (std::size_t at = 0; (at = svg.find("#d9622b", at)) != std::string::npos; ++at) ++second;
  for (std::size_t at = 0; (at = svg.find("h24", at)) != std::string::npos; ++at) ++entries;
  CHECK(second == 3);  // curve, its entry, and the line
  CHECK(entries == 2);
}

TEST_CASE("nothing a user wrote leaves the text elements of a plot") {
  ScratchFolder folder;
  PlotSpec spec = one_curve({0, 1}, {1, 2});
  spec.title = "</text><script>alert(1)</script>\x1b[31m\n\"&'";
  plot_series_svg(folder / "a.svg", spec);
  const std::string svg = file_bytes(folder / "a.svg");
  CHECK_FALSE(contains(svg, "<script"));
  CHECK_FALSE(contains(svg, "\x1b"));
  CHECK(contains(svg, "&lt;/text&gt;&lt;script&gt;alert(1)&lt;/script&gt;\\x1b[31m\\n&quot;&amp;"));
}
