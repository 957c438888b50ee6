/// Keys of joints.
#include "scree/case/case_schema.h"

namespace scree {

template <>
const std::vector<std::string>& words_of<JointKind>() {
  static const std::vector<std::string> words{"rod",    "spring", "lock",    "hinge",
                                              "slider", "ball",   "distance"};
  return words;
}

template <>
const std::vector<std::string>& words_of<MotorOff>() {
  static const std::vector<std::string> words{"loose", "holds"};
  return words;
}

namespace {

constexpr Real kLargestId = 2147483647;

bool of_grains(const JointOptions& j) {
  return j.kind == JointKind::kRod || j.kind == JointKind::kSpring;
}
bool has_axis(const JointOptions& j) {
  return j.kind == JointKind::kHinge || j.kind == JointKind::kSlider;
}

void describe_rods(SchemaBuilder<JointOptions>& s) {
  using J = JointOptions;
  s.key("body", &J::body, "number of the body, in the order of the case, from zero")
      .at_least(0)
      .at_most(kLargestId)
      .required()
      .only("kind", {"rod", "spring"});
  s.key("to", &J::to, "number of the other body")
      .at_least(0)
      .at_most(kLargestId)
      .automatic("the anchor")
      .only("kind", {"rod", "spring"});
  s.key("anchor", &J::anchor, "fixed point").unit("m").in_plane().only("kind", {"rod", "spring"});
  s.key("length", &J::length, "length of the rod or distance, rest length of the spring")
      .unit("m")
      .at_least(0)
      .automatic("the distance at the start")
      .only("kind", {"rod", "spring", "distance"});
  s.key("stiffness", &J::stiffness, "stiffness").unit("N/m").at_least(0).only("kind", {"spring"});
  s.key("damping", &J::damping, "dashpot along the spring; in all directions at length 0")
      .unit("N s/m")
      .at_least(0)
      .only("kind", {"spring"});
  s.rule("a joint ends at another body", "to", [](const J& j) { return !j.to || *j.to != j.body; });
  s.rule("a rod has a length", "length",
         [](const J& j) { return j.kind != JointKind::kRod || !j.length || *j.length > 0; });
}

const std::vector<std::string> kMachine{"lock", "hinge", "slider", "ball", "distance"};
const std::vector<std::string> kWithAxis{"hinge", "slider"};

void describe_motor(SchemaBuilder<JointOptions>& s) {
  using J = JointOptions;
  s.key("lower", &J::lower, "lower limit of the angle or shift from where it is at the start")
      .unit("rad or m")
      .automatic("none")
      .only("kind", kWithAxis);
  s.key("upper", &J::upper, "upper limit")
      .unit("rad or m")
      .automatic("none")
      .only("kind", kWithAxis);
  s.key("motor_speed", &J::motor_speed,
        "a motor turns or shifts the part against the other at this rate about or along the axis")
      .unit("rad/s or m/s")
      .automatic("no motor")
      .only("kind", kWithAxis);
  s.key("motor_force", &J::motor_force, "torque or force it can have at most")
      .unit("N m or N")
      .at_least(0)
      .automatic("whatever it needs")
      .only("kind", kWithAxis);
  s.key("motor_phases", &J::motor_phases, "phases in which it runs")
      .automatic("all")
      .only("kind", kWithAxis);
  s.key("motor_off", &J::motor_off, "in other phases it is loose, or holds the part where it is")
      .only("kind", kWithAxis);
}

void describe_machine(SchemaBuilder<JointOptions>& s) {
  using J = JointOptions;
  s.key("name", &J::name, "name, for messages and observers")
      .a_name()
      .automatic("its number")
      .only("kind", kMachine);
  s.key("part", &J::part, "a wall with mass").required().only("kind", kMachine);
  s.key("to_part", &J::to_part, "another wall, with mass or without")
      .automatic("the world")
      .only("kind", kMachine);
  s.key("at", &J::at, "where it is at the start; of a distance: its end at the part")
      .unit("m")
      .required()
      .only("kind", kMachine);
  s.key("to_at", &J::to_at, "its other end").unit("m").required().only("kind", {"distance"});
  s.key("axis", &J::axis, "about which the hinge turns, along which the slider slides")
      .only("kind", kWithAxis);
  describe_motor(s);
  s.key("compliance", &J::compliance, "shift over force of what it holds; 0: rigid")
      .unit("m/N")
      .at_least(0)
      .only("kind", kMachine);
  s.key("turn_compliance", &J::turn_compliance, "turn over couple of what it holds; 0: rigid")
      .unit("rad/(N m)")
      .at_least(0)
      .only("kind", {"lock", "hinge", "slider"});
  s.key("damping_time", &J::damping_time, "of a compliant joint: its damping over its stiffness")
      .unit("s")
      .at_least(0)
      .only("kind", kMachine);
  s.rule("the axis must not be zero", "axis", [](const J& j) { return norm2(j.axis) > 0; });
  s.rule("a joint connects two different parts", "to_part",
         [](const J& j) { return of_grains(j) || j.part != j.to_part; });
  s.rule("upper must be above lower", "upper",
         [](const J& j) { return !j.lower || !j.upper || *j.upper > *j.lower; });
  s.rule("motor_force and motor_phases need motor_speed", "motor_force",
         [](const J& j) { return j.motor_speed || (!j.motor_force && j.motor_phases.empty()); });
  s.rule("damping_time needs a compliance", "damping_time", [](const J& j) {
    return j.damping_time == 0 || j.compliance > 0 || j.turn_compliance > 0;
  });
  s.rule("a planar case has hinges about z and slides in the plane", "axis",
         [](const J& j, const Reading& reading) {
           if (!reading.planar || !has_axis(j)) return true;
           return j.kind == JointKind::kHinge ? j.axis.x == 0 && j.axis.y == 0 : j.axis.z == 0;
         });
}

}  // namespace

template <>
const Schema& schema_of<JointOptions>() {
  static const Schema schema = make_schema<JointOptions>(
      "joint",
      "Between grains (method dae): a rod or a spring between the centres of two bodies, or of a "
      "body and a fixed point. Between parts of machines (method nonsmooth): walls with mass.",
      [](auto& s) {
        s.key("kind", &JointOptions::kind,
              "rod: keeps its length; spring: with a dashpot. Of machines: lock: the two are one; "
              "hinge: turns about an axis; slider: slides along it; ball: turns about a point; "
              "distance: between two points");
        describe_machine(s);
        describe_rods(s);
      });
  return schema;
}

}  // namespace scree
