/// scree fclib: contact problems as files of the public collection FCLIB, out of runs and solved.
#include "scree/io/fclib.h"

#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <memory>

#include "running.h"
#include "say.h"
#include "scree/io/checkpoint.h"
#include "scree/run/session.h"
#include "scree/step/nonsmooth/local_problem.h"
#include "verbs.h"

namespace scree::app {
namespace {

const std::vector<std::pair<std::string, LocalSolver>> kSolvers{
    {"pgs", LocalSolver::kPgs},           {"nsgs", LocalSolver::kNsgs},
    {"anderson", LocalSolver::kAnderson}, {"admm", LocalSolver::kAdmm},
    {"newton", LocalSolver::kNewton},     {"impulses", LocalSolver::kImpulses},
    {"pair", LocalSolver::kPair},         {"lcp", LocalSolver::kLcp}};

struct Options {
  std::string problem, from, solver = "pgs", write;
  Real tolerance = 1e-6;
  Index iterations = 10000;
  bool cold = false;
};

/// The problem of the next step of the run in `folder`.
void export_problem(const std::string& folder, const std::string& path) {
  CheckpointNote note;
  const std::unique_ptr<Simulation> run = load_simulation(folder, note, true);
  const Simulation& sim = *run;
  const LocalProblem p = sim.next_contact_problem();
  write_fclib(path, p, sim.case_file().title,
              fmt::format("contact problem of step {} of {}", sim.state().clock.step + 1,
                          std::filesystem::path(sim.case_file().file).filename().string()));
  say("{}: {} contacts of step {}\n", path, p.contacts(), sim.state().clock.step + 1);
}

int solve_problem(const Options& o) {
  LocalProblem p = read_fclib(o.problem);
  if (o.cold) p.guess.clear();
  LocalSolver solver = LocalSolver::kPgs;
  for (const auto& [name, kind] : kSolvers)
    if (name == o.solver) solver = kind;
  say("{}: {} contacts in {} dimensions, {} blocks of W{}\n", o.problem, p.contacts(),
      p.planar ? 2 : 3, p.block.size(), p.guess.empty() ? "" : ", with a first guess");
  const auto start = std::chrono::steady_clock::now();
  const LocalSolution s = solve(p, solver, {o.iterations, o.tolerance, 10});
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  say("  {:>10}  residual over load\n", "look");
  const std::size_t lines = s.history.size(), every = std::max<std::size_t>(1, lines / 20);
  for (std::size_t k = 0; k < lines; ++k)
    if (k % every == 0 || k + 1 == lines) say("  {:10}  {:.3e}\n", k, s.history[k]);
  say("  {}: {} iterations, {:.3g} s, residual {:.3e} of a load of {:.4g} N s: {}\n", o.solver,
      s.report.iterations, seconds, s.report.residual, s.report.load,
      s.report.converged ? "converged" : "not converged");
  if (solver == LocalSolver::kImpulses || solver == LocalSolver::kPair ||
      solver == LocalSolver::kLcp)
    say("  that is the residual of its own model; on Coulomb's cone {:.3e}\n",
        s.report.load > 0 ? natural_map(p, s.reaction) / s.report.load : 0);
  if (!p.solution.empty()) {
    Real difference = 0, size = 0;
    for (Index k = 0; k < p.contacts(); ++k) {
      difference = std::max(difference, norm(s.reaction[k] - p.solution[k]));
      size = std::max(size, norm(p.solution[k]));
    }
    const Real load = impulse_scale(p);
    say("  the solution in the file: residual {:.3e}; largest difference from it {:.3g} of the "
        "largest reaction\n",
        load > 0 ? natural_map(p, p.solution) / load : 0,
        size > 0 ? difference / size : difference);
  }
  if (!o.write.empty()) {
    p.solution = s.reaction;
    write_fclib(o.write, p, "solved by scree", "with the solution of " + o.solver);
    say("  {}\n", o.write);
  }
  return s.report.converged ? kDone : kNumericalTrouble;
}

int fclib(const Options& o) {
  if (!o.from.empty()) export_problem(o.from, o.problem);
  return solve_problem(o);
}

}  // namespace

void add_fclib(CommandLine& command) {
  auto o = std::make_shared<Options>();
  Verb verb = command.verb(
      "fclib", "solve a contact problem of the FCLIB collection, or export one of a run",
      [o] { return fclib(*o); });
  verb.option("problem", o->problem, "HDF5 file of FCLIB, local form").required();
  verb.option("--from", o->from,
              "first write the problem of the next step of the run in this folder to it");
  std::vector<std::string> names;
  for (const auto& [name, kind] : kSolvers) names.push_back(name);
  verb.option("--solver", o->solver,
              "pgs, nsgs, anderson, admm, newton, impulses, pair or lcp (default: pgs)")
      .one_of(names);
  verb.option("--tolerance", o->tolerance, "residual over load (default: 1e-6)").positive();
  verb.option("--iterations", o->iterations, "at most (default: 10000)").positive();
  verb.flag("--cold", o->cold, "leave out the first guess in the file");
  verb.option("--write", o->write, "write problem and solution to this file");
}

}  // namespace scree::app
