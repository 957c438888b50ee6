/// What combines does run: a hundred steps, with the ledger closed, the same bits on two threads
/// and after a resume.
#include <doctest/doctest.h>

#include "combinations/table.h"
#include "combinations/trial.h"
#include "unit/io/scratch_folder.h"

using namespace scree;

namespace {

std::string names_of(const Choices& choices) {
  std::string out;
  for (const Choice& c : choices) out += (out.empty() ? "" : "; ") + c.name();
  return out;
}

void check_run(const Choices& choices) {
  const ScratchFolder folder;
  const std::string wrong = run_trouble(choices, folder.path());
  const MadeCase made = make_case(choices);
  CHECK_MESSAGE(wrong.empty(), wrong, "\nin the case of ", names_of(choices), "\n", made.text,
                "\nafter that of\n", made.earlier);
}

}  // namespace

TEST_CASE("rows of features that hold every pair that combines run a hundred steps") {
  for (const Choices& row : covering_rows(found_table(), false)) check_run(row);
}

TEST_SUITE("long") {
  TEST_CASE("so they do by all integrators and solvers") {
    for (const Choices& row : covering_rows(found_table(), true)) check_run(row);
  }

  TEST_CASE("every pair that combines runs a hundred steps without other features") {
    for (const auto& [pair, verdict] : found_table().pairs()) {
      if (!verdict.yes()) continue;
      Choices choices{pair.first, pair.second};
      if (!is_method(pair.first)) choices.push_back(verdict.method);
      check_run(choices);
    }
  }
}
