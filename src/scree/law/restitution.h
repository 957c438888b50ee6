#pragma once
/// Damping coefficients that give a wanted restitution.
#include "scree/law/pair_law.h"

namespace scree {

/// Restitution of a head-on impact with dashpot beta sqrt(m k): the dimensionless equation of
/// motion integrated through one contact. Independent of speed for linear and Hertz springs.
Real restitution_of(Real beta, NormalLaw law, bool tension);

/// The beta for which restitution_of() equals e in (0, 1].
/// With tension the closed forms hold: linear beta = 2 z, Hertz beta = sqrt(5) z with
/// z = -ln e/sqrt(pi^2 + ln^2 e) (Antypov & Elliott 2011). Without it (a contact ends when its
/// force would turn to a pull; Schwager & Poschel 2007) beta is found numerically.
Real damping_for(Real e, NormalLaw law, bool tension);

}  // namespace scree
