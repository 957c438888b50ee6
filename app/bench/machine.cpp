#include "bench/machine.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/sysinfo.h>
#include <unistd.h>

#include <cctype>
#include <ctime>
#include <fstream>

namespace scree::app {
namespace {

std::string processor_name() {
  std::ifstream info("/proc/cpuinfo");
  for (std::string line; std::getline(info, line);)
    if (line.rfind("model name", 0) == 0) return line.substr(line.find(':') + 2);
  return "unknown processor";
}

}  // namespace

Machine this_machine() {
  Machine machine;
  machine.processor = processor_name();
  machine.cores = static_cast<int>(::sysconf(_SC_NPROCESSORS_ONLN));
  struct sysinfo info {};
  if (::sysinfo(&info) == 0) machine.memory = static_cast<double>(info.totalram) * info.mem_unit;
  std::ifstream("/proc/loadavg") >> machine.load;
  return machine;
}

std::string machine_name(const Machine& machine) {
  std::string name;
  for (const char c : machine.processor) {
    const auto u = static_cast<unsigned char>(c);
    if (std::isalnum(u) || c == '.')
      name += static_cast<char>(std::tolower(u));
    else if (!name.empty() && name.back() != '-')
      name += '-';
  }
  for (const std::string word : {"-r-", "-tm-", "-processor", "-cpu"})
    for (auto at = name.find(word); at != std::string::npos; at = name.find(word))
      name.replace(at, word.size(), word.back() == '-' ? "-" : "");
  while (!name.empty() && name.back() == '-') name.pop_back();
  return fmt::format("{}-{}-cores", name, machine.cores);
}

bool is_busy(const Machine& machine) { return machine.load > 0.3; }

std::string today() { return fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::time(nullptr))); }

}  // namespace scree::app
