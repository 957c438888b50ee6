/// What contacts do.
#include "combinations/feature.h"

namespace scree {

std::vector<Group> law_features() {
  Group normal{"normal law"};
  normal.features = {
      {"hertz", {{"law.normal", "\"hertz\""}}},
      {"linear", {{"law.normal", "\"linear\""}, {"pair.stiffness", "5e3"}}},
      {"jkr", {{"law.normal", "\"jkr\""}, {"pair.surface_energy", "0.2"}}},
  };
  Group tangential{"tangential law"};
  tangential.features = {
      {"no tangential law", {{"law.tangential", "\"none\""}}},
      {"cundall-strack", {{"law.tangential", "\"cundall-strack\""}}},
      {"mindlin", {{"law.tangential", "\"mindlin\""}}},
      {"mindlin-rescaled", {{"law.tangential", "\"mindlin-rescaled\""}}},
      {"mindlin-deresiewicz", {{"law.tangential", "\"mindlin-deresiewicz\""}}},
  };
  Group friction{"friction at rest"};
  friction.features = {{"static friction of its own", {{"pair.static_friction", "0.8"}}}};
  Group rolling{"rolling"};
  rolling.features = {
      {"rolling spring", {{"law.rolling", "\"spring\""}, {"pair.rolling_friction", "0.2"}}},
      {"rolling constant", {{"law.rolling", "\"constant\""}, {"pair.rolling_friction", "0.2"}}},
  };
  Group twisting{"twisting"};
  twisting.features = {
      {"twisting spring", {{"law.twisting", "\"spring\""}, {"pair.twisting_friction", "0.2"}}},
  };
  Group dashpot{"dashpot"};
  dashpot.features = {{"tension", {{"law.tension", "true"}}}};
  Group cohesion{"cohesion"};
  cohesion.features = {
      {"bridges of one volume", {{"liquid.surface_tension", "0.2"}, {"liquid.volume", "1e-9"}}},
      {"bridges from films", {{"liquid.surface_tension", "0.2"}, {"liquid.content", "0.05"}}},
      {"pull-off", {{"pair.pull_off", "0.05"}, {"pair.pull_off_range", "1e-4"}}},
  };
  return {normal, tangential, friction, rolling, twisting, dashpot, cohesion};
}

}  // namespace scree
