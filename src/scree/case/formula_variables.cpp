#include "scree/case/formula_variables.h"

namespace scree {

const std::vector<std::string>& cycle_variables() {
  static const std::vector<std::string> names{"t"};
  return names;
}

const std::vector<std::string>& sum_variables() {
  static const std::vector<std::string> names{"x",  "y",  "z",  "vx", "vy", "vz",
                                              "fx", "fy", "fz", "d",  "m",  "t"};
  return names;
}

const std::vector<std::string>& force_variables() {
  static const std::vector<std::string> names{"x",  "y",  "z",  "vx", "vy", "vz",
                                              "wx", "wy", "wz", "d",  "m",  "t"};
  return names;
}

}  // namespace scree
