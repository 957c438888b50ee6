#include "scree/io/checkpoint.h"

#include <doctest/doctest.h>
#include <signal.h>
#include <sys/resource.h>

#include "random_state.h"
#include "scratch_folder.h"
#include "scree/io/checkpoint_check.h"
#include "scree/io/checkpoint_seal.h"

namespace scree {
namespace {

CheckpointNote some_note() {
  CheckpointNote note;
  note.case_file = "cases/start/collapse/case.toml";
  note.case_text = "title = \"Böschung\"\n[run]\nseed = 3\n";
  note.sets = {"run.seed=4", "output.plots=false"};
  note.offsets = {{"series.csv", 12345678901ull}, {"dump.lammpstrj", 0}};
  note.extra = {{"frames", "12"}};
  return note;
}

/// The message with which `path` is refused; empty if it is read.
std::string refusal(const std::filesystem::path& path) {
  return message_of<CaseError>([&] {
    CheckpointNote note;
    read_checkpoint(path, note);
  });
}

struct Saved {
  ScratchFolder folder;
  std::filesystem::path file = folder / "checkpoint.h5";
  std::string bytes;

  explicit Saved(const State& state = random_state(1)) {
    write_checkpoint(file, state, some_note());
    bytes = file_bytes(file);
  }
};

/// Every bit of one field, as text.
struct FieldBits {
  std::vector<std::pair<std::string, std::string>> fields;
  template <class T>
  void operator()(const char* name, const T& value) {
    if constexpr (requires {
                    value.data();
                    value.size();
                  })
      fields.emplace_back(name, std::string(reinterpret_cast<const char*>(value.data()),
                                            value.size() * sizeof(value[0])));
    else
      fields.emplace_back(name, std::string(reinterpret_cast<const char*>(&value), sizeof value));
  }
};

}  // namespace

TEST_CASE("a state comes back from a checkpoint bit for bit, in every field") {
  const State before = random_state(7);
  const Saved saved(before);
  CheckpointNote note;
  const State after = read_checkpoint(saved.file, note);
  FieldBits a, b;
  for_each_field(before, a);
  for_each_field(after, b);
  REQUIRE(a.fields.size() == b.fields.size());
  for (std::size_t k = 0; k < a.fields.size(); ++k) {
    INFO(a.fields[k].first);
    CHECK(a.fields[k].second == b.fields[k].second);
  }
  CHECK(hash(before) == hash(after));
  CHECK(saved.folder.file_count() == 1);  // no temporary file stays
}

TEST_CASE("an empty state comes back too") {
  const Saved saved{State{}};
  CheckpointNote note;
  const State after = read_checkpoint(saved.file, note);
  CHECK(hash(after) == hash(State{}));
}

TEST_CASE("a checkpoint knows the case it belongs to") {
  const Saved saved;
  CheckpointNote note;
  read_checkpoint(saved.file, note);
  const CheckpointNote want = some_note();
  CHECK(note.case_file == want.case_file);
  CHECK(note.case_text == want.case_text);
  CHECK(note.sets == want.sets);
  CHECK(note.offsets == want.offsets);
  CHECK(note.extra == want.extra);
  CHECK(note.format == kCheckpointFormat);
  CHECK(note.fingerprint == case_fingerprint(want.case_text, want.sets));
  CHECK(note.state_hash == hash(random_state(1)));
}

TEST_CASE("the fingerprint changes with the text, the overrides and their borders") {
  const std::uint64_t one = case_fingerprint("a", {"b=1", "c=2"});
  CHECK(one == case_fingerprint("a", {"b=1", "c=2"}));
  CHECK(one != case_fingerprint("A", {"b=1", "c=2"}));
  CHECK(one != case_fingerprint("a", {"b=1"}));
  CHECK(one != case_fingerprint("a", {"b=1c", "=2"}));
}

TEST_CASE("a checkpoint cut off at any length is refused as truncated") {
  const Saved saved;
  for (const std::size_t keep :
       {saved.bytes.size() - 1, saved.bytes.size() / 2, kSealBytes, kSealBytes - 100}) {
    put_file(saved.file, saved.bytes.substr(0, keep));
    CHECK(contains(refusal(saved.file), "checkpoint.h5: is truncated: it holds"));
    CHECK(contains(refusal(saved.file), "use an earlier checkpoint"));
  }
  put_file(saved.file, saved.bytes.substr(0, 40));
  CHECK(contains(refusal(saved.file), "first line is damaged"));
  put_file(saved.file, "");
  CHECK(contains(refusal(saved.file), "is empty"));
}

TEST_CASE("one flipped bit anywhere is noticed") {
  const Saved saved;
  Random random{3};
  for (int k = 0; k < 200; ++k) {
    std::string bytes = saved.bytes;
    const std::size_t at = kSealBytes + random.bits() % (bytes.size() - kSealBytes);
    bytes[at] = static_cast<char>(bytes[at] ^ (1 << random.bits() % 8));
    put_file(saved.file, bytes);
    CHECK(contains(refusal(saved.file), "has changed since it was written"));
  }
  put_file(saved.file, saved.bytes + "x");
  CHECK(contains(refusal(saved.file), "has changed since it was written"));
}

TEST_CASE("a file of another kind is refused with what was expected") {
  ScratchFolder folder;
  put_file(folder / "picture.png", "\x89PNG\r\n\x1a\n and so on");
  CHECK(contains(refusal(folder / "picture.png"), "picture.png: is not a checkpoint of Scree"));
  CHECK(contains(refusal(folder / "none.h5"), "cannot be opened (No such file or directory)"));
  CHECK(contains(refusal(folder.path()), "cannot be read (Is a directory)"));
}

TEST_CASE("a checkpoint of a newer program is refused by its format") {
  const Saved saved;
  seal_file(saved.file, kCheckpointFormat + 1, "9.0.0 (future)");
  const std::string message = refusal(saved.file);
  CHECK(contains(message, "written by a newer Scree (9.0.0 (future))"));
  CHECK(contains(message, "update this program"));
}

TEST_CASE(
    "a checkpoint of an older program is refused by its format, with the version that reads it") {
  const Saved saved;
  seal_file(saved.file, kCheckpointFormat - 1, "0.0.9 (past)");
  const std::string message = refusal(saved.file);
  CHECK(contains(message, "written by an older Scree (0.0.9 (past))"));
  CHECK(contains(message, "continue with that version"));
}

TEST_CASE("sealed content that is not HDF5 is refused") {
  ScratchFolder folder;
  put_file(folder / "odd.h5", std::string(4096, 'x'));
  seal_file(folder / "odd.h5", kCheckpointFormat, "0.1.0");
  CHECK(contains(refusal(folder / "odd.h5"), "its content is not HDF5"));
}

TEST_CASE("tables that contradict each other are refused, naming the field") {
  const auto message = [](auto&& spoil) {
    State state = random_state(1);
    spoil(state);
    const Saved saved(state);
    return refusal(saved.file);
  };
  CHECK(message([](State&) {}) == "");
  CHECK(contains(message([](State& s) { s.grains.motion.pop_back(); }),
                 "grains/motion has 11 rows where 12 are due"));
  CHECK(contains(message([](State& s) { s.pairs.j[3] = 12; }),
                 "pairs/j refers to row 12 of a table of 12"));
  CHECK(contains(message([](State& s) { s.wall_contacts.wall[0] = -1; }), "wall_contacts/wall"));
  CHECK(contains(message([](State& s) { s.grains.body[5] = 3; }), "grains/body"));
  CHECK(contains(message([](State& s) { s.grains.body.clear(); }),
                 "grains/body has 0 rows where 12 are due"));
  CHECK(contains(message([](State& s) { s.grains.group.resize(3); }),
                 "grains/group has 3 rows where 12 are due"));
  CHECK(contains(message([](State& s) { s.grains.body[0] = 1; }), "grains/body"));
  CHECK(contains(message([](State& s) { s.grains.bond[0] = 2; }), "grains/bond refers to row 2"));
  CHECK(contains(message([](State& s) { s.grains.free = 13; }), "grains/free is out of range"));
  CHECK(contains(message([](State& s) { s.pairs.count = 17; }), "pairs/count is out of range"));
  CHECK(contains(message([](State& s) { s.bodies.q.resize(1); }), "bodies/q"));
  CHECK(contains(message([](State& s) { s.lists.inner.resize(1); }), "lists/inner"));
  CHECK(contains(message([](State& s) { s.point_contacts[1].wall = 2; }), "point_contacts"));
}

TEST_CASE("a checkpoint that does not fit the disk leaves the old one and no debris") {
  const Saved saved;
  State large = random_state(2);
  large.observers.integrals.resize(100000);
  // The system's limit on file size stands in for the full disk; without a handler it is an errno.
  struct sigaction ignore {
  }, former{};
  ignore.sa_handler = SIG_IGN;
  sigaction(SIGXFSZ, &ignore, &former);
  rlimit limit{}, small{};
  getrlimit(RLIMIT_FSIZE, &limit);
  std::string message;
  for (const rlim_t bytes : {rlim_t{0}, rlim_t{4000}, rlim_t{200000}}) {
    small = {bytes, limit.rlim_max};
    setrlimit(RLIMIT_FSIZE, &small);
    message = message_of<DiskError>([&] { write_checkpoint(saved.file, large, some_note()); });
    setrlimit(RLIMIT_FSIZE, &limit);
    CHECK(contains(message, "checkpoint.h5: File too large"));
    CHECK(saved.folder.file_count() == 1);
    CHECK(file_bytes(saved.file) == saved.bytes);
  }
  sigaction(SIGXFSZ, &former, nullptr);
  CHECK_NOTHROW(write_checkpoint(saved.file, large, some_note()));  // all well again afterwards
  CheckpointNote note;
  CHECK(hash(read_checkpoint(saved.file, note)) == hash(large));
}

TEST_CASE("an unwritable folder is a disk error with path and remedy") {
  const std::string message = message_of<DiskError>(
      [] { write_checkpoint("no/such/folder/checkpoint.h5", State{}, some_note()); });
  CHECK(contains(message, "no/such/folder/checkpoint.h5: No such file or directory; make the"));
}

}  // namespace scree
