#pragma once
/// The machine a measurement was made on, and whether it had other things to do.
#include <string>

namespace scree::app {

struct Machine {
  std::string processor;  // model name
  int cores = 1;
  double memory = 0;  // [bytes]
  double load = 0;    // processes that wanted to run during the last minute
};
Machine this_machine();

/// A name for files: "intel-xeon-2.80ghz-2-cores".
std::string machine_name(const Machine& machine);
/// About a third of a core or more was busy during the last minute.
bool is_busy(const Machine& machine);
/// "2026-01-31", in UTC.
std::string today();

}  // namespace scree::app
