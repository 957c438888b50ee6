/// Keys of regions, sizes, clumps, bodies, emitters and outlets.
#include "scree/case/case_schema.h"

namespace scree {

template <>
const std::vector<std::string>& words_of<RegionKind>() {
  static const std::vector<std::string> words{"box", "cylinder", "sphere", "disc"};
  return words;
}
template <>
const std::vector<std::string>& words_of<SizeKind>() {
  static const std::vector<std::string> words{"fixed", "uniform", "normal", "lognormal", "sieve"};
  return words;
}
template <>
const std::vector<std::string>& words_of<SizeBy>() {
  static const std::vector<std::string> words{"number", "mass"};
  return words;
}
template <>
const std::vector<std::string>& words_of<BodySource>() {
  static const std::vector<std::string> words{"explicit", "table", "lammps", "lattice",
                                              "packing",  "from",  "line"};
  return words;
}
template <>
const std::vector<std::string>& words_of<LatticeKind>() {
  static const std::vector<std::string> words{"cubic", "fcc", "hexagonal"};
  return words;
}
template <>
const std::vector<std::string>& words_of<Orientation>() {
  static const std::vector<std::string> words{"fixed", "random"};
  return words;
}
template <>
const std::vector<std::string>& words_of<ContactMass>() {
  static const std::vector<std::string> words{"infinite", "own"};
  return words;
}
template <>
const std::vector<std::string>& words_of<Face>() {
  static const std::vector<std::string> words{"xlo", "xhi", "ylo", "yhi", "zlo", "zhi"};
  return words;
}

template <>
const Schema& schema_of<Region>() {
  static const Schema schema = make_schema<
      Region>("region", "A part of space. Generators keep whole bodies inside it.", [](auto& s) {
    using R = Region;
    s.key("kind", &R::kind, "its form").required();
    s.key("lo", &R::lo, "lower corner").unit("m").required().only("kind", {"box"});
    s.key("hi", &R::hi, "upper corner").unit("m").required().only("kind", {"box"});
    s.key("from", &R::from, "centre of one end").unit("m").required().only("kind", {"cylinder"});
    s.key("to", &R::to, "centre of the other end").unit("m").required().only("kind", {"cylinder"});
    s.key("center", &R::center, "centre").unit("m").required().only("kind", {"sphere", "disc"});
    s.key("axis", &R::axis, "normal of the disc").only("kind", {"disc"});
    s.key("radius", &R::radius, "radius")
        .unit("m")
        .above(0)
        .required()
        .only("kind", {"cylinder", "sphere", "disc"});
    s.rule("every component of hi must be at least that of lo, and no two of them equal", "hi",
           [](const R& r, const Reading& reading) {
             const Vec3 d = r.hi - r.lo;
             const int flat = (d.x == 0) + (d.y == 0) + (!reading.planar && d.z == 0);
             return r.kind != RegionKind::kBox || (d.x >= 0 && d.y >= 0 && d.z >= 0 && flat <= 1);
           });
    s.rule("from and to must differ", "to",
           [](const R& r) { return r.kind != RegionKind::kCylinder || norm2(r.to - r.from) > 0; });
    s.rule("the axis must not be zero", "axis", [](const R& r) { return norm2(r.axis) > 0; });
  });
  return schema;
}

namespace {

/// A sieve curve starts at 0, ends at 1 and grows in both columns.
bool is_sieve_curve(const std::vector<SievePoint>& p) {
  if (p.size() < 2 || p.front().passing != 0 || p.back().passing != 1) return false;
  if (p.front().diameter <= 0) return false;
  for (std::size_t i = 1; i < p.size(); ++i)
    if (p[i].diameter <= p[i - 1].diameter || p[i].passing < p[i - 1].passing) return false;
  return true;
}

}  // namespace

template <>
const Schema& schema_of<Sizes>() {
  static const Schema schema = make_schema<Sizes>(
      "sizes",
      "Distribution of radii. For a clump, the radius of the sphere around its origin that "
      "encloses it.",
      [](auto& s) {
        using S = Sizes;
        s.key("kind", &S::kind, "its form").required();
        s.key("by", &S::by, "what it counts: number of bodies, or their mass")
            .automatic("\"number\", \"mass\" for a sieve");
        s.key("radius", &S::radius, "the radius")
            .unit("m")
            .at_least(kSmallest)
            .at_most(kLargest)
            .required()
            .only("kind", {"fixed"});
        s.key("mean", &S::mean, "mean radius")
            .unit("m")
            .at_least(kSmallest)
            .at_most(kLargest)
            .required()
            .only("kind", {"normal", "lognormal"});
        s.key("deviation", &S::deviation, "standard deviation of the radius")
            .unit("m")
            .at_least(kSmallest)
            .at_most(kLargest)
            .required()
            .only("kind", {"normal", "lognormal"});
        s.key("min", &S::min, "smallest radius; needed by uniform")
            .unit("m")
            .at_least(kSmallest)
            .at_most(kLargest)
            .only("kind", {"uniform", "normal", "lognormal"})
            .automatic("three deviations from the mean");
        s.key("max", &S::max, "largest radius; needed by uniform")
            .unit("m")
            .at_least(kSmallest)
            .at_most(kLargest)
            .only("kind", {"uniform", "normal", "lognormal"})
            .automatic("three deviations from the mean");
        s.special("passing", "rows or file",
                  "sieve curve: rows [diameter, fraction passing], from 0 to 1, or a table file "
                  "with these columns; linear between rows. Two sizes are two narrow steps, half "
                  "of the grains 8 mm and half 12 mm: by = \"number\", passing = [[0.0079, 0], "
                  "[0.0081, 0.5], [0.0119, 0.5], [0.0121, 1]]",
                  [](S& z, const Node& node, const Reading& reading) {
                    for (const auto& row : read_rows(node, reading, {"diameter", "passing"}))
                      z.passing.push_back({row[0], row[1]});
                  })
            .unit("m, -")
            .required()
            .only("kind", {"sieve"});
        s.rule("uniform needs min and max", "min",
               [](const S& z) { return z.kind != SizeKind::kUniform || (z.min && z.max); });
        s.rule("max must be above min", "max",
               [](const S& z) { return !z.min || !z.max || *z.max > *z.min; });
        s.rule("the mean must lie between min and max", "mean", [](const S& z) {
          const bool bell = z.kind == SizeKind::kNormal || z.kind == SizeKind::kLognormal;
          return !bell || ((!z.min || *z.min < z.mean) && (!z.max || *z.max > z.mean));
        });
        s.rule("normal needs min above 0: three deviations below the mean is negative", "deviation",
               [](const S& z) {
                 return z.kind != SizeKind::kNormal || z.min || z.mean > 3 * z.deviation;
               });
        s.rule("both columns must grow, diameters above 0, passing from exactly 0 to exactly 1",
               "passing",
               [](const S& z) { return z.kind != SizeKind::kSieve || is_sieve_curve(z.passing); });
      });
  return schema;
}

template <>
const Schema& schema_of<Clump>() {
  static const Schema schema = make_schema<Clump>(
      "clump", "A rigid body made of spheres, by a name of your choice.", [](auto& s) {
        using C = Clump;
        s.key("spheres", &C::spheres, "rows [x, y, z, radius] in the clump's own frame")
            .unit("m")
            .required();
        s.key("mass", &C::mass, "mass")
            .unit("kg")
            .above(0)
            .automatic("density times the volume of the union");
        s.key("inertia", &C::inertia, "moments of inertia about the centre of mass, along the axes")
            .unit("kg m^2")
            .automatic("that of the union");
        s.rule("give at least one sphere, every radius above 0", "spheres", [](const C& c) {
          for (const auto& sphere : c.spheres)
            if (!(sphere[3] > 0)) return false;
          return !c.spheres.empty();
        });
        s.rule("all three moments of inertia must be above 0", "inertia", [](const C& c) {
          return !c.inertia || (c.inertia->x > 0 && c.inertia->y > 0 && c.inertia->z > 0);
        });
        s.rule("give mass and inertia together", "inertia",
               [](const C& c) { return c.mass.has_value() == c.inertia.has_value(); });
      });
  return schema;
}

template <>
const Schema& schema_of<ExplicitBody>() {
  static const Schema schema = make_schema<ExplicitBody>("bodies.list", "One body.", [](auto& s) {
    using B = ExplicitBody;
    s.key("x", &B::x, "position of the centre").unit("m").at_most(kLargest).in_plane().required();
    s.key("v", &B::v, "velocity").unit("m/s").at_most(kLargest).in_plane();
    s.key("w", &B::w, "angular velocity").unit("rad/s").at_most(kLargest).spin();
    s.key("rotation", &B::rotation, "orientation: axis times angle").unit("rad").spin();
    s.key("radius", &B::radius, "radius")
        .unit("m")
        .at_least(kSmallest)
        .at_most(kLargest)
        .automatic("drawn from sizes");
    s.key("material", &B::material, "material").automatic("that of the entry");
    s.key("label", &B::label, "group").a_label().automatic("that of the entry");
  });
  return schema;
}

namespace {

bool is_generated(BodySource source) {
  return source == BodySource::kLattice || source == BodySource::kPacking ||
         source == BodySource::kLine;
}

void describe_sources(SchemaBuilder<BodiesOptions>& s) {
  using B = BodiesOptions;
  s.list("list", &B::list, "the bodies").required().only("source", {"explicit"});
  s.special("file", "text",
            "table: text file with a header naming columns among x y z radius vx vy vz wx wy wz "
            "material label; lammps: data file of atom_style sphere",
            [](B& b, const Node& node, const Reading& r) { b.file = input_file(node, r); })
      .required()
      .only("source", {"table", "lammps"});
  s.key("type_materials", &B::type_materials, "materials of atom types 1, 2, ...")
      .only("source", {"lammps"})
      .automatic("material for all types");
  s.special("from", "text",
            "output folder of an earlier run whose free spheres are taken as they are at its end, "
            "without contacts, relative to the case file, in --set to the present folder; run.from "
            "takes "
            "over the whole run",
            [](B& b, const Node& node, const Reading& r) { b.from = earlier_run(node, r); })
      .required()
      .only("source", {"from"});
  s.key("tile", &B::tile, "copies along x, y, z").only("source", {"table", "lammps"});
  s.key("period", &B::period, "distance between copies")
      .unit("m")
      .only("source", {"table", "lammps"})
      .automatic("the box of the data file; the domain over tile");
  s.key("lattice", &B::lattice, "arrangement; hexagonal has layers along z")
      .only("source", {"lattice"});
  s.table("region", &B::region, "where the bodies are placed")
      .only("source", {"lattice", "packing"})
      .automatic("the domain");
  s.key("spacing", &B::spacing, "distance of nearest neighbours")
      .unit("m")
      .at_least(kSmallest)
      .at_most(kLargest)
      .only("source", {"lattice", "line"})
      .automatic("the largest diameter; of a line with count: what count gives");
  s.key("start", &B::start, "centre of the first body of a line")
      .unit("m")
      .in_plane()
      .required()
      .only("source", {"line"});
  s.key("end", &B::end,
        "centre of the last body of a line; with spacing, the line goes on as long as it does not "
        "pass it")
      .unit("m")
      .in_plane()
      .required()
      .only("source", {"line"});
  s.key("jitter", &B::jitter, "random shift, fraction of the free gap around each body")
      .unit("-")
      .at_least(0)
      .at_most(1)
      .only("source", {"lattice"});
  s.key("count", &B::count,
        "number of bodies; a lattice without it fills the region, a line has them evenly from "
        "start to end")
      .at_least(1)
      .only("source", {"lattice", "packing", "line"});
  s.key("solid_fraction", &B::solid_fraction,
        "volume of the bodies (of clumps: of their enclosing spheres) over that of the region")
      .unit("-")
      .above(0)
      .below(1)
      .only("source", {"packing"});
}

}  // namespace

template <>
const Schema& schema_of<BodiesOptions>() {
  static const Schema schema =
      make_schema<BodiesOptions>("bodies", "A set of bodies present at the start.", [](auto& s) {
        using B = BodiesOptions;
        s.key("source", &B::source,
              "where they come from; may be left out when `from` or `list` says it")
            .required();
        s.key("label", &B::label, "group they belong to, for observers").a_label();
        s.key("material", &B::material, "material of bodies that name none themselves");
        s.key("shape", &B::shape, "\"sphere\" or the name of a clump");
        describe_sources(s);
        s.table("sizes", &B::sizes, "distribution of radii")
            .only("source", {"explicit", "table", "lattice", "packing", "line"});
        s.key("orientation", &B::orientation, "of clumps: as drawn or random");
        s.key("velocity", &B::velocity, "velocity added to what the source says")
            .unit("m/s")
            .at_most(kLargest)
            .in_plane();
        s.key("spin", &B::spin, "angular velocity added to what the source says")
            .unit("rad/s")
            .at_most(kLargest)
            .spin();
        s.key("offset", &B::offset, "shift of the positions")
            .unit("m")
            .in_plane()
            .only("source", {"explicit", "table", "lammps"});
        s.key("turns", &B::turns, "false: moments do not turn the bodies");
        s.key("prescribed", &B::prescribed, "moved by `motion` only: forces do not act on it");
        s.list("motion", &B::motion, "motion of prescribed bodies; none keeps them at rest");
        s.rule("motion needs prescribed = true", "motion",
               [](const B& b) { return b.motion.empty() || b.prescribed; });
        s.key(
            "contact_mass", &B::contact_mass,
            "what prescribed bodies count with in the reduced mass m* of a contact, and so in its "
            "dashpots: infinite, as a wall, so that what meets them rebounds with "
            "`pair.restitution`; or their own mass, for published models that say so");
        s.rule("contact_mass needs prescribed = true: free bodies have their own", "contact_mass",
               [](const B& b) { return b.contact_mass == ContactMass::kInfinite || b.prescribed; });
        s.rule("packing needs either count or solid_fraction", "count", [](const B& b) {
          return b.source != BodySource::kPacking ||
                 b.count.has_value() != b.solid_fraction.has_value();
        });
        s.rule("a line takes either count or spacing", "count",
               [](const B& b) { return b.source != BodySource::kLine || !(b.count && b.spacing); });
        s.rule("start and end of a line must differ", "end", [](const B& b) {
          return b.source != BodySource::kLine || norm2(b.end - b.start) > 0;
        });
        s.rule("every component of tile must be at least 1", "tile",
               [](const B& b) { return b.tile[0] >= 1 && b.tile[1] >= 1 && b.tile[2] >= 1; });
        s.rule("spheres from a lattice, packing or line need sizes", "sizes", [](const B& b) {
          return !is_generated(b.source) || b.sizes || b.shape != "sphere";
        });
        s.rule("name the material", "material",
               [](const B& b) { return !is_generated(b.source) || !b.material.empty(); });
        s.rule("only spheres can be read from a LAMMPS file; clumps come from a list or a table",
               "shape",
               [](const B& b) { return b.source != BodySource::kLammps || b.shape == "sphere"; });
        s.rule("only spheres can be taken alone from an earlier run; run.from takes clumps as well",
               "shape",
               [](const B& b) { return b.source != BodySource::kFrom || b.shape == "sphere"; });
      });
  return schema;
}

template <>
const Schema& schema_of<EmitterOptions>() {
  static const Schema schema = make_schema<EmitterOptions>(
      "emitter", "A source that pours bodies during the run.", [](auto& s) {
        using E = EmitterOptions;
        s.key("name", &E::name, "name, for messages and the series").a_name().required();
        s.table("region", &E::region, "where bodies appear").required();
        s.key("mass_rate", &E::mass_rate, "mass poured per time").unit("kg/s").above(0);
        s.key("number_rate", &E::number_rate, "bodies poured per time").unit("1/s").above(0);
        s.key("total_mass", &E::total_mass, "mass after which it stops")
            .unit("kg")
            .above(0)
            .automatic("no limit");
        s.key("total_number", &E::total_number, "number of bodies after which it stops")
            .at_least(1)
            .automatic("no limit");
        s.key("material", &E::material, "material").required();
        s.key("label", &E::label, "group the bodies belong to").a_label();
        s.key("shape", &E::shape, "\"sphere\" or the name of a clump");
        s.table("sizes", &E::sizes, "distribution of radii");
        s.key("orientation", &E::orientation, "of clumps: as drawn or random");
        s.key("velocity", &E::velocity, "velocity of new bodies")
            .unit("m/s")
            .at_most(kLargest)
            .in_plane();
        s.key("spin", &E::spin, "angular velocity of new bodies")
            .unit("rad/s")
            .at_most(kLargest)
            .spin();
        s.key("start", &E::start, "time at which it starts").unit("s").at_least(0);
        s.key("stop", &E::stop, "time at which it stops").unit("s").automatic("never");
        s.key("phases", &E::phases, "phases in which it pours").automatic("all");
        s.rule("give either mass_rate or number_rate", "",
               [](const E& e) { return e.mass_rate.has_value() != e.number_rate.has_value(); });
        s.rule("stop must be after start", "stop",
               [](const E& e) { return !e.stop || *e.stop > e.start; });
        s.rule("spheres need sizes", "sizes",
               [](const E& e) { return e.sizes || e.shape != "sphere"; });
      });
  return schema;
}

template <>
const Schema& schema_of<OutletOptions>() {
  static const Schema schema = make_schema<OutletOptions>(
      "outlet", "Bodies whose centre passes the face or enters the region are removed and counted.",
      [](auto& s) {
        using O = OutletOptions;
        s.key("name", &O::name, "name, for the series").a_name().required();
        s.key("face", &O::face, "face of the domain");
        s.table("region", &O::region, "region that swallows bodies");
        s.key("phases", &O::phases, "phases in which it is open").automatic("all");
        s.rule("give either face or region", "",
               [](const O& o) { return o.face.has_value() != o.region.has_value(); });
      });
  return schema;
}

}  // namespace scree
