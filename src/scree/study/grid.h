#pragma once
/// Grids of parameters: names, the values each takes, and every combination of them. Variants of
/// expect.toml and blocks of a study are such grids.
#include <string>
#include <utility>
#include <vector>

#include "scree/base/schema_convert.h"

namespace scree {

/// A parameter and the values it takes; numbers or words.
struct Sweep {
  std::string name;
  std::vector<std::string> values;
};

/// One value for each parameter, in the order of the grid.
using Parameters = std::vector<std::pair<std::string, std::string>>;

/// Reads {e = [0.2, 0.6], "run.seed" = [1, 2]}; one value alone counts as a list of one. A key
/// written without quotes (run.seed = [1, 2]) is the same name. Refuses empty lists.
std::vector<Sweep> read_grid(const Node& node, const Reading& reading);

/// A number, word or flag as text; a list of numbers as "[1, 2]".
std::string read_value_text(const Node& node, const Reading& reading);

/// How many combinations there are; infinite for more than a number holds.
double count_combinations(const std::vector<Sweep>& grid);

/// Every combination, the last parameter varying fastest; one empty combination for no grid.
std::vector<Parameters> combinations(const std::vector<Sweep>& grid);

/// The value of a parameter, or null.
const std::string* find_parameter(const Parameters& parameters, const std::string& name);

}  // namespace scree
