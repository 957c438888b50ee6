#include "bench/pile.h"

#include <fmt/format.h>
#include <fmt/os.h>

#include <chrono>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "bench/heaps.h"
#include "bench/iterations.h"
#include "bench/machine.h"
#include "bench/peers.h"
#include "bench/problems.h"
#include "bench/report.h"
#include "bench/transcript.h"
#include "exit_code.h"
#include "running.h"
#include "scree/base/error.h"
#include "scree/io/checkpoint.h"
#include "scree/io/fclib.h"
#include "scree/run/session.h"
#include "scree/step/nonsmooth/local_problem.h"

namespace scree::app {
namespace {

namespace fs = std::filesystem;

constexpr double kWantedRate = 2;       // contact-iterations per second over those of Bullet
constexpr double kWantedThreads = 1.7;  // two threads over one
constexpr long kWorthTwo = 10000;       // spheres from which on that is wanted
constexpr double kWantedRest = 0.8;     // a step without iterations [us a sphere]
constexpr double kWantedSiconos = 5;    // its time over ours, to the same residual

Contender scree_pile(long spheres, const std::string& settled, int iterations, int threads) {
  std::vector<std::string> sets = pile_sets(spheres);
  sets.push_back(run_from(settled));
  sets.push_back(fmt::format("nonsmooth.iterations={}", iterations));
  return scree_contender(own_program(), fmt::format("Scree {}", iterations), threads,
                         case_file("pile"), sets);
}

/// The spheres of a run, for Bullet.
std::string write_state(const std::string& settled, double width, const std::string& path) {
  CheckpointNote note;
  const std::unique_ptr<Simulation> run = load_simulation(settled, note, true);
  auto out = fmt::output_file(path);
  out.print("{:.12g}\n", width);
  for (const Place& p : run->state().grains.place)
    out.print("{:.17g} {:.17g} {:.17g} {:.17g}\n", p.x, p.y, p.z, p.r);
  return path;
}

/// Compiles the program that drives Bullet.
std::string bullet_program(const std::string& folder) {
  const std::string source = home() + "/bench/peers/pile_bullet.cpp";
  const std::string program = fs::absolute(folder + "/pile_bullet").string();
  if (fs::exists(program) && fs::last_write_time(program) > fs::last_write_time(source))
    return program;
  fs::create_directories(folder);
  const std::string command = fmt::format(
      "c++ -std=c++20 -O2 -DBT_USE_DOUBLE_PRECISION -I/usr/include/bullet '{}' -o '{}' "
      "-lBulletDynamics-float64 -lBulletCollision-float64 -lLinearMath-float64 > '{}.log' 2>&1",
      source, program, program);
  if (std::system(command.c_str()) != 0)
    throw CaseError(fmt::format(
        "--peers needs Bullet (run ./scree install peers first); its program was not built: {}.log",
        program));
  return program;
}

Contender bullet_pile(const std::string& program, const std::string& state, int iterations) {
  Contender c;
  c.name = fmt::format("Bullet {}", iterations);
  c.command = {program, state, std::to_string(iterations)};
  c.finish = "run 0\n";
  return c;
}

void say(const std::string& what, double measured, double wanted) {
  fmt::print("{}", targets_table({{what, wanted, measured}}));
}

/// Seconds that Siconos takes for so many iterations on a problem, and how near it comes.
struct SiconosRun {
  double seconds, residual;
  double of_impulses;  // the same natural map over the norm of the impulses found
};
SiconosRun siconos_run(const std::string& problem, int iterations) {
  const std::string out = problem + ".siconos";
  const std::string command = fmt::format(
      "PATH=/usr/bin:/bin python3 '{}/bench/peers/pile_siconos.py' '{}' {} '{}.hdf5' > '{}.log' "
      "2>&1",
      home(), problem, iterations, out, out);
  if (std::system(command.c_str()) != 0)
    throw CaseError(fmt::format(
        "--peers needs Siconos (run ./scree install peers first); its run failed: {}.log", out));
  std::ifstream log(out + ".log");
  SiconosRun run{NAN, NAN, NAN};
  for (std::string line; std::getline(log, line);)
    std::sscanf(line.c_str(), "seconds %lf", &run.seconds);
  const LocalProblem p = read_fclib(out + ".hdf5");
  const double map = natural_map(p, p.solution);
  double impulses = 0;
  for (const Vec3& r : p.solution) impulses += norm2(r);
  run.residual = map / impulse_scale(p), run.of_impulses = map / std::sqrt(impulses);
  return run;
}

/// The contact problem of the next step, both from zero: Siconos to a natural map of 1e-4 of the
/// impulses that the contacts carry, Scree as near.
void race_siconos(const std::string& settled, const std::string& name) {
  constexpr double kNear = 1e-4;
  constexpr int kRepeats = 3, kMost = 8000;
  CheckpointNote note;
  const std::unique_ptr<Simulation> run = load_simulation(settled, note, true);
  LocalProblem p = run->next_contact_problem();
  const std::string file = fs::absolute(name + ".hdf5").string();
  write_fclib(file, p, "pile at rest", "contact problem of scree bench pile");
  p.guess.clear();
  int iterations = 1000;
  SiconosRun other = siconos_run(file, iterations);
  while (other.of_impulses > kNear && iterations < kMost)
    other = siconos_run(file, iterations *= 2);
  double seconds = INFINITY;
  LocalSolution own;
  for (int k = 0; k < kRepeats; ++k) {
    if (k > 0) other.seconds = std::min(other.seconds, siconos_run(file, iterations).seconds);
    const auto start = std::chrono::steady_clock::now();
    own = solve(p, LocalSolver::kPgs, {20 * iterations, 1.0001 * other.residual, 10});
    seconds = std::min(
        seconds, std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
  }
  fmt::print(
      "  {} contacts from zero to a natural map of {:.2e} of the load, {:.2e} of the impulses:\n"
      "    Siconos NSGS {:.3g} s, {} iterations; Scree {:.3g} s, {} iterations\n",
      p.contacts(), other.residual, other.of_impulses, other.seconds, iterations, seconds,
      own.report.iterations);
  say("contact problem: time of Siconos over ours", other.seconds / seconds, kWantedSiconos);
}

void bench_size(long spheres, bool peers, const RaceOptions& options, const std::string& folder) {
  const Start start = pile_start(spheres);
  const std::string name = folder + "/" + start.name;
  const std::string settled = settle(start, folder);
  std::vector<Contender> all{scree_pile(spheres, settled, kFew, 1),
                             scree_pile(spheres, settled, kMany, 1)};
  if (peers) {
    const std::string program = bullet_program(folder);
    const std::string state =
        write_state(settled, pile_width(spheres), fs::absolute(name + ".xyzr").string());
    for (const int iterations : {kFew, kMany})
      all.push_back(bullet_pile(program, state, iterations));
  }
  const bool two = this_machine().cores > 1;
  if (two) all.push_back(scree_pile(spheres, settled, kFew, 2));
  const std::vector<Result> results = race(all, options, folder);

  fmt::print("{} spheres, step 1 ms, {} steps in {} pieces, best of {}\n", spheres, options.steps,
             options.pieces, options.repeats);
  fmt::print("  {:12} {:>8} {:>9} {:>11} {:>10}\n", "code", "threads", "contacts", "ms a step",
             "residual");
  for (const Result& r : results)
    fmt::print("  {:12} {:8} {:9.0f} {:11.2f} {:10.2e}\n", r.name, r.cores, r.contacts.value_or(0),
               1e3 * r.seconds / static_cast<double>(r.steps), r.residual.value_or(NAN));
  const Iterations own = iterations_of(results[0], results[1]);
  fmt::print(
      "  Scree : {:.3g} contact-iterations a second; the rest of a step {:.2f} us a sphere\n",
      own.rate, 1e6 * own.rest / static_cast<double>(spheres));
  if (peers) {
    const Iterations bullet = iterations_of(results[2], results[3]);
    fmt::print(
        "  Bullet: {:.3g} contact-iterations a second; the rest of a step {:.2f} us a sphere\n",
        bullet.rate, 1e6 * bullet.rest / static_cast<double>(spheres));
    say(fmt::format("{} spheres: contact-iterations over those of Bullet", spheres),
        own.rate / bullet.rate, kWantedRate);
    say(fmt::format("{} spheres: residual of Bullet over ours after {} iterations", spheres, kFew),
        results[2].residual.value_or(NAN) / results[0].residual.value_or(NAN), 1);
    race_siconos(settled, name);
  }
  if (two) {
    const std::string what = fmt::format("{} spheres: two threads over one", spheres);
    const double gain = results[0].seconds / results.back().seconds;
    if (spheres >= kWorthTwo)
      say(what, gain, kWantedThreads);
    else
      fmt::print("  {} {:.2f} x\n", what, gain);
  }
  const double rest = 1e6 * own.rest / static_cast<double>(spheres);
  fmt::print("  {:66} {:5.2f} us (wanted {})  {}\n",
             fmt::format("{} spheres: a step without its iterations, a sphere", spheres), rest,
             kWantedRest, rest <= kWantedRest ? "met" : "short");
  fmt::print("\n");
  std::fflush(stdout);
}

}  // namespace

double pile_width(long spheres) { return (spheres > 6000 ? 20 : 14) * kPileSpacing; }

std::vector<std::string> pile_sets(long spheres) {
  const double w = pile_width(spheres);
  return {fmt::format("bodies.0.count={}", spheres),
          fmt::format("domain.hi=[{0:.12g}, {0:.12g}, 0.4]", w),
          fmt::format("wall.box.hi=[{0:.12g}, {0:.12g}, 0.4]", w)};
}

Start pile_start(long spheres) {
  // A deep pile rests only if it is solved well.
  std::vector<std::string> precise = pile_sets(spheres);
  precise.insert(precise.end(), {"nonsmooth.iterations=400", "nonsmooth.tolerance=1e-5"});
  return {case_file("pile"), precise, fmt::format("pile-{}", spheres)};
}

int bench_pile(const std::string& sizes, bool peers, const RaceOptions& options,
               const std::string& folder) {
  choose_threads(0, 1 << 30);
  for (const std::string& size : split_list(sizes.empty() ? "3k,10k" : sizes))
    bench_size(parse_size(size), peers, options, folder);
  for (const std::string& size : split_list(sizes.empty() ? "3k,10k" : sizes))
    bench_heaps(parse_size(size), options, folder);
  return kDone;
}

}  // namespace scree::app
