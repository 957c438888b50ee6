/// Keys of the method with exact static friction.
#include "scree/case/case_schema.h"

namespace scree {

template <>
const std::vector<std::string>& words_of<Integrator>() {
  static const std::vector<std::string> words{"verlet", "rk4", "gear5", "bdf5", "events"};
  return words;
}
template <>
const std::vector<std::string>& words_of<FrictionForm>() {
  static const std::vector<std::string> words{"constraint", "sign"};
  return words;
}
template <>
const Schema& schema_of<DaeOptions>() {
  static const Schema schema = make_schema<DaeOptions>(
      "dae",
      "How the method dae integrates. Contacts that stick and rods are constraints; after every "
      "step the solution is projected back onto them.",
      [](auto& s) {
        using D = DaeOptions;
        s.key("integrator", &D::integrator,
              "verlet for any number of bodies; the others for few: classical Runge-Kutta, Gear's "
              "predictor-corrector and BDF of order 5, and an embedded Runge-Kutta that stops "
              "exactly where a contact touches, opens, sticks or slips");
        s.key("friction", &D::friction,
              "static friction as a constraint, or mu F_n against the velocity in every case, for "
              "comparison");
        s.key("project_positions", &D::project_positions, "after every step, onto the rods");
        s.key("project_velocities", &D::project_velocities,
              "after every step, onto the rods and sticking contacts");
        s.key("baumgarte_stiffness", &D::baumgarte_stiffness,
              "k_s of Baumgarte's stabilisation of rods, C'' = -k_s C - k_d C'")
            .unit("1/s^2")
            .at_least(0);
        s.key("baumgarte_damping", &D::baumgarte_damping, "k_d of the same")
            .unit("1/s")
            .at_least(0);
        s.key("restart_at_events", &D::restart_at_events,
              "gear5, bdf5: begin anew when a contact changes its state");
        s.key("tolerance", &D::tolerance, "events: error of a step over max(1, size)")
            .unit("-")
            .above(0);
        s.key(
            "keep_energy", &D::keep_energy,
            "scale the velocities after every step so that kinetic and potential energy stay what "
            "they were");
        s.key("force_start", &D::force_start,
              "accept a start at which rods have another length than they should, or change it");
      });
  return schema;
}

}  // namespace scree
