#include "scree/run.h"

#include <omp.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "scree/base/error.h"
#include "scree/base/text.h"
#include "scree/lib/case_access.h"
#include "scree/lib/look.h"
#include "scree/run/session.h"

namespace scree::api {
namespace {

/// The threads of a run, for as long as one of its functions is at work: OpenMP keeps their number
/// for each thread that calls.
class Threads {
 public:
  explicit Threads(int count) : before_(omp_get_max_threads()) {
    if (count > 0) omp_set_num_threads(count);
  }
  ~Threads() { omp_set_num_threads(before_); }
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;

 private:
  int before_;
};

/// Turns what is asked now and then into what is called after every few steps.
class Patience {
 public:
  explicit Patience(const Run::GoOn& go_on) : go_on_(go_on) {}
  bool operator()() {
    if (!go_on_) return true;
    const auto now = std::chrono::steady_clock::now();
    if (now - asked_ < kInterval) return true;
    asked_ = now;
    return go_on_();
  }

 private:
  static constexpr std::chrono::milliseconds kInterval{50};
  const Run::GoOn& go_on_;
  std::chrono::steady_clock::time_point asked_ = std::chrono::steady_clock::now();
};

/// Place of a column that is named with or without its unit.
std::size_t find_name(const std::vector<std::string>& names, const std::string& name) {
  std::vector<std::string> plain_names;
  for (std::size_t k = 0; k < names.size(); ++k) {
    plain_names.push_back(split_unit(names[k]).name);
    if (names[k] == name || plain_names.back() == name) return k;
  }
  const std::string near = nearest(name, plain_names);
  throw CaseError("there is no column '" + name + "'" +
                  (near.empty() ? "" : ", did you mean '" + near + "'?") +
                  "; there are: " + join_some(plain_names));
}

}  // namespace

struct Run::Content {
  std::unique_ptr<Session> session;
  int threads = 0;
  bool finished = false;  // what a run leaves at its end is there
  SharedGrains shared = {};
  mutable RowIndex rows = {};

  Content(std::unique_ptr<Session> s, int asked) : session(std::move(s)) {
    constexpr Index kGrainsPerThread = 2000;  // below this waking a thread costs more than it saves
    const Index fed = std::max<Index>(1, state().grains.size() / kGrainsPerThread);
    threads = asked > 0 ? asked : std::min<int>(omp_get_max_threads(), fed);
  }
  ~Content() { shared.part(state().grains, false); }
  Content(const Content&) = delete;
  Content& operator=(const Content&) = delete;

  Simulation& sim() const { return session->simulation(); }
  State& state() const { return sim().state(); }
  const Scene& scene() const { return sim().scene(); }

  RunSummary finish(RunEnd end) {
    finished = end == RunEnd::kDone;
    return session->finish(end);
  }
};

Run::Run(std::unique_ptr<Content> content) : content_(std::move(content)) {}
Run::Run(Run&&) noexcept = default;
Run& Run::operator=(Run&&) noexcept = default;
Run::~Run() = default;

Run::Run(const Case& c, int threads) {
  const Threads in_use(threads);
  content_ = std::make_unique<Content>(std::make_unique<Session>(checked(c)), threads);
}

Run::Run(const Case& c, const std::string& folder, bool replace, int threads) {
  const Threads in_use(threads);
  content_ =
      std::make_unique<Content>(std::make_unique<Session>(checked(c), folder, replace), threads);
}

Run Run::load(const std::string& file, int threads) {
  const Threads in_use(threads);
  CheckpointNote note;
  std::unique_ptr<Simulation> sim = load_checkpoint(file, note, false);
  return Run(std::make_unique<Content>(std::make_unique<Session>(std::move(sim), note), threads));
}

Run Run::resume(const std::string& folder, int threads) {
  const Threads in_use(threads);
  return Run(
      std::make_unique<Content>(std::make_unique<Session>(std::filesystem::path(folder)), threads));
}

std::int64_t Run::advance(std::int64_t steps, const GoOn& go_on) {
  Content& of = *content_;
  if (of.finished || !trouble().empty()) return 0;
  const Threads in_use(of.threads);
  of.shared.part(of.state().grains);
  const std::int64_t before = step();
  Patience patience(go_on);
  const auto tick = [&](const Simulation&) { return patience(); };
  const std::optional<RunEnd> end = of.session->advance(steps, tick);
  if (end && *end != RunEnd::kInterrupted) of.finish(*end);
  return step() - before;
}

Summary Run::run(const GoOn& go_on) {
  Content& of = *content_;
  const Threads in_use(of.threads);
  of.shared.part(of.state().grains);
  Patience patience(go_on);
  RunSummary s;
  if (!trouble().empty()) {
    s = of.finish(RunEnd::kTrouble);
  } else {
    s = of.session->run([&](const Simulation&) { return patience(); });
    of.finished = s.end == RunEnd::kDone;
  }
  Summary out;
  out.end = s.end == RunEnd::kDone          ? End::kDone
            : s.end == RunEnd::kInterrupted ? End::kInterrupted
                                            : End::kTrouble;
  out.trouble = s.message;
  out.steps = s.steps;
  out.time = s.time;
  out.seconds = s.wall_seconds;
  out.overlap_largest = s.overlap_seen;
  out.closing_error = s.closing_error;
  out.warnings = s.warnings;
  out.text = to_text(s, of.sim().case_file().run.dimensionless);
  return out;
}

bool Run::finished() const { return content_->sim().finished(); }
const std::string& Run::trouble() const { return content_->session->trouble(); }
double Run::time() const { return content_->state().clock.time(); }
double Run::time_step() const { return content_->sim().dt(); }
double Run::end() const { return content_->sim().end(); }
std::int64_t Run::step() const { return content_->state().clock.step; }
std::uint64_t Run::hash() const { return scree::hash(content_->state()); }

std::string Run::phase() const {
  if (finished()) return "";
  const Simulation& sim = content_->sim();
  return sim.case_file().phases[static_cast<std::size_t>(sim.state().phase)].name;
}

std::vector<BodyId> Run::ids() const { return ids_now(content_->state()); }

Body Run::body(BodyId id) const {
  return body_now(content_->scene(), content_->state(), content_->rows, id);
}

std::vector<Contact> Run::contacts() const {
  return contacts_now(content_->scene(), content_->state());
}

std::vector<Contact> Run::contacts(BodyId id) const {
  return contacts_now(content_->scene(), content_->state(), content_->rows, id);
}

std::vector<Wall> Run::walls() const {
  std::vector<Wall> out;
  for (Index w = 0; w < static_cast<Index>(content_->scene().walls.size()); ++w)
    out.push_back(wall_now(content_->scene(), content_->state(), w));
  return out;
}

Wall Run::wall(const std::string& name) const {
  const Scene& scene = content_->scene();
  return wall_now(scene, content_->state(), wall_row(scene, name));
}

Columns Run::columns() const { return content_->shared.show(content_->state().grains); }
const std::vector<std::string>& Run::materials() const { return content_->scene().materials; }
const std::vector<std::string>& Run::labels() const { return content_->scene().labels; }

namespace {

/// A channel of the ledger that the series of this run does not show, as work_applied where pushes
/// came later; null if it is none.
const LedgerChannel* hidden_channel(const std::vector<std::string>& columns,
                                    const std::string& name) {
  static constexpr auto channels = ledger_channels();
  const auto shown = [&](const LedgerChannel& c) {
    return std::any_of(columns.begin(), columns.end(), [&](const std::string& column) {
      return split_unit(column).name == c.column;
    });
  };
  for (const LedgerChannel& c : channels)
    if (name == c.column && !shown(c)) return &c;
  return nullptr;
}

}  // namespace

double Run::value(const std::string& name) const {
  Outputs& outputs = content_->session->outputs();
  if (const LedgerChannel* channel = hidden_channel(outputs.columns(), split_unit(name).name))
    return content_->state().ledger.*(channel->value);
  const std::size_t column = find_name(outputs.columns(), name);
  return outputs.row_now(content_->sim())[column];
}

std::vector<std::string> Run::value_names() const {
  const std::vector<std::string>& columns = content_->session->outputs().columns();
  std::vector<std::string> names = columns;
  for (const LedgerChannel& c : ledger_channels())
    if (hidden_channel(columns, c.column))
      names.push_back(*c.unit ? std::string(c.column) + " [" + c.unit + "]" : c.column);
  return names;
}

Series Run::series() const {
  const std::filesystem::path& folder = content_->session->folder();
  if (!folder.empty()) return read_series((folder / "series.csv").string());
  const Outputs& outputs = content_->session->outputs();
  Series out{outputs.columns(), {}};
  out.columns.resize(out.names.size());
  for (const std::vector<Real>& row : outputs.kept_rows())
    for (std::size_t k = 0; k < row.size(); ++k) out.columns[k].push_back(row[k]);
  return out;
}

void Run::push(BodyId id, Vector force, Vector torque) {
  content_->shared.part(content_->state().grains);
  content_->sim().push(id, {force[0], force[1], force[2]}, {torque[0], torque[1], torque[2]});
}

void Run::save(const std::string& file) const { content_->session->checkpoint(file); }

const std::vector<double>& Series::at(const std::string& name) const {
  return columns[find_name(names, name)];
}

Series read_series(const std::string& path) {
  const scree::Series read = scree::read_series(path);
  return {read.names, read.columns};
}

}  // namespace scree::api
