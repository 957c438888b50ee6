#include <doctest/doctest.h>

#include <algorithm>

#include "bench/duel.h"
#include "bench/starts.h"
#include "scree/base/error.h"
#include "scree/io/checkpoint.h"
#include "scree/io/checkpoint_seal.h"
#include "unit/case/case_text.h"
#include "unit/io/scratch_folder.h"

using namespace scree;
using namespace scree::app;
namespace fs = std::filesystem;

namespace {

/// Speaks as Scree does: `run` leaves a folder with a mark, `bench --serve` starts from one for
/// which REFUSES is false, and a key "wrong" is unknown. Its diary has a line for each.
constexpr const char* kProgram = R"sh(#!/bin/sh
echo "$1" >>"$0.diary"
if [ "$1" = run ]; then
  shift
  while [ "$1" != --out ]; do shift; done
  echo "one thousand steps"
  END || exit 3
  mkdir -p "$2" && echo '{"end": "done"}' >"$2/summary.json"
  touch "$2/mark"
  exit
fi
for word; do
  case $word in
    run.from=*) folder=${word#*\"}; folder=${folder%\"} ;;
    wrong=*) echo "error: unknown key"; exit 2 ;;
  esac
done
if REFUSES; then echo "error: $folder: its format is too new"; exit 2; fi
while IFS= read -r line; do
  case "$line" in
    run*) set -- $line
          echo "Loop time of $2e-3 on 1 procs for $2 steps with 1000 atoms"
          echo "Contacts = 12"
          echo "State = HASH" ;;
    print*) line=${line#*\"}; echo "${line%\"}" ;;
  esac
done
)sh";

struct Stub {
  std::string refuses = "false", hash = "aaaa", end = "true";
};

void put_word(std::string& text, const std::string& word, const std::string& by) {
  text.replace(text.find(word), word.size(), by);
}

/// Two programs, a case and the folder in which starts are kept.
struct Field {
  explicit Field(const Stub& other_stub) {
    programs = {program("this", {}), program("other", other_stub)};
    put_file(scratch / "case.toml", kSmallCase);
    start = {
        (scratch / "case.toml").string(), {"run.duration=0.01", "output.pictures=false"}, "pile"};
  }
  std::string program(const std::string& name, const Stub& stub) const {
    std::string text = kProgram;
    put_word(text, "REFUSES", stub.refuses);
    put_word(text, "HASH", stub.hash);
    put_word(text, "END", stub.end);
    const fs::path path = scratch / name;
    put_file(path, text);
    fs::permissions(path, fs::perms::owner_all);
    return path.string();
  }
  long runs_of_other() const {
    const std::string diary = file_bytes(programs.other + ".diary");
    long runs = 0;
    for (std::size_t at = 0; (at = diary.find("run\n", at)) != std::string::npos; ++at) ++runs;
    return runs;
  }
  std::string kept() const { return (scratch / "out").string(); }
  std::string from(const std::string& folder) const { return run_from(kept() + "/" + folder); }

  ScratchFolder scratch;
  Programs programs;
  Start start;
};

/// Reads only what it settled itself.
const Stub kForeign{"[ ! -e \"$folder/mark\" ]", "bbbb", "true"};

}  // namespace

TEST_CASE("a program that refuses what this one settled settles its own, once, and is raced") {
  const Field field(kForeign);
  Starts starts(field.programs, field.kept());
  const SideSets sets = starts.from(field.start, {"key=1"});
  CHECK(sets.own == std::vector<std::string>{field.from("pile"), "key=1"});
  CHECK(sets.other == std::vector<std::string>{field.from("other/pile"), "key=1"});
  CHECK(starts.from(field.start, {}).other == std::vector<std::string>{field.from("other/pile")});
  CHECK(field.runs_of_other() == 1);

  const RaceOptions options{.warmup = 10, .steps = 20, .pieces = 2, .repeats = 2};
  const DuelResult result =
      duel({"pile", field.start.case_path, sets, options, {}}, field.programs, 1, field.kept());
  REQUIRE(result.ratios().size() == 2);
  CHECK(result.best() == doctest::Approx(1));
  CHECK(result.same == false);
}

TEST_CASE("the next duel may be against another program: its start is settled anew") {
  const Field field(kForeign);
  for (int duels = 1; duels <= 2; ++duels) {
    Starts(field.programs, field.kept()).from(field.start, {});
    CHECK(field.runs_of_other() == duels);
  }
}

TEST_CASE("a program that reads what this one settled starts from the same") {
  const Field field(Stub{});
  const SideSets sets = Starts(field.programs, field.kept()).from(field.start, {"key=1"});
  CHECK(sets.own[0] == field.from("pile"));
  CHECK(sets.other == sets.own);
  CHECK(field.runs_of_other() == 0);
}

TEST_CASE("a key that is wrong for both programs is reported before the other settles anything") {
  const Field field(kForeign);
  Starts starts(field.programs, field.kept());
  CHECK_THROWS_WITH_AS(starts.from(field.start, {"wrong=1"}), doctest::Contains("unknown key"),
                       CaseError);
  CHECK(field.runs_of_other() == 0);
}

TEST_CASE("a program that cannot settle its own is reported with its last words") {
  Stub broken = kForeign;
  broken.end = "false";
  const Field field(broken);
  CHECK_THROWS_WITH_AS(Starts(field.programs, field.kept()).from(field.start, {}),
                       doctest::Contains("one thousand steps"), CaseError);
}

TEST_CASE("what this program settled is found again, unless the case or the format has changed") {
  const Field field(Stub{});
  const std::string folder = settle(field.start, field.kept());
  CHECK(folder == field.kept() + "/pile");
  CHECK(is_settled(field.start, folder));
  const fs::path checkpoint = fs::path(folder) / "checkpoint.h5";
  const auto settled_at = fs::last_write_time(checkpoint);
  CHECK(settle(field.start, field.kept()) == folder);
  CHECK(fs::last_write_time(checkpoint) == settled_at);

  Start longer = field.start;
  longer.sets[0] = "run.duration=0.02";
  CHECK_FALSE(is_settled(longer, folder));
  settle(longer, field.kept());
  CHECK(is_settled(longer, folder));

  seal_file(checkpoint, kCheckpointFormat + 1, "9.0.0 (future)");
  CHECK_FALSE(is_settled(longer, folder));
  settle(longer, field.kept());
  CHECK(is_settled(longer, folder));
}

TEST_CASE("starts are told apart by their fingerprints, and how they differ by what is in them") {
  Piece one, two;
  one.state = two.state = "aaaa";
  CHECK(difference("pile", {one, two}).empty());
  two.state = "bbbb";
  one.contacts = 12, two.contacts = 13;
  one.kinetic = 1e-9, two.kinetic = 2e-9;
  const std::string said = difference("pile", {one, two});
  for (const char* part :
       {"pile: the fingerprints", "aaaa and bbbb", "12 and 13 contacts", "1e-09 and 2e-09 J"})
    CHECK_MESSAGE(contains(said, part), said);
  one.state.reset(), two.state.reset();
  CHECK(contains(difference("pile", {one, two}), "unknown and unknown"));
}
