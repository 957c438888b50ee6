#pragma once
/// The figures of a study, and the straight lines fitted on the way.
#include <string>
#include <vector>

#include "scree/io/plot.h"
#include "scree/study/line_fit.h"
#include "scree/study/study_results.h"

namespace scree {

/// A line through the points of one curve of a figure.
struct FigureFit {
  std::string figure, curve;
  LineFit line;
};

/// A figure ready to be drawn.
struct StudyFigure {
  PlotSpec plot;
  std::vector<FigureFit> fits;
};

/// Builds a figure from the runs that are done. What cannot be computed is left out and noted.
StudyFigure make_figure(const Study& study, const FigureOptions& figure, StudyResults& results);

/// fits.csv: figure, curve, number of points, slope and intercept with their standard errors.
std::string fits_csv(const std::vector<FigureFit>& fits);

/// Writes results.csv, summary.csv, figures/NAME.svg and fits.csv into the folder of the study,
/// each whole or not at all.
void write_study(const Study& study, StudyResults& results);

}  // namespace scree
