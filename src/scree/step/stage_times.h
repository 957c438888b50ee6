#pragma once
/// Where the time of a run goes: seconds by named stage. It says nothing about results, so it is no
/// State and never hashed.
#include <array>
#include <chrono>
#include <cstdint>

namespace scree {

/// In the order in which they are shown: the loop, then the stages of the methods as in
/// docs/architecture.md.
enum class Stage {
  kControls,
  kLoads,
  kPredict,
  kLists,
  kRegroup,
  kTrial,
  kWallSearch,
  kWallForces,
  kPairForces,
  kCorrect,
  kBridges,
  kPose,
  kImpact,
  kSolve,
  kKeep,
  kMove,
  kProject,
  kFlow,
  kObserve,
  kWrite,
  kCheckpoint,
};
constexpr std::array<const char*, 21> kStageNames{
    "controls",    "loads",       "predict", "lists",   "regroup",   "trial",   "wall search",
    "wall forces", "pair forces", "correct", "bridges", "pose",      "impacts", "solve",
    "keep",        "move",        "project", "flow",    "observers", "writers", "checkpoints"};

/// Counts from mark to mark: what has passed since the last one belongs to the stage named now.
class StageTimes {
 public:
  StageTimes() { start(); }

  /// From here; nothing has been spent yet.
  void start() {
    spent_ = {};
    first_ = last_ = ticks();
    began_ = Clock::now();
  }
  /// What has passed since the last mark was no stage.
  void skip() { last_ = ticks(); }
  void mark(Stage stage) {
    const std::uint64_t now = ticks();
    spent_[static_cast<std::size_t>(stage)] += now - last_;
    last_ = now;
  }
  /// By stage [s].
  std::array<double, kStageNames.size()> seconds() const {
    const double passed = std::chrono::duration<double>(Clock::now() - began_).count();
    const std::uint64_t counted = ticks() - first_;
    std::array<double, kStageNames.size()> out{};
    for (std::size_t k = 0; k < out.size() && counted > 0; ++k)
      out[k] = passed * static_cast<double>(spent_[k]) / static_cast<double>(counted);
    return out;
  }

 private:
  using Clock = std::chrono::steady_clock;
  /// The counter of the processor costs a third of a look at the clock, and a step of few bodies
  /// has ten marks.
  static std::uint64_t ticks() {
#if defined(__x86_64__)
    return __builtin_ia32_rdtsc();
#else
    return static_cast<std::uint64_t>(Clock::now().time_since_epoch().count());
#endif
  }

  std::array<std::uint64_t, kStageNames.size()> spent_{};
  std::uint64_t first_ = 0, last_ = 0;
  Clock::time_point began_;
};

}  // namespace scree
