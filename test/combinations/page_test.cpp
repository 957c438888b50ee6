/// docs/combinations.md says what is found when every pair is tried.
#include "combinations/page.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>

#include "combinations/schema_words.h"
#include "combinations/trial.h"
#include "scree/base/text.h"
#include "scree/io/case_file.h"
#include "source_folder.h"

using namespace scree;

namespace {

/// What is left out of the page, and why.
const std::map<std::string, std::string> kElsewhere{
    {"run.clocks = restart", "test/parity/continue_test.cpp: motions must have ended a period"},
    {"bodies.source = from", "follows from bodies.from, of which there is a feature"},
    {"run.force_time_step = true", "takes no part in a step"},
    {"pair.bridges = false", "the pair is dry: nothing that could combine"},
    {"dae.project_positions = false", "to see what goes wrong without it"},
    {"dae.project_velocities = false", "to see what goes wrong without it"},
    {"dae.restart_at_events = false", "of two integrators alone"},
    {"dae.keep_energy = true", "for comparison: cheats the ledger by design"},
    {"dae.force_start = true", "for comparison: a start that is wrong by design"},
    {"nonsmooth.warm_start = false", "changes where the solver begins, not what it solves"},
    {"nonsmooth.impacts = false",
     "test/physics/nonsmooth_test.cpp: for steps shorter than contacts"},
    {"output.stage_times = true", "the clock on the wall: other numbers in every run"},
    {"until.change = true", "which number of a cycle is compared"},
    {"sizes.by = number", "the default of most"},
    {"sizes.by = mass", "the default of a sieve"},
};

bool is_elsewhere(const std::string& word) {
  // Columns of a frame, faces of a box: all of them by one text.
  const auto begins = [&](const char* key) { return word.rfind(key, 0) == 0; };
  return kElsewhere.count(word) > 0 || begins("picture.colour_by = ") || begins("outlet.face = ") ||
         begins("wall.open = ");
}

}  // namespace

TEST_CASE("the committed page of what combines is what trying every pair gives") {
  const std::string path = source_folder() + "/docs/combinations.md";
  const std::string found = combinations_page(found_table());
  if (std::getenv("SCREE_UPDATE_MANUAL")) std::ofstream(path) << found;
  INFO("rewrite it with: SCREE_UPDATE_MANUAL=1 test_combinations -tc='*committed page*'");
  CHECK(read_text_file(path) == found);
}

TEST_CASE("every feature goes by some method, and every pair that does not has a remedy") {
  for (const Choice& c : all_features()) {
    if (is_method(c)) continue;
    const Choices methods = plain_methods();
    CHECK_MESSAGE(std::any_of(methods.begin(), methods.end(),
                              [&](Choice m) { return found_table().combine(m, c); }),
                  c.name());
  }
}

TEST_CASE("every word, flag and table of the schema is in some feature of the page") {
  std::set<std::string> used = used_words(make_case({}).text);
  for (const Choice& c : all_features())
    for (const std::string& word : used_words(make_case({c}).text)) used.insert(word);
  for (const std::string& word : offered_words())
    CHECK_MESSAGE((used.count(word) > 0 || is_elsewhere(word)), word,
                  ": add a feature with it to test/combinations/features_*.cpp");
  for (const auto& word : kElsewhere)
    CHECK_MESSAGE(offered_words().count(word.first) == 1, word.first,
                  " is no word of the schema any more");
}
