#pragma once
/// The bodies a case starts with, as plain columns in the order of their ids (0, 1, 2, ...).
#include <functional>
#include <string>
#include <vector>

#include "scree/base/random.h"
#include "scree/base/vec3.h"
#include "scree/case/case.h"

namespace scree {

struct BodyList {
  std::vector<Vec3> x;        // centre; of a clump the origin of its frame [m]
  std::vector<Vec3> v, w;     // [m/s], [rad/s]
  std::vector<Quat> q;        // orientation
  std::vector<Real> radius;   // of a clump: of the sphere around its origin enclosing it [m]
  std::vector<Real> scale;    // factor on the clump as drawn; 1 for a sphere
  std::vector<Real> density;  // [kg/m^3]
  std::vector<int> material;  // row of Case::materials
  std::vector<int> label;     // row of `labels`
  std::vector<int> clump;     // row of Case::clumps, -1 for a sphere
  std::vector<int> entry;     // row of Case::bodies it came from (prescribed, motion)
  std::vector<std::string> labels{""};  // the first is "no label"

  Index size() const { return static_cast<Index>(x.size()); }
  /// Row of a label, added if new.
  int label_row(const std::string& name);
  void append(const BodyList& other);
};

struct EarlierRun;

/// What reads the end of an earlier run from its folder.
struct LoadRun {
  std::function<BodyList(const Case&, const BodiesOptions&)> bodies;  // for source = "from"
  std::function<EarlierRun(const Case&)> whole;                       // for run.from
};

/// Makes the bodies of every [[bodies]] entry. Positions are wrapped along periodic axes. Throws
/// CaseError: bad files, no room, a body outside the domain, start overlaps over the limit.
BodyList make_bodies(const Case& c, const LoadRun& load_run = {});

/// Radius about its origin of the sphere that encloses a clump as drawn [m].
Real bounding_radius(const Clump& clump);
/// A uniformly distributed orientation (about z only when planar).
Quat random_orientation(Random& random, bool planar);

}  // namespace scree
