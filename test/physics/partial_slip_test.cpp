#include "scree/law/partial_slip.h"

#include <doctest/doctest.h>

#include <cmath>
#include <initializer_list>

using namespace scree;

namespace {

/// A Hertz contact under constant load, dragged along x in small steps.
struct DraggedContact {
  PairLaw law{};
  PartialSlipMemory memory;
  ContactIn<Real> in{};
  Real a, load, displacement = 0;

  DraggedContact() {
    law.modulus = 1e8;
    law.shear = 3e7;
    law.friction = 0.3;
    in.radius = 0.01;
    in.n = {0, 0, 1};
    for (int k = 1; k <= 1000; ++k) {  // pressed first, as any contact is
      in.overlap = 1e-8 * k;
      a = std::sqrt(in.radius * in.overlap);
      load = 4.0 / 3 * law.modulus * a * in.overlap;
      drag(0, 1);
    }
  }
  /// Moves on by `by` in `steps` steps at constant speed; returns the force against the drag.
  Real drag(Real by, int steps) {
    const Real dt = 1e-6;
    const Vec3 v{by / steps / dt, 0, 0};
    TangentialResult<Real> r{};
    // The rule is trapezoidal: the first and last step count half each.
    for (int k = 0; k <= steps; ++k) {
      const Vec3 vk = k == 0 || k == steps ? 0.5 * v : v;
      r = partial_slip(law, {&memory}, in, vk, a, 0, load, dt);
      if (k == steps) r = partial_slip(law, {&memory}, in, {0, 0, 0}, a, 0, load, dt);
    }
    displacement += by;
    return -r.force.x;
  }
  /// Cattaneo and Mindlin: F = mu P [1 - (1 - 16 a G* d/(3 mu P))^(3/2)].
  Real closed_form(Real d) const {
    const Real limit = law.friction * load;
    const Real part = 1 - 16 * a * law.shear * d / (3 * limit);
    return limit * (1 - (part > 0 ? std::pow(part, 1.5) : 0));
  }
  /// Displacement at which all of the contact slips.
  Real slip() const { return 3 * law.friction * load / (16 * a * law.shear); }
};

}  // namespace

TEST_CASE("partial slip follows Cattaneo and Mindlin's curve under constant load") {
  for (const Real part : {0.1, 0.3, 0.6, 0.9, 1.5}) {
    CAPTURE(part);
    DraggedContact c;
    const Real force = c.drag(part * c.slip(), 400);
    CHECK(force == doctest::Approx(c.closed_form(c.displacement)).epsilon(5e-3));
  }
}

TEST_CASE("partial slip unloads on Mindlin and Deresiewicz's hysteresis loop") {
  DraggedContact c;
  const Real far = 0.8 * c.slip();
  const Real top = c.drag(far, 400);
  for (const Real back : {0.3, 0.6, 0.9, 1.2}) {
    CAPTURE(back);
    DraggedContact d;
    d.drag(far, 400);
    const Real force = d.drag(-back * far, 400);
    const Real closed = top - 2 * d.closed_form(0.5 * back * far);
    CHECK(std::fabs(force - closed) < 5e-3 * top);
  }
}

TEST_CASE("the dashpot of a contact that slips all over stays off, whichever way it moves") {
  const Vec3 springs{0.1, 0, 0};
  const Real rounded = 0.1 * (1 - 1e-15);  // friction all used up by the springs
  CHECK(limited_dashpot(springs, 0, {1, 0, 0}, rounded) == 0);
  CHECK(limited_dashpot(springs, 0, {-1, 0, 0}, rounded) == 0);
  CHECK(limited_dashpot(springs, 5, {-1, 0, 0}, rounded) == doctest::Approx(0));
  CHECK(limited_dashpot(springs, 0.05, {1, 0, 0}, rounded) == 0.05);  // takes load off
  CHECK(limited_dashpot(springs, 5, {1, 0, 0}, 0.1) ==
        doctest::Approx(0.2));  // up to the other side
}
