/// From the folders of finished runs to the table of results, fits and figures.
#include <doctest/doctest.h>
#include <fmt/format.h>

#include <cmath>

#include "scree/io/checkpoint.h"
#include "scree/study/study_figures.h"
#include "scree/study/study_summary.h"
#include "unit/case/case_text.h"
#include "unit/io/scratch_folder.h"

using namespace scree;
namespace fs = std::filesystem;

namespace {

const std::string kStudy = R"toml(
[grid]
run.seed = [1, 2]
[[runs]]
name = "wet"
case = "small.toml"
set = ["pair.0.friction={mu}"]
grid = {mu = [0.2, 0.4, 0.8]}
[[runs]]
name = "dry"
case = "small.toml"
[[result]]
name = "loss"
unit = "J"
formula = "last(lost_sliding) - first(lost_sliding)"
[[result]]
name = "share"
formula = "loss / mu"
runs = "wet"
[[figure]]
name = "loss"
x = "mu"
y = "loss"
runs = "wet"
fit = "line"
[[figure]]
name = "time"
kind = "curves"
x = "time"
y = {lost = "lost_sliding", doubled = "2*lost_sliding"}
only = {"run.seed" = 1, mu = [0.2, 0.4]}
runs = "wet"
[[summary]]
name = "steep"
unit = "J"
formula = "slope(wet.mu, wet.loss)"
[[summary]]
name = "ratio"
formula = "steep / mean(dry.loss)"
[[summary]]
name = "runs"
formula = "count(loss)"
)toml";

/// A study in a scratch folder whose runs are made up: loss = 1 + 2 mu + 0.1 (seed - 1.5).
struct MadeUp {
  ScratchFolder folder;
  Study study;
  StudyResults results;

  MadeUp() {
    put_file(folder / "small.toml", kSmallCase);
    study = read_study_text(kStudy, (folder / "study.toml").string(), (folder / "out").string());
    results.rows.resize(study.runs.size());
  }
  /// Writes what a finished run would leave, and measures it.
  void finish(std::size_t k) {
    const StudyRun& run = study.runs[k];
    const std::string* mu = find_parameter(run.plan.parameters, "mu");
    const Real seed = std::stod(*find_parameter(run.plan.parameters, "run.seed"));
    const Real loss = 1 + 2 * (mu ? std::stod(*mu) : 0) + 0.1 * (seed - 1.5);
    const fs::path place = run_folder(study, run);
    fs::create_directories(place);
    SeriesFile series = SeriesFile::create(place / "series.csv", {"time [s]", "lost_sliding [J]"});
    series.append(std::vector<Real>{0, 5});
    series.append(std::vector<Real>{1, 5 + loss});
    results.rows[k].status = RunStatus::kDone;
    measure_run(study, k, results);
  }
};

}  // namespace

TEST_CASE("results.csv has a row per run, blank where nothing is known") {
  MadeUp s;
  s.finish(0);
  s.finish(6);
  s.results.rows[1].status = RunStatus::kFailed;
  CHECK(s.results.notes.empty());
  CHECK(results_csv(s.study, s.results) ==
        "run,block,mu,run.seed,status,loss [J],share\n"
        "wet/mu=0.2/seed=1,wet,0.2,1,done,1.3499999999999996,6.749999999999998\n"
        "wet/mu=0.2/seed=2,wet,0.2,2,failed,,\n"
        "wet/mu=0.4/seed=1,wet,0.4,1,unfinished,,\n"
        "wet/mu=0.4/seed=2,wet,0.4,2,unfinished,,\n"
        "wet/mu=0.8/seed=1,wet,0.8,1,unfinished,,\n"
        "wet/mu=0.8/seed=2,wet,0.8,2,unfinished,,\n"
        "dry/seed=1,dry,,1,done,0.9500000000000002,\n"
        "dry/seed=2,dry,,2,unfinished,,\n");
}

TEST_CASE("a run without the table a result needs leaves its cell empty and a note") {
  MadeUp s;
  s.finish(0);
  fs::remove(fs::path(run_folder(s.study, s.study.runs[0])) / "series.csv");
  measure_run(s.study, 0, s.results);
  CHECK_FALSE(s.results.rows[0].values[0]);
  CHECK(contains(s.results.notes.at("result.loss"), "wet/mu=0.2/seed=1"));
}

TEST_CASE("seeds are averaged, their scatter is the error bar, the line goes through all runs") {
  MadeUp s;
  for (std::size_t k = 0; k < 6; ++k) s.finish(k);
  const StudyFigure figure = make_figure(s.study, s.study.figures[0], s.results);
  REQUIRE(figure.plot.curves.size() == 2);  // the line and the points
  const Curve& points = figure.plot.curves[1];
  CHECK(points.name == "wet");
  REQUIRE(points.x.size() == 3);
  CHECK(points.x[1] == 0.4);
  CHECK(points.y[1] == doctest::Approx(1.8));
  CHECK(points.y_error[1] == doctest::Approx(0.1 / std::sqrt(2.0)));  // of two values
  CHECK(points.x_error[1] == 0);
  REQUIRE(figure.fits.size() == 1);
  const LineFit& fit = figure.fits[0].line;
  CHECK(fit.points == 6);
  CHECK(fit.slope == doctest::Approx(2));
  CHECK(fit.intercept == doctest::Approx(1));
  CHECK(figure.plot.curves[0].x[0] == 0);  // the line is drawn down to zero, which is near
  CHECK(figure.plot.y_label == "loss [J]");
}

TEST_CASE("curves show the chosen runs, named by what differs between them") {
  MadeUp s;
  for (std::size_t k = 0; k < 6; ++k) s.finish(k);
  const StudyFigure figure = make_figure(s.study, s.study.figures[1], s.results);
  REQUIRE(figure.plot.curves.size() == 4);
  CHECK(figure.plot.curves[0].name == "mu = 0.2, lost");
  CHECK(figure.plot.curves[3].name == "mu = 0.4, doubled");
  CHECK(figure.plot.curves[3].y[1] == doctest::Approx(2 * (5 + 1.75)));
  SUBCASE("or averaged over seeds, row by row") {
    FigureOptions mean = s.study.figures[1];
    mean.only = {};
    mean.over = {"run.seed"};
    const StudyFigure f = make_figure(s.study, mean, s.results);
    REQUIRE(f.plot.curves.size() == 6);
    CHECK(f.plot.curves[0].y[1] == doctest::Approx(5 + 1.4));
    CHECK(f.plot.curves[0].y_error[1] == doctest::Approx(0.1 / std::sqrt(2.0)));
    CHECK(f.plot.x_label == "time [s]");
  }
  SUBCASE("or pooled: one point for each x") {
    FigureOptions pooled = s.study.figures[1];
    pooled.x = "0*time";
    pooled.y = {{"lost", "lost_sliding"}};
    pooled.pooled = true;
    const StudyFigure f = make_figure(s.study, pooled, s.results);
    REQUIRE(f.plot.curves[0].x.size() == 1);
    CHECK(f.plot.curves[0].y[0] == doctest::Approx(5 + 1.35 / 2));
    CHECK(f.plot.curves[0].y_error[0] == doctest::Approx(1.35 / std::sqrt(2.0)));
    pooled.where = "time > 0.5";
    CHECK(make_figure(s.study, pooled, s.results).plot.curves[0].y[0] == doctest::Approx(6.35));
    pooled.where = "time > 2";
    make_figure(s.study, pooled, s.results);
    CHECK(contains(s.results.notes.at("figure.time"), "selects nothing"));
  }
}

TEST_CASE("table, figures and fits are written, however few runs are done") {
  MadeUp s;
  write_study(s.study, s.results);
  CHECK(fs::exists(s.folder / "out/results.csv"));
  CHECK(fs::exists(s.folder / "out/figures/loss.svg"));
  for (std::size_t k = 0; k < 6; ++k) s.finish(k);
  write_study(s.study, s.results);
  CHECK(contains(file_bytes(s.folder / "out/fits.csv"), "loss,wet,6,2.0000"));
  const std::string svg = file_bytes(s.folder / "out/figures/loss.svg");
  CHECK(contains(svg, "slope 2 ± "));
  CHECK(contains(svg, "<circle"));
}

TEST_CASE("a summary is about the runs of all blocks or of one") {
  MadeUp s;
  using Values = std::vector<std::optional<Real>>;
  CHECK_FALSE(summarize(s.study, s.results)[2]);
  CHECK(s.results.notes.empty());  // nothing wrong with that before the runs are done
  for (std::size_t k = 0; k < 8; ++k) s.finish(k);
  const Values values = summarize(s.study, s.results);
  CHECK(*values[0] == doctest::Approx(2));
  CHECK(*values[1] == doctest::Approx(2));
  CHECK(*values[2] == 8);
  CHECK(contains(summary_csv(s.study, values), "runs,8,\n"));
}

TEST_CASE("a run counts as done only while case text and overrides are the same") {
  MadeUp s;
  const StudyRun& run = s.study.runs[0];
  const fs::path place = run_folder(s.study, run);
  StudyMemory memory;
  CHECK(status_of(s.study, run, memory) == RunStatus::kWaiting);
  memory.runs[run.plan.name].message = "no room";
  CHECK(status_of(s.study, run, memory) == RunStatus::kFailed);
  memory = {};
  fs::create_directories(place);
  const auto note = [&](const std::string& text, const char* friction) {
    const std::uint64_t mark =
        case_fingerprint(text, {fmt::format("pair.0.friction={}", friction), "run.seed=1"});
    put_file(place / "run.json", fmt::format(R"({{"fingerprint": "{:016x}"}})", mark));
  };
  note(kSmallCase, "0.2");
  CHECK(status_of(s.study, run, memory) == RunStatus::kFailed);  // no checkpoint to go on from
  put_file(place / "checkpoint.h5", "");
  CHECK(status_of(s.study, run, memory) == RunStatus::kStarted);
  put_file(place / "summary.json", R"({"end": "interrupted"})");
  CHECK(status_of(s.study, run, memory) == RunStatus::kStarted);
  put_file(place / "summary.json", R"({"end": "stopped", "message": "too fast"})");
  CHECK(status_of(s.study, run, memory) == RunStatus::kFailed);
  CHECK(trouble_of(place.string()) == "too fast");
  put_file(place / "summary.json", R"({"end": "done", "state_hash": "0a"})");
  CHECK(status_of(s.study, run, memory) == RunStatus::kDone);
  CHECK(final_state(place.string()) == "0a");
  note(kSmallCase, "0.3");
  CHECK(status_of(s.study, run, memory) == RunStatus::kChanged);
  note(kSmallCase + "\n", "0.2");
  CHECK(status_of(s.study, run, memory) == RunStatus::kChanged);
}

TEST_CASE("what a sweep remembers survives its file") {
  ScratchFolder folder;
  CHECK(StudyMemory::read(folder.path().string()).runs.empty());
  StudyMemory memory;
  memory.runs["a/P=1"] = {12.5, 2, "0f", "too \"fast\""};
  memory.write(folder.path().string());
  const RunMemory back = StudyMemory::read(folder.path().string()).runs.at("a/P=1");
  CHECK(back.seconds == 12.5);
  CHECK(back.processes == 2);
  CHECK(back.after_state == "0f");
  CHECK(back.message == "too \"fast\"");
}

TEST_CASE("the time of a run is that of its last whole row") {
  ScratchFolder folder;
  CHECK(simulated_time(folder.path().string()) == 0);
  put_file(folder / "series.csv", "time [s],x\n");
  CHECK(simulated_time(folder.path().string()) == 0);
  put_file(folder / "series.csv", "time [s],x\n0,1\n0.25,1\n0.5");
  CHECK(simulated_time(folder.path().string()) == 0.25);
}
