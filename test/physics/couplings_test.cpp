/// Couplings beyond those of a case: who sub-cycles, who repeats, what survives.
#include <cmath>
#include <cstring>
#include <map>

#include "parity/scenes.h"
#include "physics/small_scene.h"

using namespace scree;

namespace {

/// The bytes of every field that a run without loads has as well.
struct Fields {
  std::map<std::string, std::string> bytes;

  explicit Fields(const State& state) { for_each_field(state, *this); }
  template <class T>
  void operator()(const std::string& name, const T& value) {
    for (const char* own :
         {"couplings/", "grains/load", "grains/pushed", "grains/dragged", "grains/present",
          "bodies/load", "bodies/pushed", "bodies/dragged", "bodies/present"})
      if (name.starts_with(own)) return;
    if constexpr (requires { value.data(); })
      bytes[name].assign(reinterpret_cast<const char*>(value.data()),
                         value.size() * sizeof *value.data());
    else
      bytes[name].assign(reinterpret_cast<const char*>(&value), sizeof value);
  }
};

/// Sub-cycles seven steps and repeats them twice from a copy; what it pushes in rounds that do not
/// count must leave no trace.
class Restless final : public Coupling {
 public:
  explicit Restless(long& rounds) : rounds_(rounds) {}
  std::int64_t steps() const override { return 7; }
  bool strong() const override { return true; }
  std::string before(const Scene&, State& state, const LoadSpan& span) override {
    round_ = span.round;
    ++rounds_;
    if (round_ == 2 || span.dt == 0) return {};  // the rounds that count, and the start
    for (Index r = 0; r < state.grains.singles; ++r)
      state.grains.load[r].force.x += 1 / state.grains.motion[r].inv_mass;
    return {};
  }
  bool after(const Scene&, const State&) override { return round_ < 2; }

 private:
  long& rounds_;
  int round_ = 0;
};

Couplings one(std::unique_ptr<Coupling> coupling) {
  Couplings all;
  all.add(std::move(coupling));
  return all;
}

void advance_to(Simulation& sim, std::int64_t step) {
  while (!sim.finished() && sim.state().clock.step < step) {
    const Stop stop = sim.advance(step - sim.state().clock.step);
    REQUIRE_MESSAGE(!stop.any(), stop.message);
  }
}

/// Pushes along y as the number of its span says, with an unknown that grows from span to span.
class Slow final : public Coupling {
 public:
  explicit Slow(std::int64_t steps) : steps_(steps) {}
  std::int64_t steps() const override { return steps_; }
  std::string before(const Scene&, State& state, const LoadSpan&) override {
    if (state.clock.step % 7 == 0) unknown_ = 0.5 * unknown_ + 1;
    for (Index r = 0; r < state.grains.singles; ++r)
      state.grains.load[r].force.y += 1e-3 * unknown_ * static_cast<Real>(1 + state.grains.id[r]);
    return {};
  }
  void save(std::vector<Real>& unknowns) const override { unknowns.push_back(unknown_); }
  void load(std::span<const Real> unknowns) override { unknown_ = unknowns[0]; }

 private:
  std::int64_t steps_;
  Real unknown_ = 0;
};

/// A spring at the place where the body will be, found by iteration.
class EndSpring final : public Coupling {
 public:
  explicit EndSpring(Real stiffness) : stiffness_(stiffness) {}
  bool strong() const override { return true; }
  std::string before(const Scene&, State& state, const LoadSpan& span) override {
    if (span.round == 0) guess_ = state.grains.place[0].x;
    state.grains.load[0].force.x -= stiffness_ * guess_;
    return {};
  }
  bool after(const Scene&, const State& state) override {
    const Real x = state.grains.place[0].x;
    const bool again = std::fabs(x - guess_) > 1e-15;
    guess_ = x;
    return again;
  }

 private:
  Real stiffness_, guess_ = 0;
};

const Keys kDrag{{"drag", Keys{{"kind", "linear"}, {"coefficient", 0.02}}}};

std::vector<Ball> five_balls() {
  std::vector<Ball> balls;
  for (int k = 0; k < 5; ++k)
    balls.push_back({{0.03 * k, 0, 0.012 * (1 + k)}, {0.1 * k, 0, 0}, {0, 1, 0}});
  return balls;
}

}  // namespace

TEST_CASE("couplings: one that repeats seven steps twice and then pushes nobody leaves no trace") {
  const std::vector<std::pair<std::string, Case>> scenes{{"machine", machine_case()},
                                                         {"wet", case_of(kWetScene)},
                                                         {"held", case_of(kHeldScene)},
                                                         {"rigid", case_of(kRigidScene)},
                                                         {"parts", case_of(kPartsScene)}};
  for (const auto& scene : scenes) {
    const Case& c = scene.second;
    CAPTURE(scene.first);
    long rounds = 0;
    Simulation plain(c), coupled(c, {}, one(std::make_unique<Restless>(rounds)));
    advance_to(plain, 150);
    advance_to(coupled, 150);
    CHECK(rounds > 3 * 150 / 7);
    const Fields a(plain.state()), b(coupled.state());
    CHECK(a.bytes.size() == b.bytes.size());
    for (const auto& entry : a.bytes) {
      CAPTURE(entry.first);
      const bool same = b.bytes.at(entry.first) == entry.second;
      CHECK(same);
    }
  }
}

TEST_CASE("couplings: one that sub-cycles beside drag pushes as one that repeats itself") {
  const Case c = small_case({}, five_balls(), 1e-4, kFloor + kDrag);
  Simulation slow(c, {}, one(std::make_unique<Slow>(7))),
      quick(c, {}, one(std::make_unique<Slow>(1)));
  advance_to(slow, 500);
  advance_to(quick, 500);
  CHECK(slow.state().couplings.load.size() == 5);
  CHECK(quick.state().couplings.load.empty());
  CHECK(slow.state().grains.motion[row_of(slow.state(), 4)].v.y > 1e-3);
  const Fields a(slow.state()), b(quick.state());
  CHECK(a.bytes == b.bytes);
}

TEST_CASE("couplings: a run taken up in the middle of a span goes on as if it had not stopped") {
  const Case c = small_case({}, five_balls(), 1e-4, kFloor + kDrag);
  Simulation whole(c, {}, one(std::make_unique<Slow>(7)));
  advance_to(whole, 100);
  const State then = whole.state();
  CHECK(then.couplings.due[1] > 100);
  CHECK(then.couplings.unknowns.size() == 1);
  Simulation rest(c, then, whole.scene().labels, one(std::make_unique<Slow>(7)));
  advance_to(whole, 300);
  advance_to(rest, 300);
  CHECK(hash(whole.state()) == hash(rest.state()));
}

TEST_CASE("couplings: a strong one finds the solution of the implicit step") {
  const Real dt = 1e-3, stiffness = 30;
  const Keys head{{"run", Keys{{"method", "nonsmooth"}, {"duration", 1e6}, {"time_step", dt}}},
                  {"domain", Keys{{"lo", {-1, -1, -1}}, {"hi", {1, 1, 1}}}}};
  const Case c = case_of_keys(head + Contact{.normal = "linear", .tangential = "none"}.keys() +
                              balls_of({{{0.1, 0, 0}}}));
  Simulation sim(c, {}, one(std::make_unique<EndSpring>(stiffness)));
  const Real mass = 1 / sim.state().grains.motion[0].inv_mass;
  Real x = 0.1, v = 0;
  for (int k = 0; k < 200; ++k) {
    REQUIRE_FALSE(sim.advance().any());
    v = (v - dt * stiffness / mass * x) / (1 + dt * dt * stiffness / mass);
    x += dt * v;
    CHECK(std::fabs(sim.state().grains.place[0].x - x) < 1e-12);
    CHECK(std::fabs(sim.state().grains.motion[0].v.x - v) < 1e-11);
  }
  CHECK(std::fabs(x) < 0.1);
}

TEST_CASE("couplings: a checkpoint with other loads than the case has is refused") {
  const Case loaded = small_case({}, five_balls(), 1e-4, kFloor + kDrag);
  const Case plain = small_case({}, five_balls(), 1e-4, kFloor);
  Simulation a(loaded), b(plain);
  CHECK_THROWS_AS(Simulation(plain, a.state(), a.scene().labels), CaseError);
  CHECK_THROWS_AS(Simulation(loaded, b.state(), b.scene().labels), CaseError);
}
