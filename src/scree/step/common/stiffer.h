#pragma once
/// How stiff grains would have to be for an overlap to stay within its limit.
#include <string>

#include "scree/step/common/pair_forces.h"

namespace scree {

/// Factor on the stiffness of the pair (linear: k, else E*) with which this contact would have
/// stayed within the limit; zero where there is no spring. Of the contact at overlap d, closing at
/// u, the peak d' under the present law obeys
///   U(d') <= W = U(d) + m* u^2/2,
/// because dashpots only take; U is the energy of the spring. At the same restitution an impact
/// scales: with f times the stiffness the same start speed brings a peak d'' with
/// f U(d'') = U(d'). So U(d'') <= W/f, which is U(limit) for
///   f = W/U(limit),
/// (d/limit)^2 and more with the linear law, (d/limit)^(5/2) with Hertz. A load at rest asks for
/// less, d/limit or (d/limit)^(3/2); one that still grows is not known here.
Real stiffer_by(const Scene& scene, const State& state, const ContactTrouble& t);

/// The same in words, with the number to write into the case; "stiffer grains" where there is none.
std::string stiffness_offer(const Scene& scene, const State& state, const ContactTrouble& t);

}  // namespace scree
