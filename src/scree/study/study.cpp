#include "scree/study/study.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <filesystem>

#include "scree/base/error.h"
#include "scree/case/bounds.h"
#include "scree/io/case_file.h"
#include "scree/io/table_file.h"
#include "scree/study/study_check.h"
#include "scree/study/study_schema.h"

namespace scree {
namespace {

namespace fs = std::filesystem;

constexpr const char* kAfter = "after";  // the folder of the run to start from, in `set`

[[noreturn]] void refuse_block(const StudyBlock& block, const std::string& message) {
  throw CaseError(block.origin.file, block.origin.line,
                  fmt::format("runs.{}: {}", block.name, message));
}

/// "study.toml" is called after its folder, other files after themselves.
std::string default_name(const std::string& file) {
  const fs::path path = fs::absolute(file).lexically_normal();
  if (path.stem() != "study") return path.stem().string();
  const std::string folder = path.parent_path().filename().string();
  return folder.empty() ? "study" : folder;
}

/// The block's own parameters, then those of the study it does not give itself.
std::vector<Sweep> whole_grid(const Study& study, const StudyBlock& block) {
  std::vector<Sweep> grid = block.grid;
  for (const Sweep& sweep : study.grid)
    if (std::none_of(block.grid.begin(), block.grid.end(),
                     [&](const Sweep& own) { return own.name == sweep.name; }))
      grid.push_back(sweep);
  return grid;
}

constexpr std::size_t kLongestFolder = 150;  // file systems take 255 bytes

/// "P=0.1": the last part of a dotted name says enough; what no folder takes becomes '_'.
std::string folder_part(const std::string& name, const std::string& value) {
  std::string part = name.substr(name.rfind('.') + 1) + "=" + value;
  for (char& c : part)
    if (!std::isalnum(static_cast<unsigned char>(c)) && !std::strchr(".-+_=", c)) c = '_';
  return part;
}

std::string run_name(const StudyBlock& block, const Parameters& parameters) {
  std::string name = block.name;
  for (const auto& [key, value] : parameters) {
    const std::string part = folder_part(key, value);
    if (part.size() > kLongestFolder)
      refuse_block(block, fmt::format("the parameter '{}' has a value of {} characters, too long "
                                      "for the name of a folder; give short names to the values "
                                      "and use a formula of them in set",
                                      key, value.size()));
    name += "/" + part;
  }
  return name;
}

/// The one run of the block `after` that agrees in every parameter both have.
int find_predecessor(const Study& study, const StudyBlock& block, const Parameters& parameters) {
  std::vector<int> found;
  for (std::size_t k = 0; k < study.runs.size(); ++k) {
    const StudyRun& other = study.runs[k];
    if (study.blocks[other.block].name != block.after) continue;
    const bool agrees = std::all_of(
        other.plan.parameters.begin(), other.plan.parameters.end(), [&](const auto& parameter) {
          const std::string* own = find_parameter(parameters, parameter.first);
          return !own || *own == parameter.second;
        });
    if (agrees) found.push_back(static_cast<int>(k));
  }
  if (found.size() == 1) return found[0];
  const std::string name = run_name(block, parameters);
  if (found.empty())
    refuse_block(block, fmt::format("after: \"{}\" has no run with the parameters of {}; let both "
                                    "take the same values",
                                    block.after, name));
  refuse_block(block,
               fmt::format("after: {} could start from {} runs of \"{}\", {} and {} among them; "
                           "give this block the parameters in which they differ",
                           name, found.size(), block.after, study.runs[found[0]].plan.name,
                           study.runs[found[1]].plan.name));
}

void fill_sets(const Study& study, const StudyBlock& block, StudyRun& run) {
  const FormulaNames names = study_names(study, run, no_names());
  const auto text = [&](const std::string& name) -> std::optional<std::string> {
    if (name == kAfter && run.after >= 0) return run_folder(study, study.runs[run.after]);
    if (const std::string* value = find_parameter(run.plan.parameters, name)) return *value;
    const std::string* constant = find_parameter(study.constants, name);
    return constant ? std::optional(*constant) : std::nullopt;
  };
  try {
    for (const std::string& set : block.set) run.plan.sets.push_back(fill_in(set, names, text));
  } catch (const FormulaError& error) {
    refuse_block(block, fmt::format("set: {}", error.what()));
  }
  for (const auto& [key, value] : run.plan.parameters)  // a name with a dot is a key of the case
    if (key.find('.') != std::string::npos) run.plan.sets.push_back(key + "=" + value);
}

/// Does a text name a parameter in one of its {formulas}?
bool uses(const std::string& text, const std::string& name) {
  bool found = false;
  const auto look = [&](const std::string& formula) -> std::optional<std::string> {
    found = found || formula == name;
    try {
      for (const std::string& used : names_in_formula(formula)) found = found || used == name;
    } catch (const FormulaError&) {
      found = true;  // fill_sets() will tell what is wrong with it
    }
    return "";
  };
  fill_in(text, no_names(), look);
  return found;
}

/// Is every parameter used, and is there a block the runs can start from?
void check_block(const Study& study, const StudyBlock& block) {
  const auto set_uses = [&](const std::string& name) {
    return std::any_of(block.set.begin(), block.set.end(),
                       [&](const std::string& set) { return uses(set, name); });
  };
  for (const Sweep& sweep : block.grid)
    if (sweep.name.find('.') == std::string::npos && !set_uses(sweep.name))
      refuse_block(block, fmt::format("the parameter '{0}' changes nothing: use it in set, as in "
                                      "\"run.seed={{{0}}}\", or name a key of the case",
                                      sweep.name));
  if (block.after.empty()) return;
  std::vector<std::string> earlier;
  for (const StudyBlock& b : study.blocks) {
    if (b.name == block.name) break;
    earlier.push_back(b.name);
  }
  if (std::find(earlier.begin(), earlier.end(), block.after) == earlier.end())
    refuse_block(
        block, fmt::format("after: no block before this one is named \"{}\"; there {}", block.after,
                           earlier.empty() ? "is none" : "are " + join(earlier)));
  if (!set_uses(kAfter))
    refuse_block(block,
                 "after: say where the folder of the earlier run goes, for example set = "
                 "[\"bodies={{from=\\\"{after}\\\"}}\"]");
}

void plan_block(Study& study, std::size_t number) {
  StudyBlock& block = study.blocks[number];
  for (std::size_t k = 0; k < number; ++k)
    if (study.blocks[k].name == block.name) refuse_block(block, "two blocks have this name");
  block.grid = whole_grid(study, block);
  check_block(study, block);
  const fs::path given = fs::path(study.file).parent_path() / block.case_path;
  std::error_code error;
  block.case_path = (fs::is_directory(given, error) ? given / "case.toml" : given).string();
  if (!fs::is_regular_file(block.case_path, error))
    refuse_block(block, fmt::format("case: there is no file {}; name a folder with case.toml or a "
                                    ".toml file, relative to the study",
                                    block.case_path));
  const double runs = static_cast<double>(study.runs.size()) + count_combinations(block.grid);
  if (runs > kMostRuns)
    refuse_block(block, fmt::format("the grids make {:.10g} runs, a study has at most {:.0f}; give "
                                    "fewer values, or split it into several studies",
                                    runs, kMostRuns));
  for (Parameters& parameters : combinations(block.grid)) {
    StudyRun run;
    run.block = number;
    run.plan.name = run_name(block, parameters);
    run.plan.parameters = std::move(parameters);
    for (const StudyRun& other : study.runs)
      if (other.plan.name == run.plan.name)
        refuse_block(block, fmt::format("two runs would write into runs/{}", run.plan.name));
    if (!block.after.empty()) run.after = find_predecessor(study, block, run.plan.parameters);
    fill_sets(study, block, run);
    study.runs.push_back(std::move(run));
  }
}

}  // namespace

std::vector<std::string> Study::parameter_columns() const {
  std::vector<std::string> names;
  for (const StudyBlock& block : blocks)
    for (const Sweep& sweep : block.grid)
      if (std::find(names.begin(), names.end(), sweep.name) == names.end())
        names.push_back(sweep.name);
  return names;
}

Study read_study_text(const std::string& text, const std::string& file, const std::string& out) {
  Study study = read_table<Study>(parse_case_text(text, file), {});
  study.file = file;
  if (study.name.empty()) study.name = default_name(file);
  study.out = out.empty() ? "out/" + study.name : out;
  for (std::size_t k = 0; k < study.blocks.size(); ++k) plan_block(study, k);
  check_study(study);
  return study;
}

Study read_study(const std::string& path, const std::string& out) {
  std::error_code error;
  const std::string file =
      fs::is_directory(path, error) ? (fs::path(path) / "study.toml").string() : path;
  return read_study_text(read_text_file(file), file, out);
}

std::string run_folder(const Study& study, const StudyRun& run) {
  return (fs::path(study.out) / "runs" / run.plan.name).string();
}

FormulaNames study_names(const Study& study, const StudyRun& run, FormulaNames others) {
  FormulaNames names = parameter_names(run.plan, std::move(others));
  for (const auto& [key, value] : study.constants) names.known.push_back(key);
  names.find = [&study, inner = std::move(names.find)](const std::string& name) {
    std::optional<Quantity> found = inner(name);
    Real number = 0;
    const std::string* value = found ? nullptr : find_parameter(study.constants, name);
    if (value && parse_number(*value, number)) found = number;
    return found;
  };
  return names;
}

std::string fill_label(const std::string& label, const Study& study, const StudyRun& run) {
  const auto text = [&](const std::string& name) -> std::optional<std::string> {
    if (name == "block") return study.blocks[run.block].name;
    const std::string* value = find_parameter(run.plan.parameters, name);
    return value ? std::optional(*value) : std::nullopt;
  };
  return fill_in(label, study_names(study, run, no_names()), text);
}

}  // namespace scree
