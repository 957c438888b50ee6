#include "scree/formula/column_names.h"

namespace scree {

FormulaNames column_names(const Series& series) {
  FormulaNames names;
  for (const std::string& name : series.names) names.known.push_back(split_unit(name).name);
  names.find = [&series](const std::string& name) -> std::optional<Quantity> {
    const std::vector<Real>* column = series.find(name);
    return column ? std::optional(Quantity(*column)) : std::nullopt;
  };
  return names;
}

}  // namespace scree
