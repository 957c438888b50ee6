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
const std::vector<std::string>& words_of<SplitBy>() {
  static const std::vector<std::string> words{"both", "contacts", "trial"};
  return words;
}

template <>
const std::vector<std::string>& words_of<SensorKind>() {
  static const std::vector<std::string> words{"plane", "box", "sphere"};
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
        s.key("speed_tolerance", &N::speed_tolerance,
              "of the velocities that are left at the contacts (root mean square of the natural "
              "map), at which it stops: a measure that does not depend on how much the bodies "
              "weigh; 0: not asked for; with solver pgs")
            .unit("m/s")
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

template <>
const Schema& schema_of<Sensor>() {
  static const Schema schema = make_schema<Sensor>(
      "sensor",
      "Where nothing may be bound: a body without substance. Bound grains that overlap it are let "
      "go.",
      [](auto& s) {
        using S = Sensor;
        s.key("kind", &S::kind, "its form").required();
        s.key("point", &S::point, "a point of the plane")
            .unit("m")
            .required()
            .only("kind", {"plane"});
        s.key("normal", &S::normal, "normal of the plane").required().only("kind", {"plane"});
        s.key("lo", &S::lo, "lower corner").unit("m").required().only("kind", {"box"});
        s.key("hi", &S::hi, "upper corner").unit("m").required().only("kind", {"box"});
        s.key("center", &S::center, "centre").unit("m").required().only("kind", {"sphere"});
        s.key("radius", &S::radius, "radius")
            .unit("m")
            .above(0)
            .required()
            .only("kind", {"sphere"});
        s.key("wall", &S::wall, "wall or part that it moves with").automatic("it stays");
        s.rule("the normal must not be zero", "normal",
               [](const S& x) { return norm2(x.normal) > 0; });
        s.rule("every component of hi must be at least that of lo", "hi", [](const S& x) {
          const Vec3 d = x.hi - x.lo;
          return x.kind != SensorKind::kBox || (d.x >= 0 && d.y >= 0 && d.z >= 0);
        });
      });
  return schema;
}

template <>
const Schema& schema_of<ReductionOptions>() {
  static const Schema schema = make_schema<ReductionOptions>(
      "reduction",
      "Model reduction of the method nonsmooth: single grains at whose contacts nothing moves are "
      "bound to the walls they lie on, and are neither detected nor solved until something "
      "happens to them. A table with nothing in it works. What grains lose when they are bound "
      "stands in the column lost_merging, how many are in bound_grains.",
      [](auto& s) {
        using R = ReductionOptions;
        s.key("merge_speed", &R::merge_speed,
              "normal, sliding and rolling speed at a contact below which it is at rest; 0: "
              "nothing is ever bound")
            .unit("m/s")
            .at_least(0)
            .at_most(kLargest)
            .automatic("0.3 g dt");
        s.key("merge_steps", &R::merge_steps,
              "steps in a row for which all contacts of a grain must be at rest")
            .at_least(1)
            .at_most(1e9);
        s.key("split", &R::split,
              "what lets grains go: contacts at which something happens, a trial solve of the "
              "grains near those that move, or both");
        s.key("split_speed", &R::split_speed,
              "closing, sliding or rolling speed of something that meets a bound grain, above "
              "which this is let go")
            .unit("m/s")
            .above(0)
            .at_most(kLargest)
            .automatic("3 merge_speed");
        s.key("split_depth", &R::split_depth,
              "how many contacts away from such a grain others are let go with it")
            .at_least(0)
            .at_most(1000)
            .automatic("as far as a hit could give others that speed");
        s.key("trial_depth", &R::trial_depth,
              "how many contacts away from a grain that moves bound grains take part in the trial")
            .at_least(1)
            .at_most(100);
        s.key("trial_iterations", &R::trial_iterations, "of the contact solver in a trial")
            .at_least(1)
            .at_most(1e9);
        s.key("trial_force", &R::trial_force,
              "net force that the trial may leave on a grain, over its weight and the force of its "
              "contacts together")
            .unit("-")
            .above(0)
            .at_most(1);
        s.list("sensor", &R::sensors, "where nothing may be bound");
      });
  return schema;
}

}  // namespace scree
