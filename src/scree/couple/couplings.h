#pragma once
/// All couplings of a run, and whose turn it is. What must survive stands in State::couplings.
#include <functional>
#include <memory>

#include "scree/couple/coupling.h"

namespace scree {

class Couplings {
 public:
  void add(std::unique_ptr<Coupling> coupling) { all_.push_back(std::move(coupling)); }
  void add(Couplings more) {
    for (auto& one : more.all_) all_.push_back(std::move(one));
  }
  bool any() const { return !all_.empty(); }
  std::size_t count() const { return all_.size(); }
  bool strong() const;

  /// Lays out State::couplings: all are due.
  void start(State& state) const;
  /// Puts the unknowns of all into State::couplings; at the end of every span that happens by
  /// itself.
  void save(State& state) const;
  /// Gives couplings their unknowns out of a State that was read. False: it is not theirs.
  bool resume(const State& state);
  /// The same out of a copy that is restored; a strong coupling goes on with what it has.
  void restore(const State& state);

  struct When {
    LoadLead lead = LoadLead::kHalfAhead;
    std::function<Vec3(Real ahead)> gravity;  // after a time from now
    int round = 0;
  };
  /// Loads of the steps to come. Says over how many they stay, `most` at most, and what is wrong.
  struct Begun {
    std::int64_t steps = 1;
    std::string wrong = {};
  };
  Begun begin(const Scene& scene, State& state, std::int64_t most, const When& when);
  /// Loads of this instant, where a run begins.
  std::string begin_run(const Scene& scene, State& state, const When& when);

  /// After those steps. True: all steps since the strong couplings began are to be repeated.
  bool end(const Scene& scene, State& state);

  /// Over how many steps strong couplings leave their loads, `most` at most.
  std::int64_t strong_steps(std::int64_t most) const;

 private:
  std::vector<std::unique_ptr<Coupling>> all_;
};

}  // namespace scree
