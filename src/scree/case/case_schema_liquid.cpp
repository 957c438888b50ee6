/// Keys of liquid bridges.
#include "scree/case/case_schema.h"

namespace scree {

template <>
const Schema& schema_of<LiquidOptions>() {
  static const Schema schema = make_schema<LiquidOptions>(
      "liquid",
      "Liquid bridges: they form at touch, pull, stretch up to the rupture distance, and rupture. "
      "The liquid is either a given volume per bridge, or films on the grains that feed the "
      "bridges and get their liquid back.",
      [](auto& s) {
        using L = LiquidOptions;
        s.key("surface_tension", &L::surface_tension, "surface tension; zero: dry")
            .unit("N/m")
            .at_least(0)
            .required();
        s.key("contact_angle", &L::contact_angle,
              "contact angle, unless a pair gives one of its own")
            .unit("rad")
            .at_least(0)
            .below(kPi / 2);
        s.key("volume", &L::volume, "volume of every bridge; no films").unit("m^3").above(0);
        s.key("content", &L::content,
              "films: liquid on every sphere over the sphere's volume, planar or not")
            .unit("-")
            .above(0);
        s.key("film", &L::film, "films: liquid on every sphere").unit("m^3").above(0);
        s.key("film_share", &L::film_share, "part of its film a grain gives to a bridge that forms")
            .unit("-")
            .above(0)
            .at_most(0.5)
            .automatic("the part that faces the partner");
        s.key("rupture_distance", &L::rupture_distance, "gap at which a bridge ruptures")
            .unit("m")
            .above(0)
            .automatic("from volume and contact angle (Willett et al. 2000)");
        s.key("reference_diameter", &L::reference_diameter,
              "diameter in the formulas of every bridge, whatever the grains")
            .unit("m")
            .above(0)
            .automatic("from the radii of the two");
        s.rule("give exactly one of volume, content and film: where the liquid comes from",
               "volume", [](const L& l) {
                 return l.volume.has_value() + l.content.has_value() + l.film.has_value() == 1;
               });
        s.rule("film_share needs films: give content or film, not volume", "film_share",
               [](const L& l) { return !l.film_share || !l.volume; });
      });
  return schema;
}

}  // namespace scree
