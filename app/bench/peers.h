#pragma once
/// The same problems in LAMMPS and LIGGGHTS (bench/peers/), started from the same spheres.
#include <string>
#include <vector>

#include "bench/problems.h"
#include "scree/build/make_bodies.h"
#include "scree/case/case.h"

namespace scree::app {

/// Names by which results are compared.
constexpr const char* kScree = "Scree";
constexpr const char* kLammpsGranular = "LAMMPS granular";

/// CaseError with the remedy when a program is missing.
void require_peers();

/// Writes the spheres in the text format both codes read (atom_style sphere, granular).
void write_lammps_data(const std::string& path, const DomainOptions& domain,
                       const BodyList& bodies);

/// Writes a cylinder along y as an ASCII STL mesh whose mean radius is `radius`.
void write_drum_mesh(const std::string& path, double radius, double length, int panels);

struct PeerFiles {
  std::string data, mesh;  // as written; the mesh only for the drum
};
/// Writes what the peers start from: the bodies of the case as Scree makes them.
PeerFiles write_peer_files(const Problem& problem, const Case& c, const std::string& folder);

/// All peers on `cores` cores; `skin` is the margin of their neighbour lists [m].
std::vector<Contender> peers(const Problem& problem, const PeerFiles& files, int cores,
                             double skin);

}  // namespace scree::app
