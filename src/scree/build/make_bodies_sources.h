#pragma once
/// One function per source of bodies; used by make_bodies() only.
#include "scree/base/random.h"
#include "scree/build/make_bodies.h"
#include "scree/build/size_sampler.h"

namespace scree {

/// What all sources of one [[bodies]] entry share.
struct BodyMaker {
  const Case& c;
  const BodiesOptions& options;
  int entry;                         // row of Case::bodies
  Random random;                     // its own stream
  std::optional<SizeSampler> sizes;  // absent: a clump as drawn, or every body says its radius
  BodyList out;
  double before = 0;  // bodies of the entries before this one

  BodyMaker(const Case& the_case, int entry_row);
  /// Adds one body at x with the entry's defaults; radius <= 0 draws one. Returns its row.
  Index add(Vec3 x, Real radius);
  /// Radius of the next body: from sizes, or the clump as drawn.
  Real draw_radius();
  /// Largest radius draw_radius() can give.
  Real largest_radius() const;
  /// Refuses more bodies than memory holds, before they are made; `remedy` says what to change.
  void expect_bodies(double count, const std::string& remedy) const;
  [[noreturn]] void refuse(const std::string& message) const;
};

void bodies_from_list(BodyMaker& maker);
void bodies_from_table(BodyMaker& maker);
void bodies_from_lammps(BodyMaker& maker);
void bodies_on_lattice(BodyMaker& maker);
void bodies_in_packing(BodyMaker& maker);
void bodies_on_line(BodyMaker& maker);

}  // namespace scree
