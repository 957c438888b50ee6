#include "bench/peers.h"

#include <fmt/format.h>
#include <fmt/os.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <numbers>

#include "bench/process.h"
#include "bench/transcript.h"
#include "scree/base/error.h"
#include "scree/io/case_file.h"

namespace scree::app {
namespace {

namespace fs = std::filesystem;

/// Segments of the drum's mesh around its circumference.
constexpr int kSegments = 96;
/// Length of one of its panels along the axis [m].
constexpr double kPanel = 0.09;
/// Distance of the mesh from the periodic faces: LIGGGHTS wants vertices inside the box [m].
constexpr double kInset = 1e-6;

/// Command line of a peer: line-buffered, since we wait for its words.
std::vector<std::string> launch(const std::string& program, int cores) {
  std::vector<std::string> command{"env", "OMP_NUM_THREADS=1"};
  if (cores > 1) {
    command.insert(command.end(), {"mpirun", "--bind-to", "none", "-np", std::to_string(cores)});
    if (::geteuid() == 0) command.emplace_back("--allow-run-as-root");
  }
  command.insert(command.end(), {"stdbuf", "-oL", program, "-log", "none"});
  return command;
}

void define(std::vector<std::string>& command, const std::string& name, const std::string& value) {
  command.insert(command.end(), {"-var", name, value});
}

}  // namespace

void require_peers() {
  for (const char* program : {"lmp", "liggghts", "mpirun", "stdbuf"})
    if (find_program(program).empty())
      throw CaseError(
          fmt::format("--peers needs the program {}; run ./scree install peers first", program));
}

void write_lammps_data(const std::string& path, const DomainOptions& domain,
                       const BodyList& bodies) {
  auto out = fmt::output_file(path);
  out.print("written by scree bench\n\n{} atoms\n1 atom types\n\n", bodies.size());
  out.print("{:.17g} {:.17g} xlo xhi\n", domain.lo.x, domain.hi.x);
  out.print("{:.17g} {:.17g} ylo yhi\n", domain.lo.y, domain.hi.y);
  out.print("{:.17g} {:.17g} zlo zhi\n\nAtoms\n\n", domain.lo.z, domain.hi.z);
  const auto n = static_cast<std::size_t>(bodies.size());
  for (std::size_t k = 0; k < n; ++k)
    out.print("{} 1 {:.17g} {:.17g} {:.17g} {:.17g} {:.17g}\n", k + 1, 2 * bodies.radius[k],
              bodies.density[k], bodies.x[k].x, bodies.x[k].y, bodies.x[k].z);
  out.print("\nVelocities\n\n");
  for (std::size_t k = 0; k < n; ++k)
    out.print("{} {:.17g} {:.17g} {:.17g} {:.17g} {:.17g} {:.17g}\n", k + 1, bodies.v[k].x,
              bodies.v[k].y, bodies.v[k].z, bodies.w[k].x, bodies.w[k].y, bodies.w[k].z);
}

void write_drum_mesh(const std::string& path, double radius, double length, int panels) {
  const double half = std::numbers::pi / kSegments;
  const double corner = 2 * radius / (1 + std::cos(half));
  const auto vertex = [&](int segment, int panel) {
    const double y = std::clamp(length * panel / panels, kInset, length - kInset);
    return fmt::format("  vertex {:.12g} {:.12g} {:.12g}\n", corner * std::cos(2 * half * segment),
                       y, corner * std::sin(2 * half * segment));
  };
  auto out = fmt::output_file(path);
  const auto triangle = [&](const std::string& a, const std::string& b, const std::string& c) {
    out.print("facet normal 0 0 0\n outer loop\n{}{}{} endloop\nendfacet\n", a, b, c);
  };
  out.print("solid drum\n");
  for (int s = 0; s < kSegments; ++s)
    for (int p = 0; p < panels; ++p) {
      triangle(vertex(s, p), vertex(s + 1, p), vertex(s + 1, p + 1));
      triangle(vertex(s, p), vertex(s + 1, p + 1), vertex(s, p + 1));
    }
  out.print("endsolid drum\n");
}

PeerFiles write_peer_files(const Problem& problem, const Case& c, const std::string& folder) {
  fs::create_directories(folder);
  const BodyList bodies = make_bodies(c);
  const std::string stem =
      fmt::format("{}/{}-{}", folder, problem.name, size_text(static_cast<long>(bodies.size())));
  const PeerFiles files{stem + ".data", stem + ".stl"};
  write_lammps_data(files.data, c.domain, bodies);
  if (problem.name == "drum") {
    const WallOptions& drum = c.walls.at(0);
    const double length = norm(drum.to - drum.from);
    write_drum_mesh(files.mesh, drum.radius, length,
                    std::max(1, static_cast<int>(std::lround(length / kPanel))));
  }
  return files;
}

std::vector<Contender> peers(const Problem& problem, const PeerFiles& files, int cores,
                             double skin) {
  const std::string scripts = (fs::path(home()) / "bench" / "peers" / problem.name).string();
  const std::string lammps = read_text_file(scripts + ".lammps");
  const std::string liggghts = read_text_file(scripts + ".liggghts");
  const auto common = [&](Contender& contender) {
    contender.cores = cores;
    define(contender.command, "data", files.data);
    define(contender.command, "skin", fmt::format("{:g}", skin));
  };
  std::vector<Contender> all;
  for (const auto& [name, model] :
       {std::pair{kLammpsGranular, "granular"}, std::pair{"LAMMPS gran/hertz/history", "hertz"}}) {
    Contender contender{name, cores, launch("lmp", cores), lammps, {}};
    common(contender);
    define(contender.command, "model", model);
    contender.finish = "thermo_style custom step c_z ke\nrun 0\n";
    all.push_back(contender);
  }
  Contender contender{"LIGGGHTS hertz/history", cores, launch("liggghts", cores), liggghts, {}};
  common(contender);
  define(contender.command, "mesh", files.mesh);
  contender.finish = "thermo_style custom step c_z ke\nrun 1\n";
  all.push_back(contender);
  return all;
}

}  // namespace scree::app
