#include "scree/law/mixing.h"

#include "scree/law/restitution.h"

namespace scree {

PairLaw mix(const LawChoice& choice, const Elastic& a, const Elastic& b, const PairInput& pair) {
  const auto soft = [](const Elastic& m) { return (1 - m.poisson * m.poisson) / m.young; };
  const auto shear_soft = [](const Elastic& m) {
    return (2 - m.poisson) * 2 * (1 + m.poisson) / m.young;
  };
  PairLaw law{};
  if (choice.normal != NormalLaw::kLinear) {
    law.modulus = 1 / (soft(a) + soft(b));
    law.shear = 1 / (shear_soft(a) + shear_soft(b));
  }
  law.stiffness = pair.stiffness;
  law.tangential_ratio = pair.tangential_ratio;
  law.damping = damping_for(pair.restitution, choice.normal, choice.tension);
  law.tangential_damping = pair.tangential_damping;
  law.friction = pair.friction;
  law.rolling_friction = pair.rolling_friction;
  law.rolling_stiffness = pair.rolling_stiffness;
  law.rolling_damping = pair.rolling_damping;
  law.twisting_friction = pair.twisting_friction;
  law.twisting_stiffness = pair.twisting_stiffness;
  law.twisting_damping = pair.twisting_damping;
  law.surface_energy = pair.surface_energy;
  return law;
}

}  // namespace scree
