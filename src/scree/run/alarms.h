#pragma once
/// What a user must not overlook while a run goes on: an energy ledger that does not close, and a
/// time step that its contacts do not allow. Each is said once, when it happens.
#include <functional>
#include <string>
#include <vector>

#include "scree/run/simulation.h"

namespace scree {

/// closing_error above which the ledger counts as open: run.ledger_limit, or by method.
Real ledger_limit(const Case& c);

class Alarms {
 public:
  using Say = std::function<void(const std::string&)>;
  explicit Alarms(const Case& c) : limit_(ledger_limit(c)) {}

  /// After a row of the series was written, with its closing error.
  void look_at_ledger(const Simulation& sim, Real closing_error);
  /// When the neighbour list was built anew, or a row was written.
  void look_at_step(const Simulation& sim);

  bool ledger_open() const { return ledger_open_; }
  const std::vector<std::string>& said() const { return said_; }
  void tell(Say say) { say_ = std::move(say); }

  /// What was said and looked at, for a checkpoint: each alarm is raised once in a run, however
  /// often that is resumed.
  std::string memory() const;
  void recall(const std::string& memory);

 private:
  void raise(std::string message);

  Real limit_;
  bool ledger_open_ = false, step_too_long_ = false;
  std::int64_t listed_ = -1;  // number of the list that was looked at
  std::vector<std::string> said_;
  Say say_;
};

}  // namespace scree
