#pragma once
/// A case that is run: step by step or to its end, in memory or with results in a folder.
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "scree/bodies.h"
#include "scree/case.h"

namespace scree::api {

enum class End { kDone, kInterrupted, kTrouble };

/// How a run ended.
struct Summary {
  End end = End::kDone;
  std::string trouble;                // what stopped it
  std::int64_t steps = 0;             // of the whole run
  double time = 0;                    // [s]
  double seconds = 0;                 // on the clock on the wall, of this process
  double overlap_largest = 0;         // over the radius, at any row of the series
  double closing_error = 0;           // of the energy ledger
  std::vector<std::string> warnings;  // raised in the run
  std::string text;                   // what the command prints
};

class Run {
 public:
  /// Asked now and then, at most every tenth of a second or so; false stops the run.
  using GoOn = std::function<bool()>;

  /// In memory: nothing is written. `threads`: zero takes what OpenMP has and the bodies can feed.
  explicit Run(const Case& c, int threads = 0);
  /// With results in a folder, as those of `scree run`; one that holds a run is refused unless
  /// `replace`.
  Run(const Case& c, const std::string& folder, bool replace = false, int threads = 0);
  /// What save() wrote, in memory.
  static Run load(const std::string& file, int threads = 0);
  /// The run in a folder, from its last checkpoint.
  static Run resume(const std::string& folder, int threads = 0);

  /// Up to `steps` steps; returns how many. Fewer where the run ended or stopped.
  std::int64_t advance(std::int64_t steps = 1, const GoOn& go_on = {});
  /// To its end. In a folder a run that `go_on` stopped can be resumed.
  Summary run(const GoOn& go_on = {});
  bool finished() const;
  /// The numerical trouble that stopped the run, with its remedy; empty: there is none. Such a run
  /// goes no further.
  const std::string& trouble() const;

  double time() const;       // [s]
  double time_step() const;  // [s]
  double end() const;        // latest possible [s]
  std::int64_t step() const;
  std::string phase() const;  // its name; empty: the run is over
  /// Fingerprint of all that evolves, as `summary.json` has it: the same for the same case on one
  /// type of machine, however it was run.
  std::uint64_t hash() const;

  /// Ids of all bodies, ascending.
  std::vector<BodyId> ids() const;
  /// Throws CaseError if there is none (any more).
  Body body(BodyId id) const;
  std::vector<Contact> contacts() const;
  /// Those in which the body takes part, as i.
  std::vector<Contact> contacts(BodyId id) const;
  std::vector<Wall> walls() const;
  Wall wall(const std::string& name) const;
  /// All spheres, without copying.
  Columns columns() const;
  const std::vector<std::string>& materials() const;
  const std::vector<std::string>& labels() const;

  /// A column of the series at this instant: "kinetic_translation", "lost_sliding",
  /// "wall.floor.force_z". Throws CaseError if there is none.
  double value(const std::string& name) const;
  /// What can be asked for so, with units.
  std::vector<std::string> value_names() const;
  /// The rows of the series so far, at output.series_interval.
  Series series() const;

  /// Pushes a body by a force and a torque about its centre [N], [N m], from the next step on until
  /// further notice; both zero: no more. What pushes bring in is the column "work_applied". A run
  /// that was pushed keeps its loads in its State, so its hash is its own. Throws CaseError for
  /// what moves as it is told, and for members of clumps.
  void push(BodyId id, Vector force, Vector torque = {});

  /// Writes a checkpoint from which load() goes on, bit for bit.
  void save(const std::string& file) const;

  Run(Run&&) noexcept;
  Run& operator=(Run&&) noexcept;
  ~Run();

 private:
  struct Content;
  explicit Run(std::unique_ptr<Content> content);
  std::unique_ptr<Content> content_;
};

}  // namespace scree::api
