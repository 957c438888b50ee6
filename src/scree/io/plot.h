#pragma once
/// Plots of lines and points as SVG files.
#include <filesystem>
#include <string>
#include <vector>

#include "scree/base/real.h"

namespace scree {

struct Curve {
  std::string name;        // in the legend; without one it has no entry there
  std::vector<Real> x, y;  // same length; values that are not finite leave a gap

  std::vector<Real> x_error = {}, y_error = {};  // half lengths of error bars; empty: none
  bool line = true;                              // join the points
  bool dashed = false;                           // by a thin broken line
  bool marks = false;                            // a dot at each point
  int colour = -1;                      // number in the palette; -1: the number of the curve
  std::vector<std::string> notes = {};  // small lines below its name in the legend
};

struct PlotSpec {
  std::string title;
  std::string x_label, y_label;       // with units: "time [s]"
  bool log_x = false, log_y = false;  // values <= 0 leave a gap
  int width = 860, height = 520;      // [pixels]
  std::vector<Curve> curves;
};

/// Draws the curves, each thinned to about 2000 points that keep every peak.
void plot_series_svg(const std::filesystem::path& path, const PlotSpec& spec);

/// The names of the files that plot_all() writes for a series with these columns.
std::vector<std::string> plot_names(const std::vector<std::string>& columns);

/// One plot per unit of a series (one per column where there is no unit) over its first column.
/// Returns the files written, in the order of the columns.
std::vector<std::filesystem::path> plot_all(const std::filesystem::path& series,
                                            const std::filesystem::path& folder);

}  // namespace scree
