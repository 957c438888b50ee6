#include "scree/verify/verify_plan.h"

#include <fmt/format.h>

#include <filesystem>

#include "scree/base/error.h"

namespace scree {
namespace {

namespace fs = std::filesystem;

/// A name that is good for a folder, too.
std::string folder_name(std::string name) {
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c)) && c != '.' && c != '-') c = '_';
  return name.empty() ? "run" : name;
}

}  // namespace

RunOrder run_order(const std::string& folder, const RunPlan& run) {
  RunOrder order;
  order.label = run.name.empty() ? folder : fmt::format("{}: {}", folder, run.name);
  order.c = read_case((fs::path(folder) / "case.toml").string(), run.sets);
  return order;
}

void add_interrupt(const Statement& statement, RunOrder& order) {
  if (statement.interrupt) order.interrupts.insert(*statement.interrupt);
}

void keep_series(const Series& series, const std::string& out, const std::string& folder,
                 const std::string& run) {
  if (out.empty()) return;
  const fs::path place = fs::path(out) / fs::path(folder).filename() / folder_name(run);
  fs::create_directories(place);
  SeriesFile file = SeriesFile::create(place / "series.csv", series.names);
  std::vector<Real> row(series.names.size());
  for (std::size_t r = 0; r < series.rows(); ++r) {
    for (std::size_t k = 0; k < row.size(); ++k) row[k] = series.columns[k][r];
    file.append(row);
  }
}

void refuse_only(const std::string& only, const std::string& what) {
  throw CaseError(
      fmt::format("no {} is named like \"{}\"; * stands for any characters", what, only));
}

}  // namespace scree
