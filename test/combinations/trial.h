#pragma once
/// Does a case begin, and does it run as it should?
#include <cstdint>
#include <filesystem>
#include <string>

#include "combinations/feature.h"

namespace scree {

/// Why a case with all of these is refused, without the place in its text; empty: it begins.
std::string refusal(const Choices& choices);

/// Bits of where the first bodies are and how they move, a hundred steps after the start; stops
/// early, with a message, where a step goes wrong.
struct Motions {
  std::uint64_t bits = 0;
  std::string trouble;
};
Motions motions_of(const Choices& choices);

/// A folder with a run of six spheres, for bodies that come from an earlier run; lives as long as
/// the program.
std::string earlier_folder();

/// What is wrong with a run of all of these; empty: nothing. It runs through on two threads, and a
/// second time on one, stopped after half of its steps and resumed: both must end with the same
/// state and tables, and the ledger must be closed.
std::string run_trouble(const Choices& choices, const std::filesystem::path& folder);

}  // namespace scree
