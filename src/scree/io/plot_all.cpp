#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "scree/io/plot.h"
#include "scree/io/series_file.h"

namespace scree {
namespace {

constexpr std::size_t kMostCurves = 12;  // in one plot; more cannot be told apart

/// Columns that share a plot.
struct Group {
  std::string unit;
  std::vector<std::size_t> columns;
};

struct Quantity {
  std::string_view unit, name;
};
constexpr Quantity kQuantities[] = {
    {"J", "energy"},
    {"N", "force"},
    {"N m", "torque"},
    {"Pa", "stress"},
    {"W", "power"},
    {"m", "length"},
    {"m/s", "velocity"},
    {"rad/s", "spin"},
    {"rad", "angle"},
    {"deg", "angle"},
    {"kg", "mass"},
    {"kg/s", "mass flow"},
    {"kg m/s", "momentum"},
    {"N s", "momentum"},
    {"kg m^2/s", "angular momentum"},
    {"N m s", "angular momentum"},
};

std::string quantity_of(const std::string& unit) {
  for (const Quantity& q : kQuantities)
    if (q.unit == unit) return std::string(q.name);
  return unit;
}

/// Letters, digits, '-' and '_' stay; anything else becomes '_'. Never empty, never hidden.
std::string safe_name(std::string_view name) {
  std::string out;
  for (const char c : name)
    out += std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_' ? c : '_';
  return out.empty() ? "plot" : out;
}

/// Columns of one unit belong together; without a unit, counts and ratios do not mix.
std::vector<Group> group_columns(const std::vector<std::string>& names) {
  std::vector<Group> groups;
  for (std::size_t i = 1; i < names.size(); ++i) {
    const std::string unit = split_unit(names[i]).unit;
    const auto same = std::find_if(groups.rbegin(), groups.rend(), [&](const Group& g) {
      return g.unit == unit && g.columns.size() < kMostCurves;
    });
    if (unit.empty() || unit == "-" || unit == "1" || same == groups.rend())
      groups.push_back({unit, {i}});
    else
      same->columns.push_back(i);
  }
  return groups;
}

std::string title_of(const std::vector<std::string>& names, const Group& group) {
  return group.columns.size() == 1 ? split_unit(names[group.columns[0]]).name
                                   : quantity_of(group.unit);
}

PlotSpec describe(const Series& series, const Group& group) {
  PlotSpec spec;
  spec.x_label = series.names[0];
  spec.title = title_of(series.names, group);
  spec.y_label = group.columns.size() == 1 ? series.names[group.columns[0]]
                                           : fmt::format("{} [{}]", spec.title, group.unit);
  for (const std::size_t i : group.columns)
    spec.curves.push_back({split_unit(series.names[i]).name, series.columns[0], series.columns[i]});
  return spec;
}

}  // namespace

std::vector<std::string> plot_names(const std::vector<std::string>& columns) {
  std::vector<std::string> names;
  std::set<std::string> used;
  for (const Group& group : group_columns(columns)) {
    const std::string stem = safe_name(title_of(columns, group));
    std::string name = stem;
    for (int k = 2; !used.insert(name).second; ++k) name = fmt::format("{}_{}", stem, k);
    names.push_back(name + ".svg");
  }
  return names;
}

std::vector<std::filesystem::path> plot_all(const std::filesystem::path& series_path,
                                            const std::filesystem::path& folder) {
  const Series series = read_series(series_path);
  const std::vector<Group> groups = group_columns(series.names);
  std::vector<std::filesystem::path> written;
  for (const std::string& name : plot_names(series.names)) {
    plot_series_svg(folder / name, describe(series, groups[written.size()]));
    written.push_back(folder / name);
  }
  return written;
}

}  // namespace scree
