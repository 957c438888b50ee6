#pragma once
/// What a run leaves: the files it grows (series, tables of observers, frames, pictures, dump), or
/// rows in memory where it has no folder.
#include <array>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "scree/io/lammps_dump.h"
#include "scree/io/pvd.h"
#include "scree/io/series_file.h"
#include "scree/run/observing.h"
#include "scree/run/simulation.h"

namespace scree {

/// Intervals as a case gives them or by default: 500 rows, 50 frames over the longest run [s].
struct OutputIntervals {
  Real series, frame, picture;
};
/// Series and frames by the case; pictures as often as frames if it does not say.
OutputIntervals output_intervals(const Case& c);
/// The same with the pictures that the run affords; infinite: none but the last.
OutputIntervals output_intervals(const Simulation& sim);

/// Does an output with this interval fall on this step, or on one ahead of it? Decided by the clock
/// alone, so that a resumed run writes at the same instants.
long output_number(Real interval, const Clock& clock, std::int64_t ahead = 0);
bool output_due(Real interval, const Clock& clock, std::int64_t ahead = 0);

/// Every file that a run of the case writes, relative to its folder; in names of frames and
/// pictures a `*` stands for their number.
std::vector<std::string> run_files(const Case& c, const Observing& observing);

/// Rows of a table: in its file, or kept where there is none.
struct RowKeeper {
  std::optional<SeriesFile> file = {};
  std::vector<std::vector<Real>> kept = {};

  void append(const std::vector<Real>& row) {
    if (file)
      file->append(row);
    else
      kept.push_back(row);
  }
};

class Outputs {
 public:
  using Offsets = std::map<std::string, std::uint64_t>;

  /// Starts all files and writes the first row, frame and picture.
  Outputs(const std::filesystem::path& folder, Simulation& sim);
  /// Cuts the files of an interrupted run back to where the checkpoint left them.
  Outputs(const std::filesystem::path& folder, Simulation& sim, const Offsets& offsets);
  /// Without files: rows are kept in memory, and observers look at the same instants, so that the
  /// State is that of a run with a folder. `begins`: the run has not been observed before.
  Outputs(Simulation& sim, bool begins);

  /// After how many steps anything is written or looked at next. For few bodies after every one:
  /// they stay in the cache anyway, and every step can be stopped at.
  std::int64_t steps_to_look(const Simulation& sim) const;
  /// Writes whatever is due after a step. Returns true if a row was added to the series.
  bool after_step(Simulation& sim);
  /// To be called when a phase was ended from outside, after after_step().
  void change_phase(Simulation& sim, std::int64_t from) {
    observing_.change_phase(sim.scene(), sim.state(), from);
  }
  /// Has the phase of the last step become stationary with it?
  bool stationary() const { return observing_.stationary(); }
  /// The last row, frame and picture, if not just written, and the plots.
  void finish(Simulation& sim);

  /// Value of a column in the last row; empty if there is no such column.
  std::optional<Real> last(const std::string& column) const;
  /// Columns of the series, and the rows that are kept in memory.
  const std::vector<std::string>& columns() const { return observing_.columns(); }
  const std::vector<std::vector<Real>>& kept_rows() const { return series_.kept; }
  /// What a row of the series would be now. Observers do not notice that they were asked.
  std::vector<Real> row_now(Simulation& sim);
  /// The largest overlap over the radius at any row of the run.
  Real overlap_seen() const { return overlap_seen_; }
  const OutputIntervals& intervals() const { return intervals_; }
  /// Flushes the growing files and tells how long they are, for a checkpoint.
  Offsets sync();

 private:
  /// Is anything due when `steps` more have been taken?
  bool due_after(const Clock& clock, std::int64_t steps) const;
  void write_stages(Simulation& sim);
  BodyFrame frame_of(Simulation& sim);
  void recall_rows(const Simulation& sim);
  void write_row(Simulation& sim);
  void write_tables(Simulation& sim, bool all);
  void write_frame(Simulation& sim, bool frame, bool picture);

  std::filesystem::path folder_;
  OutputIntervals intervals_;
  Observing observing_;
  RowKeeper series_;
  std::vector<RowKeeper> tables_;
  std::optional<LammpsDump> dump_;
  std::optional<SeriesFile> stages_;
  std::array<double, kStageNames.size()> stages_then_{};  // at the last row [s]
  std::optional<PvdIndex> pvd_;                           // absent: there are no files
  std::vector<Real> row_;
  std::int64_t row_step_ = -1, frame_step_ = -1;
  Real overlap_seen_ = 0;
  std::filesystem::path picture_;  // of the present step, if there is one
};

}  // namespace scree
