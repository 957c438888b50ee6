#include "scree/io/plot.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "scree/base/error.h"
#include "scree/io/atomic_file.h"
#include "scree/io/ticks.h"
#include "scree/io/xml.h"

namespace scree {
namespace {

constexpr std::size_t kMostPoints = 2000;  // per curve: more than a screen shows

// Distinct in hue and lightness, in an order that keeps neighbours apart.
constexpr std::array kPalette{"#2563a8", "#d9622b", "#2b9b76", "#8e4ec6", "#c8973a",
                              "#c2315f", "#4fb0d6", "#6b7a2f", "#7a5a48", "#5b6470"};

/// One axis: data range, pixel range, ticks.
struct Axis {
  Real lo = 0, hi = 1;
  Real from = 0, to = 1;  // pixels of lo and hi
  bool log = false;
  Ticks ticks;

  Real place(Real v) const {
    const Real share = log ? std::log(v / lo) / std::log(hi / lo) : (v - lo) / (hi - lo);
    return from + share * (to - from);
  }
  bool shows(Real v) const { return std::isfinite(v) && (!log || v > 0); }
};

/// Least and greatest of the values an axis can show, error bars included.
std::pair<Real, Real> range_of(const PlotSpec& spec, bool vertical, const Axis& axis) {
  Real lo = std::numeric_limits<Real>::infinity(), hi = -lo;
  for (const Curve& c : spec.curves) {
    const std::vector<Real>&values = vertical ? c.y : c.x,
          &errors = vertical ? c.y_error : c.x_error;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const Real bar = i < errors.size() && std::isfinite(errors[i]) ? errors[i] : 0;
      for (const Real v : {values[i], values[i] - bar, values[i] + bar})
        if (axis.shows(v)) lo = std::min(lo, v), hi = std::max(hi, v);
    }
  }
  return {lo, hi};
}

/// An axis over the values of all curves, with air around them where it is vertical or has dots.
Axis fit_axis(const PlotSpec& spec, bool vertical, bool log) {
  Axis axis;
  axis.log = log;
  auto [lo, hi] = range_of(spec, vertical, axis);
  if (!(lo <= hi)) lo = log ? 1 : 0, hi = log ? 10 : 1;
  const bool airy = vertical || std::any_of(spec.curves.begin(), spec.curves.end(),
                                            [](const Curve& c) { return c.marks; });
  if (log) {
    const Real air = airy ? std::pow(hi / lo, 0.04) : 1;
    axis.lo = lo / air, axis.hi = hi * air;
    if (!(axis.lo < axis.hi)) axis.lo = lo / 2, axis.hi = hi * 2;
    return axis;
  }
  // A constant shows as a level line, however its last digits flicker.
  const Real least = 1e-12 * std::max(std::abs(lo), std::abs(hi));
  Real air = airy ? 0.05 * (hi - lo) : 0;
  if (hi - lo <= least) air = lo == 0 && hi == 0 ? 1 : 0.1 * std::max(std::abs(lo), std::abs(hi));
  axis.lo = lo - air, axis.hi = hi + air;
  if (airy && lo >= 0 && lo <= 0.3 * hi) axis.lo = 0;  // show zero when it is near
  return axis;
}

std::string superscript(int exponent) {
  static constexpr const char* kDigits[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
  std::string out = exponent < 0 ? "⁻" : "";
  for (const char c : std::to_string(std::abs(exponent))) out += kDigits[c - '0'];
  return out;
}

/// The label as print sets it: a true minus, and powers of ten where a plain number gets long.
std::string tick_label(const Axis& axis, std::size_t i) {
  const std::string& label = axis.ticks.label[i];
  if (axis.log && label.find('e') != std::string::npos) {
    const int power = static_cast<int>(std::floor(std::log10(axis.ticks.value[i]) + 1e-9));
    const std::string factor = label.substr(0, label.find('e'));
    return (factor == "1" ? "10" : factor + "×10") + superscript(power);
  }
  return label.starts_with('-') ? "−" + label.substr(1) : label;
}

/// Keeps first, least, greatest and last of each run of points: peaks stay, gaps stay.
std::vector<std::size_t> thin(const Curve& c) {
  const std::size_t n = c.y.size();
  std::vector<std::size_t> keep;
  const std::size_t bucket = n <= kMostPoints ? 1 : (4 * n + kMostPoints - 1) / kMostPoints;
  for (std::size_t begin = 0; begin < n; begin += bucket) {
    const std::size_t end = std::min(n, begin + bucket);
    std::size_t least = begin, most = begin, gap = end;
    for (std::size_t i = begin; i < end; ++i) {
      if (!std::isfinite(c.y[i])) gap = std::min(gap, i);
      if (c.y[i] < c.y[least] || !std::isfinite(c.y[least])) least = i;
      if (c.y[i] > c.y[most] || !std::isfinite(c.y[most])) most = i;
    }
    std::vector<std::size_t> picked{begin, least, most, end - 1};
    if (gap < end) picked.push_back(gap);
    std::sort(picked.begin(), picked.end());
    picked.erase(std::unique(picked.begin(), picked.end()), picked.end());
    keep.insert(keep.end(), picked.begin(), picked.end());
  }
  return keep;
}

std::string path_data(const Curve& c, const Axis& x, const Axis& y) {
  std::string d;
  bool pen_down = false;
  for (const std::size_t i : thin(c)) {
    if (!x.shows(c.x[i]) || !y.shows(c.y[i])) {
      pen_down = false;
      continue;
    }
    d += fmt::format("{}{:.2f} {:.2f}", pen_down ? "L" : "M", x.place(c.x[i]), y.place(c.y[i]));
    pen_down = true;
  }
  return d;
}

/// The SVG under construction.
class Drawing {
 public:
  explicit Drawing(const PlotSpec& spec) : spec_(spec) {
    out_ = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0}\" height=\"{1}\" "
        "viewBox=\"0 0 {0} {1}\" font-family=\"DejaVu Sans, Helvetica, Arial, sans-serif\" "
        "font-size=\"13\" fill=\"#2b2f36\">\n<rect width=\"{0}\" height=\"{1}\" "
        "fill=\"#ffffff\"/>\n",
        spec.width, spec.height);
  }

  void text(Real x, Real y, std::string_view anchor, std::string_view words,
            std::string_view extra = "") {
    out_ += fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\"{}>{}</text>\n", x, y,
                        anchor, extra, xml_escape(words));
  }
  void line(Real x0, Real y0, Real x1, Real y1, std::string_view colour) {
    out_ += fmt::format(
        "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\"/>\n", x0, y0,
        x1, y1, colour);
  }

  void axes(const Axis& x, const Axis& y) {
    constexpr auto kGrid = "#e8eaed", kFrame = "#8a9099";
    for (std::size_t i = 0; i < y.ticks.value.size(); ++i) {
      const Real at = y.place(y.ticks.value[i]);
      line(x.from, at, x.to, at, kGrid);
      text(x.from - 9, at + 4.5, "end", tick_label(y, i));
    }
    for (std::size_t i = 0; i < x.ticks.value.size(); ++i) {
      const Real at = x.place(x.ticks.value[i]);
      line(at, y.from, at, y.to, kGrid);
      line(at, y.from, at, y.from + 5, kFrame);
      text(at, y.from + 21, "middle", tick_label(x, i));
    }
    line(x.from, y.from, x.to, y.from, kFrame);
    line(x.from, y.from, x.from, y.to, kFrame);
    if (x.ticks.exponent)
      text(x.to, y.from + 40, "end", "×10" + superscript(x.ticks.exponent), " fill=\"#5b6470\"");
    if (y.ticks.exponent)
      text(x.from, y.to - 10, "middle", "×10" + superscript(y.ticks.exponent), " fill=\"#5b6470\"");
    text(0.5 * (x.from + x.to), y.from + 42, "middle", spec_.x_label);
    const Real middle = 0.5 * (y.from + y.to);
    text(20, middle, "middle", spec_.y_label,
         fmt::format(" transform=\"rotate(-90 20 {:.1f})\"", middle));
    text(x.from, 27, "start", spec_.title, " font-size=\"16\" font-weight=\"600\"");
  }

  void curves(const Axis& x, const Axis& y) {
    for (std::size_t i = 0; i < spec_.curves.size(); ++i) {
      const Curve& c = spec_.curves[i];
      const std::string d = c.line ? path_data(c, x, y) : "";
      if (!d.empty()) out_ += fmt::format("<path d=\"{}\" fill=\"none\" {}/>\n", d, stroke_of(i));
      error_bars(i, x, y);
      for (std::size_t k = 0; c.marks && k < c.x.size(); ++k)
        if (x.shows(c.x[k]) && y.shows(c.y[k])) dot(i, x.place(c.x[k]), y.place(c.y[k]));
    }
  }

  /// Named curves from the top down, each with its notes below it.
  void legend(Real x, Real y) {
    for (std::size_t i = 0; i < spec_.curves.size(); ++i) {
      const Curve& c = spec_.curves[i];
      if (c.name.empty()) continue;
      if (c.line)
        out_ +=
            fmt::format("<path d=\"M{:.1f} {:.1f}h24\" fill=\"none\" {}/>\n", x, y, stroke_of(i));
      if (c.marks) dot(i, x + 12, y);
      text(x + 32, y + 4.5, "start", c.name);
      for (const std::string& note : c.notes)
        text(x + 32, (y += 16) + 4, "start", note, " font-size=\"11\" fill=\"#5b6470\"");
      y += c.notes.empty() ? 20 : 26;
    }
  }

  std::string finish() { return out_ + "</svg>\n"; }

 private:
  std::size_t colour_number(std::size_t i) const {
    const int given = spec_.curves[i].colour;
    return given < 0 ? i : static_cast<std::size_t>(given);
  }
  const char* colour_of(std::size_t i) const {
    return kPalette[colour_number(i) % kPalette.size()];
  }

  std::string stroke_of(std::size_t i) const {
    const bool again = colour_number(i) / kPalette.size() % 2 == 1;
    const Curve& c = spec_.curves[i];
    return fmt::format(
        "stroke=\"{}\" stroke-width=\"{}\" stroke-linejoin=\"round\" stroke-linecap=\"round\"{}",
        colour_of(i), c.dashed || c.marks ? "1.2" : "1.8",
        again || c.dashed ? " stroke-dasharray=\"6 4\"" : "");
  }

  void dot(std::size_t i, Real x, Real y) {
    out_ += fmt::format("<circle cx=\"{:.2f}\" cy=\"{:.2f}\" r=\"3.6\" fill=\"{}\"/>\n", x, y,
                        colour_of(i));
  }

  /// Bars with short ends; on a logarithmic axis a bar that reaches zero has no lower half.
  void error_bars(std::size_t i, const Axis& x, const Axis& y) {
    const Curve& c = spec_.curves[i];
    constexpr Real kEnd = 3;  // half length of a bar's end [pixels]
    std::string d;
    const auto bar = [&](Real from, Real to, Real at, bool vertical) {
      d += vertical ? fmt::format("M{0:.2f} {1:.2f}V{2:.2f}M{3:.2f} {2:.2f}h{4}", at, from, to,
                                  at - kEnd, 2 * kEnd)
                    : fmt::format("M{1:.2f} {0:.2f}H{2:.2f}M{2:.2f} {3:.2f}v{4}", at, from, to,
                                  at - kEnd, 2 * kEnd);
    };
    for (std::size_t k = 0; k < c.x.size(); ++k) {
      if (!x.shows(c.x[k]) || !y.shows(c.y[k])) continue;
      const Real px = x.place(c.x[k]), py = y.place(c.y[k]);
      for (const Real sign : {-1.0, 1.0}) {
        if (k < c.y_error.size() && c.y_error[k] > 0 && y.shows(c.y[k] + sign * c.y_error[k]))
          bar(py, y.place(c.y[k] + sign * c.y_error[k]), px, true);
        if (k < c.x_error.size() && c.x_error[k] > 0 && x.shows(c.x[k] + sign * c.x_error[k]))
          bar(px, x.place(c.x[k] + sign * c.x_error[k]), py, false);
      }
    }
    if (!d.empty())
      out_ += fmt::format("<path d=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"1.2\"/>\n", d,
                          colour_of(i));
  }

  const PlotSpec& spec_;
  std::string out_;
};

}  // namespace

void plot_series_svg(const std::filesystem::path& path, const PlotSpec& spec) {
  Real longest = 0;  // of the legend [pixels]
  std::size_t named = 0;
  bool notes = false;
  for (const Curve& c : spec.curves) {
    SCREE_EXPECT(c.x.size() == c.y.size());
    named += !c.name.empty();
    longest = std::max(longest, 7.6 * static_cast<Real>(c.name.size()));
    for (const std::string& note : c.notes)
      longest = std::max(longest, 6.4 * static_cast<Real>(note.size())), notes = true;
  }
  const bool legend = named > 1 || notes;
  const Real legend_width = legend ? 48 + longest : 24;
  Axis x = fit_axis(spec, false, spec.log_x), y = fit_axis(spec, true, spec.log_y);
  const auto ticks = [](const Axis& a, int wanted) {
    return a.log ? log_ticks(a.lo, a.hi, wanted) : linear_ticks(a.lo, a.hi, wanted);
  };
  x.ticks = ticks(x, 7), y.ticks = ticks(y, 6);
  std::size_t widest = 1;
  for (const std::string& l : y.ticks.label) widest = std::max(widest, l.size());
  x.from = 50 + 8 * static_cast<Real>(widest);
  x.to = std::max(x.from + 100, spec.width - legend_width - 12);
  y.from = spec.height - 58, y.to = 58;

  Drawing drawing(spec);
  drawing.axes(x, y);
  drawing.curves(x, y);
  if (legend) drawing.legend(x.to + 16, y.to + 8);
  write_file(path, drawing.finish());
}

}  // namespace scree
