#include "combinations/trial.h"

#include <fmt/format.h>
#include <omp.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

#include "scree/base/error.h"
#include "scree/run/session.h"
#include "unit/io/scratch_folder.h"

namespace scree {
namespace {

namespace fs = std::filesystem;

Case read_made(const std::string& text) { return read_case_text(text, made_case_name()); }

/// The end of a run that took a few steps, so that its contacts remember something.
EarlierRun end_of(const Case& c) {
  constexpr int kSteps = 8;
  Simulation sim(c, load_runs());
  for (int k = 0; k < kSteps; ++k) sim.advance();
  return {"an earlier run", c, sim.state(), sim.scene().labels, sim.scene().materials};
}

/// The case, where it goes on from another with what that left in memory.
std::unique_ptr<Simulation> begun(const MadeCase& made) {
  LoadRun load = load_runs();
  if (made.earlier.empty()) return std::make_unique<Simulation>(read_made(made.text), load);
  load.whole = [&](const Case&) { return end_of(read_made(made.earlier)); };
  return std::make_unique<Simulation>(read_made(going_on_from(made.text, "earlier")), load);
}

/// "file:12: key: why" -> "key: why"
std::string without_place(const std::string& message) {
  const std::string file = made_case_name();
  if (message.rfind(file, 0) != 0) return message;
  std::size_t at = file.size() + 1;
  while (at < message.size() && std::isdigit(static_cast<unsigned char>(message[at]))) ++at;
  return message.substr(message.find_first_not_of(": ", at));
}

MadeCase placed(const Choices& choices) {
  MadeCase made = make_case(choices);
  for (std::string* text : {&made.text, &made.earlier})
    for (std::size_t at = 0; (at = text->find("\"earlier\"", at)) != std::string::npos; ++at)
      text->replace(at + 1, 7, earlier_folder());
  return made;
}

std::map<std::string, std::string> tables_in(const fs::path& folder) {
  std::map<std::string, std::string> out;
  for (const auto& e : fs::directory_iterator(folder))
    if (e.path().extension() == ".csv") out[e.path().filename().string()] = file_bytes(e.path());
  return out;
}

/// Number of threads, for as long as this lives.
struct Threads {
  const int before = omp_get_max_threads();
  explicit Threads(int n) { omp_set_num_threads(n); }
  ~Threads() { omp_set_num_threads(before); }
};

bool go_on(const Simulation&) { return true; }

RunSummary run_through(const Case& c, const fs::path& folder) {
  const Threads two(2);
  return Session(c, folder, false).run(go_on);
}

RunSummary run_in_pieces(const Case& c, const fs::path& folder, long stop) {
  const Threads one(1);
  long done = 0;
  Session(c, folder, false).run([&](const Simulation&) { return ++done < stop; });
  return Session(folder).run(go_on);
}

/// Steps that are too long for a case open its ledger; ones of a quarter then close it.
std::string ledger_trouble(const RunSummary& s, const Case& c, const fs::path& folder) {
  const auto closes = [](const RunSummary& run) {
    return std::fabs(run.closing_error) <= run.ledger_limit;
  };
  if (closes(s)) return {};
  Case finer = c;
  finer.run.time_step = c.run.time_step.value() / 4;
  const RunSummary again = run_through(finer, folder / "finer");
  if (again.end == RunEnd::kDone && closes(again)) return {};
  return fmt::format("its ledger is open by {:.3g}, with a quarter of the time step by {:.3g}",
                     s.closing_error, again.closing_error);
}

std::string compared(const Case& c, const fs::path& folder) {
  const RunSummary whole = run_through(c, folder / "whole");
  if (whole.end != RunEnd::kDone) return "it stopped: " + whole.message;
  const RunSummary pieces = run_in_pieces(c, folder / "pieces", whole.steps / 2);
  if (pieces.end != RunEnd::kDone) return "it stopped after it was resumed: " + pieces.message;
  if (whole.steps < 50) return fmt::format("it took {} steps only", whole.steps);
  if (whole.state_hash != pieces.state_hash)
    return "stopped and resumed on one thread it ends otherwise than run through on two";
  if (tables_in(folder / "whole") != tables_in(folder / "pieces"))
    return "stopped and resumed on one thread it writes other tables than run through on two";
  return ledger_trouble(whole, c, folder);
}

/// Six grains where the heap has them, which nothing moves.
const std::string kAtRest = R"(
[run]
duration = 1e-4
time_step = 4e-5
[domain]
lo = [0, -0.1, -0.03]
hi = [0.2, 0.1, 0.03]
[material.glass]
density = 2500
young = 5e6
poisson = 0.25
[[pair]]
materials = ["*", "*"]
restitution = 0.6
[[bodies]]
source = "table"
file = "grains.txt"
material = "glass"
sizes = {kind = "fixed", radius = 0.005}
[output]
pictures = false
plots = false
)";

}  // namespace

std::string earlier_folder() {
  static const ScratchFolder folder;
  static const std::string path = [] {
    const std::string at = (folder / "earlier").string();
    Session(read_made(kAtRest), at, false).run(go_on);
    return at;
  }();
  return path;
}

std::string refusal(const Choices& choices) {
  try {
    begun(placed(choices));
  } catch (const CaseError& error) {
    return without_place(error.what());
  }
  return {};
}

Motions motions_of(const Choices& choices) {
  constexpr Id kHeap = 6;  // bodies of the heap have the first ids
  const std::unique_ptr<Simulation> sim = begun(placed(choices));
  while (!sim->finished())
    if (const Stop stop = sim->advance(); stop.any()) return {0, stop.message};
  const Grains& g = sim->state().grains;
  std::map<Id, std::size_t> rows;
  for (Index r = 0; r < g.size(); ++r)
    if (g.id[r] < kHeap) rows[g.id[r]] = static_cast<std::size_t>(r);
  std::string bytes;
  for (const auto& [id, row] : rows) {
    const Motion8& m = g.motion[row];
    for (const Vec3 v : {position(g.place[row]), Vec3(m.v), Vec3(m.w)})
      bytes.append(reinterpret_cast<const char*>(&v), sizeof v);
  }
  return {std::hash<std::string>{}(bytes), {}};
}

std::string run_trouble(const Choices& choices, const fs::path& folder) {
  const MadeCase made = placed(choices);
  std::string text = made.text;
  if (!made.earlier.empty()) {
    const RunSummary earlier = run_through(read_made(made.earlier), folder / "earlier");
    if (earlier.end != RunEnd::kDone) return "the run before it stopped: " + earlier.message;
    text = going_on_from(text, (folder / "earlier").string());
  }
  return compared(read_made(text), folder);
}

}  // namespace scree
