#include "bench/starts.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <utility>

#include "bench/problems.h"
#include "bench/process.h"
#include "say.h"
#include "scree/base/error.h"

namespace scree::app {
namespace {

using Sets = std::vector<std::string>;

Sets with_start(const Sets& sets, const std::string& folder) {
  Sets all{run_from(folder)};
  all.insert(all.end(), sets.begin(), sets.end());
  return all;
}

/// What a program sees before its first step; CaseError with its last words when it cannot start.
Piece look(const std::string& program, const std::string& case_path, const Sets& sets,
           const std::string& log) {
  const Contender served = scree_contender(program, "", 1, case_path, sets);
  const std::string mark = "seen";
  Process process(served.command, log);
  process.send(served.finish + "print \"" + mark + "\"\n");
  return read_piece(process.read_until(mark));
}

}  // namespace

Starts::Starts(Programs programs, std::string folder)
    : programs_(std::move(programs)), folder_(std::move(folder)) {}

Sides<std::string> Starts::settle_for_both(const Start& start, const Sets& sets) const {
  const std::string own = settle(start, folder_);
  const auto seen = [&](const std::string& program, const std::string& folder,
                        const std::string& side) {
    return look(program, start.case_path, with_start(sets, folder),
                fmt::format("{}/{}-start.log", folder_, side));
  };
  // This one first: a key that is wrong for both is no reason to settle anything again.
  Sides<Piece> starts{seen(programs_.own, own, "this"), {}};
  std::string other = own;
  try {
    starts.other = seen(programs_.other, own, "other");
  } catch (const CaseError& refusal) {
    say("{}: the other program cannot start from what this one settled, and settles its own\n  "
        "({})\n",
        start.name, refusal.what());
    std::fflush(stdout);
    other = settle_by(programs_.other, start, folder_ + "/other");
    starts.other = seen(programs_.other, other, "other");
  }
  say("{}", difference(start.name, starts));
  return {own, other};
}

SideSets Starts::from(const Start& start, const Sets& sets) {
  auto found = folders_.find(start.name);
  if (found == folders_.end())
    found = folders_.emplace(start.name, settle_for_both(start, sets)).first;
  return {with_start(sets, found->second.own), with_start(sets, found->second.other)};
}

std::string difference(const std::string& name, const Sides<Piece>& starts) {
  const auto& [own, other] = starts;
  if (own.state && own.state == other.state) return "";
  return fmt::format(
      "{}: the fingerprints of the starts differ, {} and {}; {} and {} contacts, kinetic energy "
      "{:.8g} and {:.8g} J\n",
      name, own.state.value_or("unknown"), other.state.value_or("unknown"),
      own.contacts.value_or(NAN), other.contacts.value_or(NAN), own.kinetic.value_or(NAN),
      other.kinetic.value_or(NAN));
}

}  // namespace scree::app
