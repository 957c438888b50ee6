#include "scree/study/study_figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <set>

#include "scree/base/error.h"
#include "scree/base/text.h"
#include "scree/io/atomic_file.h"
#include "scree/study/study_summary.h"

namespace scree {
namespace {

namespace fs = std::filesystem;

using Words = std::vector<std::string>;

bool contains(const Words& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// "P" of "top.P": enough in a legend.
std::string short_name(const std::string& name) { return name.substr(name.rfind('.') + 1); }

std::string value_of(const Study& study, const StudyRun& run, const std::string& name) {
  if (name == "block") return study.blocks[run.block].name;
  const std::string* value = find_parameter(run.plan.parameters, name);
  return value ? *value : "";
}

/// The finished runs a figure is about.
std::vector<std::size_t> shown_runs(const Study& study, const FigureOptions& f,
                                    const StudyResults& results) {
  std::vector<std::size_t> shown;
  for (std::size_t k = 0; k < study.runs.size(); ++k) {
    const StudyRun& run = study.runs[k];
    if (results.rows[k].status != RunStatus::kDone) continue;
    if (!matches(f.runs, study.blocks[run.block].name)) continue;
    const bool wanted = std::all_of(f.only.begin(), f.only.end(), [&](const Sweep& only) {
      return contains(only.values, value_of(study, run, only.name));
    });
    if (wanted) shown.push_back(k);
  }
  return shown;
}

/// `block` and the parameters that are not averaged over.
Words kept_names(const Study& study, const FigureOptions& f) {
  const Words seeds = f.kind == FigureKind::kPoints ? Words{"run.seed", "seed"} : Words{};
  const Words over = f.over.value_or(seeds);
  Words kept{"block"};
  for (const std::string& name : study.parameter_columns())
    if (!contains(over, name)) kept.push_back(name);
  return kept;
}

/// Those of the names that take several values among the runs.
Words varying_names(const Study& study, const std::vector<std::size_t>& runs, const Words& names) {
  Words varying;
  for (const std::string& name : names) {
    std::set<std::string> values;
    for (const std::size_t k : runs) values.insert(value_of(study, study.runs[k], name));
    if (values.size() > 1) varying.push_back(name);
  }
  return varying;
}

/// Runs that agree in some names, in the order of their first.
struct Group {
  std::string key, label;
  std::vector<std::size_t> runs;
};

std::vector<Group> group_runs(const Study& study, const std::vector<std::size_t>& runs,
                              const Words& names) {
  std::vector<Group> groups;
  for (const std::size_t k : runs) {
    std::string key;
    for (const std::string& name : names) key += value_of(study, study.runs[k], name) + '\n';
    auto found =
        std::find_if(groups.begin(), groups.end(), [&](const Group& g) { return g.key == key; });
    if (found == groups.end()) found = groups.insert(found, Group{key, "", {}});
    found->runs.push_back(k);
  }
  return groups;
}

/// Words for the legend: as the figure says, else the values by which the groups differ.
void label_groups(const Study& study, const FigureOptions& f, const Words& names,
                  std::vector<Group>& groups) {
  for (Group& group : groups) {
    const StudyRun& run = study.runs[group.runs.front()];
    if (!f.label.empty()) {
      group.label = fill_label(f.label, study, run);
      continue;
    }
    Words parts;
    for (const std::string& name : names) {
      const std::string value = value_of(study, run, name);
      if (value.empty()) continue;
      parts.push_back(name == "block" ? value : fmt::format("{} = {}", short_name(name), value));
    }
    group.label = join(parts);
  }
}

std::string curve_label(const FigureOptions& f, const std::string& group, bool several_groups,
                        const std::string& y) {
  if (f.y.size() == 1) return group;
  return several_groups && !group.empty() ? group + ", " + y : y;
}

Real mean(const std::vector<Real>& v) {
  Real sum = 0;
  for (const Real x : v) sum += x;
  return sum / static_cast<Real>(v.size());
}
/// Standard deviation of a sample; none of one value.
Real deviation(const std::vector<Real>& v) {
  if (v.size() < 2) return 0;
  const Real m = mean(v);
  Real sum = 0;
  for (const Real x : v) sum += (x - m) * (x - m);
  return std::sqrt(sum / static_cast<Real>(v.size() - 1));
}

/// Means and scatter of the samples of one place become one point of a curve.
void add_point(Curve& curve, const std::vector<Real>& x, const std::vector<Real>& y) {
  if (x.empty()) return;
  curve.x.push_back(mean(x)), curve.x_error.push_back(deviation(x));
  curve.y.push_back(mean(y)), curve.y_error.push_back(deviation(y));
}

void sort_by_x(Curve& curve) {
  std::vector<std::size_t> order(curve.x.size());
  for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return curve.x[a] < curve.x[b]; });
  for (auto column : {&Curve::x, &Curve::y, &Curve::x_error, &Curve::y_error}) {
    std::vector<Real> sorted;
    for (const std::size_t k : order) sorted.push_back((curve.*column)[k]);
    curve.*column = std::move(sorted);
  }
}

/// The line from the points, down to x = 0 where that is no farther away than they reach.
Curve fitted_line(const LineFit& fit, const Curve& points, int colour) {
  const auto [lo, hi] = std::minmax_element(points.x.begin(), points.x.end());
  const Real from = *lo > 0 && *lo <= *hi - *lo ? 0 : *lo;
  Curve line;
  for (const Real x : {from, *hi})
    line.x.push_back(x), line.y.push_back(fit.intercept + fit.slope * x);
  line.colour = colour;
  line.dashed = true;
  return line;
}

class FigureMaker {
 public:
  FigureMaker(const Study& study, const FigureOptions& f, StudyResults& results)
      : study_(study), f_(f), results_(results), runs_(shown_runs(study, f, results)) {
    PlotSpec& plot = figure_.plot;
    plot.title = f.title;
    plot.x_label = f.x_label.empty() ? axis_label(f.x) : f.x_label;
    plot.y_label = !f.y_label.empty() ? f.y_label
                   : f.y.size() == 1  ? axis_label(f.y[0].second)
                                      : "";
    plot.log_x = f.log_x, plot.log_y = f.log_y;
  }

  StudyFigure make() {
    try {
      if (f_.kind == FigureKind::kPoints)
        points();
      else
        curves();
    } catch (const std::runtime_error& error) {  // of a formula, or of a file
      results_.notes["figure." + f_.name] = fmt::format("{}:{}: figure.{}: {}", f_.origin.file,
                                                        f_.origin.line, f_.name, error.what());
    }
    return std::move(figure_);
  }

 private:
  /// A result by name with its unit, anything else as it is written.
  std::string axis_label(const std::string& formula) const {
    for (const ResultOptions& r : study_.results)
      if (r.name == formula && !r.unit.empty()) return fmt::format("{} [{}]", r.name, r.unit);
    return formula;
  }

  FormulaNames names_of(std::size_t run) const {
    return result_names(study_, run, results_, no_names());
  }

  void points() {
    std::vector<Group> groups = group_runs(study_, runs_, f_.by);
    label_groups(study_, f_, f_.by, groups);
    const Words kept = kept_names(study_, f_);
    for (const Group& group : groups)
      for (const auto& [name, formula] : f_.y) {
        Curve curve;
        std::vector<Real> all_x, all_y;
        for (const Group& place : group_runs(study_, group.runs, kept)) {
          std::vector<Real> x, y;
          for (const std::size_t k : place.runs) sample(k, formula, x, y);
          add_point(curve, x, y);
          all_x.insert(all_x.end(), x.begin(), x.end());
          all_y.insert(all_y.end(), y.begin(), y.end());
        }
        if (curve.x.empty()) continue;
        sort_by_x(curve);
        curve.name = curve_label(f_, group.label, groups.size() > 1, name);
        curve.marks = true;
        curve.line = f_.fit == FitKind::kNone;
        add(std::move(curve), all_x, all_y);
      }
  }

  /// Both coordinates of a run, unless one of them is missing.
  void sample(std::size_t run, const std::string& formula, std::vector<Real>& x,
              std::vector<Real>& y) const {
    const auto has_all = [&](const std::string& text) {
      for (const std::string& name : names_in_formula(text))
        for (std::size_t k = 0; k < study_.results.size(); ++k)
          if (study_.results[k].name == name && !results_.rows[run].values[k]) return false;
      return true;
    };
    if (!has_all(f_.x) || !has_all(formula)) return;
    const Real at = evaluate_number(f_.x, names_of(run)),
               value = evaluate_number(formula, names_of(run));
    if (!std::isfinite(at) || !std::isfinite(value)) return;
    x.push_back(at), y.push_back(value);
  }

  void add(Curve curve, const std::vector<Real>& x, const std::vector<Real>& y) {
    const int colour = colours_++;
    curve.colour = colour;
    if (f_.fit == FitKind::kNone) {
      figure_.plot.curves.push_back(std::move(curve));
      return;
    }
    const LineFit fit = fit_line(x, y);
    figure_.fits.push_back({f_.name, curve.name, fit});
    if (std::isfinite(fit.slope)) {
      curve.notes = {fmt::format("slope {:.4g} ± {:.2g}", fit.slope, fit.slope_error),
                     fmt::format("at zero {:.4g} ± {:.2g}", fit.intercept, fit.intercept_error)};
      figure_.plot.curves.push_back(fitted_line(fit, curve, colour));
    }
    figure_.plot.curves.push_back(std::move(curve));
  }

  void curves() {
    const Words kept = kept_names(study_, f_);
    std::vector<Group> groups = group_runs(study_, runs_, kept);
    label_groups(study_, f_, varying_names(study_, runs_, kept), groups);
    for (const Group& group : groups)
      for (const auto& [name, formula] : f_.y) {
        Curve curve = averaged(group, formula);
        curve.name = curve_label(f_, group.label, groups.size() > 1, name);
        curve.colour = colours_++;
        figure_.plot.curves.push_back(std::move(curve));
      }
  }

  using Columns = std::vector<std::vector<Real>>;

  /// x and y of every run of a group.
  void read_columns(const Group& group, const std::string& formula, Columns& xs, Columns& ys) {
    const auto rows = [&](const std::string& text, const FormulaNames& names) {
      const std::string kept =
          f_.where.empty() ? text : fmt::format("where({}, {})", text, f_.where);
      return evaluate_formula(kept, names).values;
    };
    for (const std::size_t k : group.runs) {
      const RunTable table(run_folder(study_, study_.runs[k]), f_.table);
      const FormulaNames names = result_names(study_, k, results_, table.names());
      xs.push_back(rows(f_.x, names));
      ys.push_back(rows(formula, names));
      if (xs.back().size() != ys.back().size())
        throw CaseError(fmt::format("x and y have {} and {} entries in {}", xs.back().size(),
                                    ys.back().size(), study_.runs[k].plan.name));
      PlotSpec& plot = figure_.plot;
      if (plot.x_label == f_.x) plot.x_label = table.label(f_.x);
      if (plot.y_label == formula) plot.y_label = table.label(formula);
    }
  }

  /// The curve of one run, or the mean of several.
  Curve averaged(const Group& group, const std::string& formula) {
    Columns xs, ys;
    read_columns(group, formula, xs, ys);
    if (f_.pooled) return pooled(xs, ys);
    Curve curve;
    if (xs.size() == 1) {
      curve.x = std::move(xs[0]), curve.y = std::move(ys[0]);
      return curve;
    }
    for (std::size_t r = 0; r < xs.size(); ++r)
      if (xs[r].size() != xs[0].size())
        throw CaseError(fmt::format(
            "runs to be averaged have {} and {} rows; set pooled = true, take `over` away, or use "
            "a table with the same rows in all runs",
            xs[0].size(), xs[r].size()));
    for (std::size_t i = 0; i < xs[0].size(); ++i) {
      std::vector<Real> x, y;
      for (std::size_t r = 0; r < xs.size(); ++r) x.push_back(xs[r][i]), y.push_back(ys[r][i]);
      add_point(curve, x, y);
    }
    curve.marks = true;
    return curve;
  }

  /// One point for each x, whatever run and row it comes from.
  static Curve pooled(const Columns& xs, const Columns& ys) {
    std::map<Real, std::vector<Real>> at;
    for (std::size_t r = 0; r < xs.size(); ++r)
      for (std::size_t i = 0; i < xs[r].size(); ++i)
        if (std::isfinite(xs[r][i]) && std::isfinite(ys[r][i])) at[xs[r][i]].push_back(ys[r][i]);
    Curve curve;
    for (const auto& [x, y] : at) add_point(curve, {x}, y);
    curve.marks = true;
    return curve;
  }

  const Study& study_;
  const FigureOptions& f_;
  StudyResults& results_;
  std::vector<std::size_t> runs_;
  StudyFigure figure_;
  int colours_ = 0;
};

}  // namespace

StudyFigure make_figure(const Study& study, const FigureOptions& figure, StudyResults& results) {
  return FigureMaker(study, figure, results).make();
}

std::string fits_csv(const std::vector<FigureFit>& fits) {
  std::string out = "figure,curve,points,slope,slope_error,intercept,intercept_error,scatter\n";
  for (const FigureFit& f : fits)
    out += fmt::format("{},{},{},{},{},{},{},{}\n", f.figure, csv_cell(f.curve), f.line.points,
                       csv_number(f.line.slope), csv_number(f.line.slope_error),
                       csv_number(f.line.intercept), csv_number(f.line.intercept_error),
                       csv_number(f.line.scatter));
  return out;
}

void write_study(const Study& study, StudyResults& results) {
  const fs::path out = study.out;
  fs::create_directories(out);
  write_file(out / "results.csv", results_csv(study, results));
  std::vector<FigureFit> fits;
  bool fitted = false;
  if (!study.figures.empty()) fs::create_directories(out / "figures");
  for (const FigureOptions& f : study.figures) {
    const StudyFigure figure = make_figure(study, f, results);
    plot_series_svg(out / "figures" / (f.name + ".svg"), figure.plot);
    fits.insert(fits.end(), figure.fits.begin(), figure.fits.end());
    fitted = fitted || f.fit == FitKind::kLine;
  }
  if (!study.summaries.empty())
    write_file(out / "summary.csv", summary_csv(study, summarize(study, results)));
  if (fitted) write_file(out / "fits.csv", fits_csv(fits));
}

}  // namespace scree
