#pragma once
/// Where the two programs of a duel start from. What this one settled the other reads if it can:
/// then both do the same work. Across formats of checkpoints it cannot, and settles the same case
/// itself.
#include <map>
#include <string>
#include <vector>

#include "bench/settle.h"
#include "bench/transcript.h"

namespace scree::app {

/// Something of each side of a duel: of this program, and of the one it is raced against.
template <class T>
struct Sides {
  T own, other;
};
using Programs = Sides<std::string>;               // their paths
using SideSets = Sides<std::vector<std::string>>;  // overrides of the case file

class Starts {
 public:
  /// Starts are kept in `folder`: those of this program for later duels, those of the other for
  /// this one.
  Starts(Programs programs, std::string folder);

  /// `sets`, and where each side starts from. Settles what is not settled yet; says so when the
  /// other program settles its own, and when the two starts differ. CaseError when this program
  /// cannot start so, or the other one not even from its own.
  SideSets from(const Start& start, const std::vector<std::string>& sets);

 private:
  Sides<std::string> settle_for_both(const Start& start,
                                     const std::vector<std::string>& sets) const;

  Programs programs_;
  std::string folder_;
  std::map<std::string, Sides<std::string>> folders_;  // by name of the start
};

/// A line that tells how two starts differ, each measured by its own program; empty where their
/// fingerprints are the same.
std::string difference(const std::string& name, const Sides<Piece>& starts);

}  // namespace scree::app
