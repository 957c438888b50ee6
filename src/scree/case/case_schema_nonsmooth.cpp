/// Keys of the method of rigid contacts.
#include "scree/case/case_schema.h"

namespace scree {

template <>
const std::vector<std::string>& words_of<LocalSolver>() {
  static const std::vector<std::string> words{"pgs",    "nsgs",     "anderson", "admm",
                                              "newton", "impulses", "pair",     "lcp"};
  return words;
}

template <>
const Schema& schema_of<NonsmoothOptions>() {
  static const Schema schema = make_schema<NonsmoothOptions>(
      "nonsmooth",
      "How the method nonsmooth steps and solves. Contacts are constraints: rigid, or as stiff as "
      "the normal law says; the impulses of a step follow from a complementarity problem.",
      [](auto& s) {
        using N = NonsmoothOptions;
        s.key(
            "solver", &N::solver,
            "pgs for any number of contacts. For few: nsgs solves each contact exactly before the "
            "next; anderson, admm and newton reach full precision; impulses (sequential, friction "
            "in a box), pair (single-pair impulses) and lcp (normal impulses only) are simpler "
            "models, for comparison");
        s.key("iterations", &N::iterations, "of the contact solver in a step, at most")
            .at_least(1)
            .at_most(1e9);
        s.key("tolerance", &N::tolerance,
              "of its residual over the load, at which it stops; 0: all iterations")
            .unit("-")
            .at_least(0);
        s.key("warm_start", &N::warm_start, "begin with the impulses of the last step");
        s.key("impacts", &N::impacts,
              "contacts that close fast bounce with the restitution of their pair, in a stage of "
              "their own; false: the dashpot of the normal law, for stiff contacts and short "
              "steps");
        s.key("impact_speed", &N::impact_speed, "closing speed above which a contact is an impact")
            .unit("m/s")
            .at_least(0)
            .automatic("2 g dt");
        s.key("stabilisation", &N::stabilisation,
              "steps in which an overlap that carries nothing goes back")
            .unit("-")
            .at_least(0);
        s.key("friction_softness", &N::friction_softness,
              "slip velocity over the friction that holds it, below the limit of friction")
            .unit("m/(N s)")
            .at_least(0);
        s.key("rolling_softness", &N::rolling_softness, "the same of spin and rolling couple")
            .unit("rad/(N m s)")
            .at_least(0);
      });
  return schema;
}

}  // namespace scree
