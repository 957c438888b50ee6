#include "scree/run/outputs.h"

#include <algorithm>
#include <cmath>

#include "scree/base/error.h"
#include "scree/io/atomic_file.h"
#include "scree/io/picture.h"
#include "scree/io/plot.h"
#include "scree/io/vtp.h"
#include "scree/run/frames.h"
#include "scree/run/picture_interval.h"
#include "scree/run/run_folder.h"

namespace scree {
namespace {

namespace fs = std::filesystem;

std::vector<RowKeeper> open_tables(const fs::path& folder, const Observing& observing,
                                   const Outputs::Offsets* offsets) {
  std::vector<RowKeeper> files;
  for (const ObserverTable& t : observing.tables()) {
    const fs::path path = folder / t.file;
    files.push_back({offsets ? SeriesFile::resume(path, t.columns, offsets->at(t.file))
                             : SeriesFile::create(path, t.columns)});
  }
  return files;
}

View view_of(const Case& c, const Scene& scene) {
  const PictureOptions& p = c.output.picture;
  View view;
  view.direction = scene.planar ? Vec3{0, 0, 0} : p.direction;
  view.up = p.up;
  view.width = p.width;
  view.height = p.width * 2 / 3;
  view.colour_by = p.colour_by == "none" ? "" : p.colour_by;
  view.automatic_range = !(p.lo && p.hi);
  if (p.lo && p.hi) view.lo = *p.lo, view.hi = *p.hi;
  view.title = c.title;
  if (c.run.dimensionless) view.length_unit = view.time_unit = "";
  return view;
}

std::uint64_t offset_of(const Outputs::Offsets& offsets, const std::string& file) {
  const auto found = offsets.find(file);
  if (found == offsets.end())
    throw CaseError("the checkpoint does not know " + file +
                    ": it belongs to another set of outputs");
  return found->second;
}

constexpr const char* kSeries = "series.csv";
constexpr const char* kDump = "dump.lammpstrj";
constexpr const char* kStages = "stages.csv";
constexpr const char* kIndex = "frames.pvd";
constexpr const char* kFinal = "final.png";

std::vector<std::string> stage_columns() {
  std::vector<std::string> names{"time [s]"};
  for (const char* stage : kStageNames) names.push_back(std::string(stage) + " [s]");
  return names;
}

}  // namespace

std::vector<std::string> run_files(const Case& c, const Observing& observing) {
  std::vector<std::string> files{kRunNote,
                                 kCaseCopy,
                                 kSeries,
                                 kIndex,
                                 kSummary,
                                 kCheckpoint,
                                 "frames/bodies_*.vtp",
                                 "frames/walls_*.vtp"};
  if (c.output.pictures) files.insert(files.end(), {kFinal, "pictures/picture_*.png"});
  for (const ObserverTable& t : observing.tables()) files.push_back(t.file);
  if (c.output.contacts) files.push_back("frames/contacts_*.vtp");
  if (c.output.lammps_dump) files.push_back(kDump);
  if (c.output.stage_times) files.push_back(kStages);
  if (c.output.plots)
    for (const std::string& name : plot_names(observing.columns()))
      files.push_back("plots/" + name);
  return files;
}

OutputIntervals output_intervals(const Case& c) {
  const Real longest = longest_duration(c);
  OutputIntervals i;
  i.series = c.output.series_interval.value_or(longest / 500);
  i.frame = c.output.frame_interval.value_or(longest / 50);
  i.picture = c.output.picture_interval.value_or(i.frame);
  return i;
}

OutputIntervals output_intervals(const Simulation& sim) {
  OutputIntervals i = output_intervals(sim.case_file());
  i.picture = picture_interval(sim, i.frame);
  return i;
}

/// Number of an output: how many intervals have passed `ahead` steps from now.
long output_number(Real interval, const Clock& clock, std::int64_t ahead) {
  const Real steps = static_cast<Real>(clock.step + ahead) + 0.5;
  return static_cast<long>(std::floor((clock.start + steps * clock.dt) / interval));
}

bool output_due(Real interval, const Clock& clock, std::int64_t ahead) {
  return output_number(interval, clock, ahead) > output_number(interval, clock, ahead - 1);
}

Outputs::Outputs(const fs::path& folder, Simulation& sim)
    : folder_(folder),
      intervals_(output_intervals(sim)),
      observing_(sim.case_file(), sim.scene()),
      series_{SeriesFile::create(folder / kSeries, observing_.columns())},
      tables_(open_tables(folder, observing_, nullptr)),
      pvd_(folder / kIndex) {
  fs::create_directories(folder / "frames");
  const bool pictures = std::isfinite(intervals_.picture);
  if (pictures) fs::create_directories(folder / "pictures");
  if (sim.case_file().output.lammps_dump) dump_ = LammpsDump::create(folder / kDump);
  if (sim.case_file().output.stage_times)
    stages_ = SeriesFile::create(folder / kStages, stage_columns());
  Observing::reset(sim.state());
  write_row(sim);
  change_phase(sim, -1);
  write_tables(sim, true);
  write_frame(sim, true, pictures);
}

Outputs::Outputs(const fs::path& folder, Simulation& sim, const Offsets& offsets)
    : folder_(folder),
      intervals_(output_intervals(sim)),
      observing_(sim.case_file(), sim.scene()),
      series_{
          SeriesFile::resume(folder / kSeries, observing_.columns(), offset_of(offsets, kSeries))},
      tables_(open_tables(folder, observing_, &offsets)),
      pvd_(PvdIndex::resume(folder / kIndex, sim.state().clock.time())) {
  observing_.require_fit(sim.state());
  if (sim.case_file().output.lammps_dump)
    dump_ = LammpsDump::resume(folder / kDump, offset_of(offsets, kDump));
  if (sim.case_file().output.stage_times)
    stages_ = SeriesFile::resume(folder / kStages, stage_columns(), offset_of(offsets, kStages));
  recall_rows(sim);
}

Outputs::Outputs(Simulation& sim, bool begins)
    : intervals_(output_intervals(sim.case_file())),
      observing_(sim.case_file(), sim.scene()),
      tables_(observing_.tables().size()) {
  intervals_.picture = INFINITY;
  if (begins) {
    Observing::reset(sim.state());
    write_row(sim);
    change_phase(sim, -1);
    write_tables(sim, true);
    write_frame(sim, true, false);
    return;
  }
  observing_.require_fit(sim.state());
  const Clock& clock = sim.state().clock;
  if (clock.step == 0 || output_due(intervals_.series, clock)) row_step_ = clock.step;
}

/// What was written before the checkpoint, so that a resumed run ends as an uninterrupted one.
void Outputs::recall_rows(const Simulation& sim) {
  const Series series = read_series(folder_ / kSeries);
  const std::vector<Real>* steps = series.find("step");
  const std::vector<Real>* overlap = series.find("overlap_largest");
  if (!steps || steps->empty()) return;
  row_step_ = static_cast<std::int64_t>(steps->back());
  if (series.columns[0].back() == sim.state().clock.time()) row_step_ = sim.state().clock.step;
  row_.clear();
  for (const std::vector<Real>& column : series.columns) row_.push_back(column.back());
  if (overlap)
    for (const Real value : *overlap) overlap_seen_ = std::max(overlap_seen_, value);
  if (!pvd_->entries().empty() && pvd_->entries().back().time == sim.state().clock.time())
    frame_step_ = sim.state().clock.step;
}

void Outputs::write_row(Simulation& sim) {
  observing_.sample(sim.scene(), sim.state(), row_);
  sim.times().mark(Stage::kObserve);
  series_.append(row_);
  write_stages(sim);
  row_step_ = sim.state().clock.step;
  overlap_seen_ = std::max(overlap_seen_, last("overlap_largest").value_or(0));
}

/// Seconds of this process, by stage, since the row before.
void Outputs::write_stages(Simulation& sim) {
  if (!stages_) return;
  const auto seconds = sim.times().seconds();
  std::vector<Real> row{sim.state().clock.time()};
  for (std::size_t k = 0; k < seconds.size(); ++k) row.push_back(seconds[k] - stages_then_[k]);
  stages_then_ = seconds;
  stages_->append(row);
}

void Outputs::write_tables(Simulation& sim, bool all) {
  const State& s = sim.state();
  for (std::size_t k = 0; k < tables_.size(); ++k) {
    ObserverTable& t = observing_.tables()[k];
    if (!t.sample) continue;
    if (!all && !output_due(t.interval.value_or(intervals_.series), s.clock)) continue;
    std::vector<std::vector<Real>> rows;
    t.sample(sim.scene(), sim.state(), rows);
    sim.times().mark(Stage::kObserve);
    for (const std::vector<Real>& row : rows) tables_[k].append(row);
  }
}

BodyFrame Outputs::frame_of(Simulation& sim) {
  BodyFrame frame = body_frame(sim.scene(), sim.state());
  observing_.add_columns(sim.state(), frame);
  return frame;
}

void Outputs::write_frame(Simulation& sim, bool frame, bool picture) {
  const State& s = sim.state();
  if (!pvd_) {
    // Observers of single bodies make room for new ones when a frame asks them.
    if (frame && observing_.looks_at_every_step()) frame_of(sim);
    return;
  }
  const BodyFrame bodies = frame_of(sim);
  const std::vector<WallFrame> walls = wall_frames(sim.scene(), s);
  if (frame) {
    long number = output_number(intervals_.frame, s.clock);
    if (!output_due(intervals_.frame, s.clock) && s.clock.step > 0) ++number;  // the very last
    const auto put = [&](const char* part, auto&& write) {
      const std::string name = frame_file_name(part, number, "vtp");
      write(folder_ / "frames" / name);
      pvd_->add(s.clock.time(), part, "frames/" + name);
    };
    put("bodies", [&](const fs::path& p) { write_bodies_vtp(p, bodies); });
    if (!walls.empty())
      put("walls", [&](const fs::path& p) { write_walls_vtp(p, s.clock.time(), walls); });
    if (sim.case_file().output.contacts)
      put("contacts", [&](const fs::path& p) {
        write_contacts_vtp(p, s.clock.time(), contact_frame(sim.scene(), s));
      });
    pvd_->write();
    if (dump_) dump_->append(s.clock.step, bodies);
    frame_step_ = s.clock.step;
  }
  if (!picture) return;
  long number = output_number(intervals_.picture, s.clock);
  if (!output_due(intervals_.picture, s.clock) && s.clock.step > 0) ++number;
  picture_ = folder_ / "pictures" / frame_file_name("picture", number, "png");
  write_picture(picture_, bodies, walls, view_of(sim.case_file(), sim.scene()));
}

std::int64_t Outputs::steps_to_look(const Simulation& sim) const {
  constexpr Index kMany = 8192;           // fewer gain nothing by steps that nobody looks between
  constexpr std::int64_t kPatience = 20;  // a signal, or a line of progress
  const bool few = sim.state().grains.size() < kMany && !sim.repeats_steps();
  if (few || observing_.looks_at_every_step()) return 1;
  std::int64_t n = 1;
  while (n < kPatience && !due_after(sim.state().clock, n)) ++n;
  return n;
}

bool Outputs::due_after(const Clock& clock, std::int64_t steps) const {
  const auto due = [&](Real interval) { return output_due(interval, clock, steps); };
  for (const ObserverTable& t : observing_.tables())
    if (t.sample && due(t.interval.value_or(intervals_.series))) return true;
  return due(intervals_.series) || due(intervals_.frame) || due(intervals_.picture);
}

bool Outputs::after_step(Simulation& sim) {
  const Clock clock = sim.state().clock;
  picture_.clear();
  observing_.advance(sim.scene(), sim.state(), sim.dt(), sim.stepped_phase());
  sim.times().mark(Stage::kObserve);
  for (const TableRow& r : observing_.ended()) tables_[r.table].append(r.values);
  if (sim.state().phase != sim.stepped_phase()) change_phase(sim, sim.stepped_phase());
  const bool row = output_due(intervals_.series, clock);
  if (row) write_row(sim);
  write_tables(sim, false);
  const bool frame = output_due(intervals_.frame, clock);
  const bool picture = output_due(intervals_.picture, clock);
  if (frame || picture) write_frame(sim, frame, picture);
  sim.times().mark(Stage::kWrite);
  return row;
}

void Outputs::finish(Simulation& sim) {
  if (row_step_ != sim.state().clock.step) write_row(sim);
  if (!pvd_) return write_frame(sim, true, false);
  if (frame_step_ != sim.state().clock.step)
    write_frame(sim, true, std::isfinite(intervals_.picture) && picture_.empty());
  if (!picture_.empty())
    write_file_with(folder_ / kFinal, [&](const fs::path& temporary) {
      fs::copy_file(picture_, temporary, fs::copy_options::overwrite_existing);
    });
  else if (sim.case_file().output.pictures)
    write_picture(folder_ / kFinal, frame_of(sim), wall_frames(sim.scene(), sim.state()),
                  view_of(sim.case_file(), sim.scene()));
  if (!sim.case_file().output.plots) return;
  fs::create_directories(folder_ / "plots");
  plot_all(folder_ / kSeries, folder_ / "plots");
}

std::optional<Real> Outputs::last(const std::string& column) const {
  const std::vector<std::string>& names = observing_.columns();
  for (std::size_t k = 0; k < names.size() && k < row_.size(); ++k)
    if (names[k] == column || split_unit(names[k]).name == column) return row_[k];
  return {};
}

std::vector<Real> Outputs::row_now(Simulation& sim) {
  const ObserverMemory before = sim.state().observers;
  std::vector<Real> row;
  observing_.sample(sim.scene(), sim.state(), row);
  sim.state().observers = before;
  return row;
}

Outputs::Offsets Outputs::sync() {
  Offsets out;
  const auto note = [&](RowKeeper& rows, const std::string& name) {
    if (!rows.file) return;
    rows.file->sync();
    out[name] = rows.file->offset();
  };
  note(series_, kSeries);
  for (std::size_t k = 0; k < tables_.size(); ++k) note(tables_[k], observing_.tables()[k].file);
  if (dump_) {
    dump_->sync();
    out[kDump] = dump_->offset();
  }
  if (stages_) {
    stages_->sync();
    out[kStages] = stages_->offset();
  }
  return out;
}

}  // namespace scree
