#pragma once
/// One mixing rule for every kind of pair: two materials and what was said about the pair.
#include "scree/law/pair_law.h"

namespace scree {

/// What mixing needs of a material.
struct Elastic {
  Real young = 0;    // E [Pa]; infinity for a rigid wall
  Real poisson = 0;  // nu [-]
};

/// What a case states about a pair of materials.
struct PairInput {
  Real restitution = 1;
  Real friction = 0;
  Real rolling_friction = 0, rolling_stiffness = 1, rolling_damping = 0;
  Real twisting_friction = 0, twisting_stiffness = 1, twisting_damping = 0;
  Real stiffness = 0;           // k_n, linear law only [N/m]
  Real tangential_ratio = 0.8;  // k_t/k_n, linear law only
  Real tangential_damping = 1;  // tangential over normal dashpot
  Real surface_energy = 0;      // [J/m^2]
};

/// Springs in series: 1/E* = (1-nu1^2)/E1 + (1-nu2^2)/E2, 1/G* = (2-nu1)/G1 + (2-nu2)/G2 with
/// G = E/(2(1+nu)) (Johnson 1985). An infinite modulus drops out.
PairLaw mix(const LawChoice& choice, const Elastic& a, const Elastic& b, const PairInput& pair);

}  // namespace scree
