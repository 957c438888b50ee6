// Whatever the bytes, reading a case (text, then a --set, a table or a LAMMPS file, chosen by the
// first byte) gives a complete value or throws a CaseError; bodies that are made are consistent.
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "scree/base/error.h"
#include "scree/build/make_bodies.h"
#include "scree/io/case_file.h"
#include "scree/io/lammps_data.h"
#include "scree/io/table_file.h"

namespace {

using namespace scree;

/// Bodies are made only where that is quick: the fuzzer looks for wrong memory, not for patience.
bool is_small(const Case& c) {
  for (const BodiesOptions& b : c.bodies) {
    if (b.source != BodySource::kExplicit) return false;
    if (b.list.size() > 100) return false;
  }
  return true;
}

void read_as_case(const std::string& text, const std::string& set) {
  std::vector<std::string> sets;
  if (!set.empty()) sets.push_back(set);
  const Case c = read_case_text(text, "fuzz.toml", sets);
  if (c.phases.empty() || !(longest_duration(c) > 0)) std::abort();
  if (!is_small(c)) return;
  const BodyList bodies = make_bodies(c);
  for (Index i = 0; i < bodies.size(); ++i) {
    const auto row = static_cast<std::size_t>(i);
    if (!(bodies.radius[row] > 0) || !(bodies.density[row] > 0)) std::abort();
    if (!std::isfinite(norm(bodies.x[row]))) std::abort();
  }
}

void read_as_table(const std::string& text) {
  const TextTable table(text, "fuzz.txt");
  for (Index row = 0; row < table.rows(); ++row)
    for (int column = 0; column < static_cast<int>(table.names().size()); ++column)
      if (!std::isfinite(table.number(row, column))) std::abort();
}

void read_as_lammps(const std::string& text) {
  const LammpsData data = parse_lammps_data(text, "fuzz.data");
  if (data.x.size() != data.id.size() || data.v.size() != data.id.size()) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string text(reinterpret_cast<const char*>(data) + 1, size - 1);
  try {
    const std::size_t line = text.find('\n');
    if (data[0] == 't')
      read_as_table(text);
    else if (data[0] == 'l')
      read_as_lammps(text);
    else if (data[0] == 's' && line != std::string::npos)
      read_as_case(text.substr(line + 1), text.substr(0, line));
    else
      read_as_case(text, "");
  } catch (const CaseError&) {
  }
  return 0;
}
