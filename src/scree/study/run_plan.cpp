#include "scree/study/run_plan.h"

#include "scree/io/table_file.h"

namespace scree {

bool matches(const std::string& pattern, const std::string& name) {
  const std::size_t star = pattern.find('*');
  if (star == std::string::npos) return pattern == name;
  if (name.compare(0, star, pattern, 0, star) != 0) return false;
  const std::string rest = pattern.substr(star + 1);
  for (std::size_t k = star; k <= name.size(); ++k)
    if (matches(rest, name.substr(k))) return true;
  return false;
}

FormulaNames parameter_names(const RunPlan& run, FormulaNames others) {
  FormulaNames names;
  names.known = others.known;
  for (const auto& [key, value] : run.parameters) names.known.push_back(key);
  names.find = [&run, others = std::move(others)](const std::string& name) {
    std::optional<Quantity> found = others.find(name);
    Real number = 0;
    const std::string* value = found ? nullptr : find_parameter(run.parameters, name);
    if (value && parse_number(*value, number)) found = number;
    return found;
  };
  return names;
}

}  // namespace scree
