#pragma once
/// What a code prints after a run, in the form LAMMPS and LIGGGHTS share and `scree bench --serve`
/// answers in.
#include <optional>
#include <string>
#include <vector>

namespace scree::app {

struct Piece {
  double seconds = 0;  // wall clock of the time loop alone
  long steps = 0, spheres = 0;
  std::optional<long> builds;          // of the neighbour list, since the program began
  std::optional<long> refreshes;       // of Scree's inner list, the same
  std::optional<double> contacts;      // touching pairs and walls
  std::optional<double> residual;      // of the last solve for impulses, over the load
  std::optional<double> kinetic;       // energy of translation after the last step [J]
  std::optional<std::string> state;    // Scree's fingerprint of all it knows
  std::optional<double> coordination;  // touching neighbours per sphere, walls not counted
};

/// Throws CaseError when the lines hold no "Loop time of ..." line.
Piece read_piece(const std::vector<std::string>& lines);

/// "10k", "100k", "1M", "20000" as a number of spheres; CaseError for anything else.
long parse_size(const std::string& text);
/// The shortest of those forms.
std::string size_text(long spheres);

/// "1,2" as numbers; CaseError naming `what`.
std::vector<int> parse_counts(const std::string& text, const std::string& what);
/// "10k,1M" as words.
std::vector<std::string> split_list(const std::string& text);

}  // namespace scree::app
