#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "combinations/feature.h"
#include "source_folder.h"

namespace scree {
namespace {

using Keys = std::map<std::string, std::string>;

/// Six grains that fall onto a floor and against each other: something touches at once, and bodies
/// slide, roll and part within a hundred steps.
const Keys& plainest() {
  static const Keys keys{
      {"run.seed", "3"},
      {"run.overlap_limit", "0.6"},
      {"run.time_step", "{time.step}"},
      {"domain.lo", "[0, -0.1, -0.1]"},
      {"domain.hi", "[0.2, 0.1, 0.1]"},
      {"gravity.vector", "[1, -9.81, 0]"},
      {"material.glass.density", "2500"},
      {"material.glass.young", "5e6"},
      {"material.glass.poisson", "0.25"},
      {"law.normal", "\"hertz\""},
      {"law.tangential", "\"cundall-strack\""},
      {"law.rolling", "\"none\""},
      {"law.twisting", "\"none\""},
      {"pair.materials", "[\"*\", \"*\"]"},
      {"pair.restitution", "0.6"},
      {"pair.friction", "0.5"},
      {"output.series_interval", "{time.tenth}"},
      {"output.frame_interval", "{time.half}"},
      {"output.plots", "false"},
      {"output.picture", "{width = 64, direction = [0, 0, -1], up = [0, 1, 0]}"},
      {"time.step", "4e-5"},
      {"heap.shape", "\"sphere\""},
      {"heap.sizes", "sizes = {kind = \"fixed\", radius = 0.005}"},
      {"heap.given_sizes", ""},
      {"heap.more", ""},
      {"heap.spin", "[0, 0, 20]"},
      {"floor.motion", ""},
      {"place.vz", "0.05"},
      {"files.earlier", "earlier"},
  };
  return keys;
}

/// Times of a run of a hundred steps.
void add_times(Keys& keys) {
  const double step = std::stod(keys.at("time.step")), all = 100 * step;
  const auto put = [&](const char* name, double value) {
    keys[std::string("time.") + name] = fmt::format("{:.6g}", value);
  };
  put("all", all), put("half", all / 2), put("quarter", all / 4), put("fifth", all / 5);
  put("tenth", all / 10), put("fortieth", all / 40), put("rate", 1 / all);
}

/// Replaces {heap.shape} and the like; braces of TOML hold more than one word.
std::string filled(const std::string& text, const Keys& keys) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const std::size_t end = text.find('}', at);
    const auto found = text[at] == '{' && end != std::string::npos
                           ? keys.find(text.substr(at + 1, end - at - 1))
                           : keys.end();
    if (found == keys.end()) {
      out += text[at];
      continue;
    }
    out += filled(found->second, keys);
    at = end;
  }
  return out;
}

/// "law.rolling" -> "law", "rolling"; the entry for all pairs is one of a list.
std::string toml_of(const Keys& keys) {
  std::string out, open;
  for (const auto& [key, value] : keys) {
    if (is_word_of_texts(key)) continue;
    const std::size_t dot = key.rfind('.');
    const std::string table = key.substr(0, dot);
    if (table != open) out += table == "pair" ? "[[pair]]\n" : "[" + table + "]\n";
    open = table;
    out += key.substr(dot + 1) + " = " + filled(value, keys) + "\n";
  }
  return out;
}

std::string text_of(const Choices& choices) {
  Keys keys = plainest();
  for (const Choice& c : choices)
    for (const auto& [key, value] : c.feature().keys) keys[key] = value;
  add_times(keys);
  std::string lists;
  for (const Choice& c : choices) lists += filled(c.feature().text, keys);
  return toml_of(keys) + lists;
}

}  // namespace

bool is_word_of_texts(const std::string& key) {
  const std::string table = key.substr(0, key.find('.'));
  return table == "time" || table == "heap" || table == "floor" || table == "place" ||
         table == "files";
}

const std::vector<Group>& feature_groups() {
  static const std::vector<Group> groups = [] {
    std::vector<Group> all;
    for (auto part : {method_features, law_features, body_features, wall_features, course_features,
                      output_features})
      for (Group& g : part()) all.push_back(std::move(g));
    return all;
  }();
  return groups;
}

Choices all_features() {
  Choices all;
  for (std::size_t g = 0; g < feature_groups().size(); ++g)
    for (std::size_t row = 0; row < feature_groups()[g].features.size(); ++row)
      all.push_back({g, row});
  return all;
}

Choice feature_named(const std::string& name) {
  for (const Choice& c : all_features())
    if (c.name() == name) return c;
  throw std::logic_error("no feature is called " + name);
}

Choices plain_methods() {
  return {feature_named("smooth"), feature_named("dae"), feature_named("nonsmooth")};
}

bool is_method(Choice c) { return feature_groups()[c.group].name == "method"; }

MadeCase make_case(const Choices& choices) {
  const std::vector<Group>& groups = feature_groups();
  Choices all = choices;
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const auto of_group = [&](const Choice& c) { return c.group == g; };
    if (groups[g].needed && std::none_of(all.begin(), all.end(), of_group)) all.push_back({g, 0});
  }
  // Bodies are numbered in the order of the list, whatever the order of choice.
  std::sort(all.begin(), all.end());
  MadeCase made{text_of(all), {}};
  for (const Choice& c : all) {
    const std::string& name = c.name();
    if (groups[c.group].name != "start") continue;
    Choices before = all;
    if (name != "from the same method") {
      const auto method = std::find_if(before.begin(), before.end(), is_method);
      *method = feature_named(name.substr(name.rfind(' ') + 1));
    }
    made.earlier = text_of(before);
  }
  return made;
}

std::string going_on_from(const std::string& text, const std::string& folder) {
  std::string out = text;
  const std::size_t at = out.find("[run]\n");
  return out.insert(at + 6, "from = \"" + folder + "\"\n");
}

std::string made_case_name() { return source_folder() + "/test/combinations/made.toml"; }

}  // namespace scree
