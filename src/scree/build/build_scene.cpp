#include "scree/build/build_scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "scree/base/error.h"
#include "scree/base/text.h"
#include "scree/build/build_machine.h"
#include "scree/geometry/surface_shape.h"
#include "scree/io/mesh_file.h"
#include "scree/law/mixing.h"
#include "scree/law/normal.h"

namespace scree {
namespace {

PairInput pair_input(const Case& c, const PairOptions& p) {
  PairInput in;
  in.restitution = p.restitution > 0 ? p.restitution : 1;  // 0: impacts only, no dashpot
  in.friction = p.friction;
  in.stiffness = p.stiffness.value_or(0);
  in.tangential_ratio = p.tangential_stiffness_ratio;
  in.tangential_damping = c.law.tangential_damping;
  in.surface_energy = p.surface_energy;
  in.rolling_friction = p.rolling_friction;
  in.rolling_stiffness = p.rolling_stiffness_ratio;
  in.rolling_damping = p.rolling_damping;
  in.twisting_friction = p.twisting_friction;
  in.twisting_stiffness = p.twisting_stiffness_ratio;
  in.twisting_damping = p.twisting_damping;
  return in;
}

/// Pairs that the case does not mention cannot meet (the reader has seen to that); they get the
/// law of nothing, which would be noticed.
LawTable build_laws(const Case& c) {
  LawTable table;
  const bool exact = c.run.method == Method::kDae,
             rigid_contacts = c.run.method == Method::kNonsmooth;
  table.choice = {c.law.normal, c.law.tangential, c.law.rolling, c.law.twisting, c.law.tension};
  if (exact || rigid_contacts) table.choice.tangential = TangentialLaw::kNone;
  table.materials = static_cast<Index>(c.materials.size());
  const auto elastic = [&](int m) {
    return Elastic{c.materials[m].young.value_or(std::numeric_limits<Real>::infinity()),
                   c.materials[m].poisson.value_or(0)};
  };
  const bool coheres = std::any_of(c.pairs.begin(), c.pairs.end(),
                                   [](const PairOptions& p) { return p.pull_off > 0; });
  for (int a = 0; a < table.materials; ++a) table.young.push_back(elastic(a).young);
  for (int a = 0; a < table.materials; ++a)
    for (int b = 0; b < table.materials; ++b) {
      const PairOptions* p = find_pair(c, a, b);
      const Elastic ea = elastic(a), eb = elastic(b);
      const bool rigid = !std::isfinite(ea.young) && !std::isfinite(eb.young);
      const bool usable = p && (rigid_contacts || !rigid || c.law.normal == NormalLaw::kLinear);
      if (rigid_contacts) table.restitution.push_back(p ? p->restitution : 0);
      if (rigid_contacts && coheres) {
        table.pull_off.push_back(p ? p->pull_off : 0);
        table.pull_range.push_back(p ? p->pull_off_range : 0);
      }
      if (exact) table.static_friction.push_back(p ? p->static_friction.value_or(p->friction) : 0);
      table.pairs.push_back(usable ? mix(table.choice, ea, eb, pair_input(c, *p)) : PairLaw{});
    }
  return table;
}

/// Empty in a dry case.
std::vector<BridgeLaw> build_bridges(const Case& c) {
  if (!c.liquid || !(c.liquid->surface_tension > 0)) return {};
  const LiquidOptions& l = *c.liquid;
  std::vector<BridgeLaw> table;
  const int materials = static_cast<int>(c.materials.size());
  for (int a = 0; a < materials; ++a)
    for (int b = 0; b < materials; ++b) {
      const PairOptions* p = find_pair(c, a, b);
      BridgeLaw law;
      law.angle = p ? p->contact_angle.value_or(l.contact_angle) : 0;
      law.pull = p && p->bridges ? 2 * kPi * l.surface_tension * std::cos(law.angle) : 0;
      law.radius = 0.5 * l.reference_diameter.value_or(0);
      law.volume = l.volume.value_or(0);
      law.rupture = l.rupture_distance.value_or(0);
      law.share = l.film_share.value_or(0);
      table.push_back(law);
    }
  return table;
}

/// Bridges of films may grow beyond the first ones, as liquid gathers on some grains; their rupture
/// distance counts up to this many times the volume of a first bridge.
constexpr Real kMostGrowth = 8;

/// The farthest that any bridge may stretch [m].
Real bridge_reach(const Case& c, const Scene& scene, Real smallest_radius, Real largest_radius) {
  Real reach = 0;
  for (const BridgeLaw& law : scene.law.bridges) {
    if (!(law.pull > 0)) continue;
    Real volume = law.volume;
    if (!(volume > 0)) {
      const Real share = law.share > 0 ? law.share : facing_share(1, 1);
      volume = kMostGrowth * 2 * share * film_volume(*c.liquid, largest_radius);
    }
    const Real radius = law.radius > 0 ? law.radius : smallest_radius;  // the smaller, the farther
    reach = std::max(reach, rupture_distance(law, radius, volume));
  }
  return reach;
}

std::vector<Surface> caps_of(const WallOptions& w, Vec3 axis, Real r_to) {
  std::vector<Surface> out;
  const Real sign = w.side == Side::kInside ? 1 : -1;
  if (w.caps == Caps::kFrom || w.caps == Caps::kBoth)
    out.push_back(Disc{w.from, sign * axis, w.radius});
  if (w.caps == Caps::kTo || w.caps == Caps::kBoth) out.push_back(Disc{w.to, -sign * axis, r_to});
  return out;
}

/// A cylinder that spans the domain along a periodic axis has no ends.
bool spans_period(const Case& c, const WallOptions& w) {
  const Vec3 along = w.to - w.from;
  for (int k = 0; k < 3; ++k)
    if (c.domain.periodic[k] && std::fabs(at(along, k)) == norm(along))
      return norm(along) >= (1 - 1e-9) * (at(c.domain.hi, k) - at(c.domain.lo, k));
  return false;
}

std::vector<Surface> smooth_surfaces(const Case& c, const WallOptions& w) {
  if (w.shape == WallShape::kPlane) return {Plane{w.point, normalized(w.normal)}};
  if (w.shape == WallShape::kBox) {
    const Vec3 centre = 0.5 * (w.lo + w.hi), half = 0.5 * (w.hi - w.lo);
    if (w.side == Side::kOutside) return {Box{centre, half}};
    std::vector<Surface> faces;
    const auto planes = inner_planes(Box{centre, half});
    for (int f = 0; f < 6; ++f)
      if (std::find(w.open.begin(), w.open.end(), static_cast<Face>(f)) == w.open.end())
        faces.push_back(planes[f]);
    return faces;
  }
  const Vec3 along = w.to - w.from;
  const bool endless = w.shape == WallShape::kCylinder && spans_period(c, w);
  const Real length = norm(along), r_to = w.shape == WallShape::kCone ? w.radius_to : w.radius;
  const Vec3 axis = along / length;
  std::vector<Surface> out{Cone{w.from, axis,
                                endless ? std::numeric_limits<Real>::infinity() : length, w.radius,
                                r_to, w.side == Side::kInside}};
  for (const Surface& s : caps_of(w, axis, r_to)) out.push_back(s);
  return out;
}

/// Vertices of single-precision files agree to about 1e-7 of the size of the mesh.
Real default_weld_tolerance(const TriangleMesh& mesh) {
  const Aabb box = bounds(mesh);
  return 1e-6 * norm(box.hi - box.lo);
}

std::string place(Vec3 x) { return fmt::format("[{:.4g}, {:.4g}, {:.4g}]", x.x, x.y, x.z); }

bool meets(const Aabb& box, const DomainOptions& d) {
  for (int k = 0; k < 3; ++k)
    if (at(box.hi, k) < at(d.lo, k) || at(box.lo, k) > at(d.hi, k)) return false;
  return true;
}

/// Would a thousandth of the mesh suit the domain, and the mesh itself is far too large?
bool is_in_millimetres(const Aabb& box, const WallOptions& w, const DomainOptions& d) {
  constexpr Real kFarTooLarge = 20;
  const Real size = norm(box.hi - box.lo), domain = norm(d.hi - d.lo);
  Aabb small;
  small.include(1e-3 * (box.lo - w.offset) + w.offset);
  small.include(1e-3 * (box.hi - w.offset) + w.offset);
  return size > kFarTooLarge * domain && 1e-3 * size > 1e-2 * domain && 1e-3 * size < 3 * domain &&
         meets(small, d);
}

/// Where the mesh stands; a mesh outside the domain that nothing moves is an error.
std::string extents_of(const Case& c, const WallOptions& w, const TriangleMesh& mesh) {
  const Aabb box = bounds(mesh);
  const char* unit = c.run.dimensionless ? "" : " m";
  const std::string hint =
      is_in_millimetres(box, w, c.domain)
          ? fmt::format(". In millimetres? Then set scale = {}", plain(1e-3 * w.scale))
          : "";
  const std::string extents = fmt::format("from {} to {}{}", place(box.lo), place(box.hi), unit);
  if (!meets(box, c.domain) && w.motion.empty() && !w.mass)
    throw CaseError(
        w.origin.file, w.origin.line,
        fmt::format("wall.{}: mesh {} lies outside the domain, {}; the domain is from "
                    "{} to {}{}. Move, turn or scale it{}",
                    w.name, w.file, extents, place(c.domain.lo), place(c.domain.hi), unit, hint));
  return extents + hint;
}

/// A mesh, its parts becoming surfaces of their own where their materials differ.
std::vector<WallSurface> mesh_surfaces(const Case& c, const WallOptions& w, SceneNotes& notes) {
  TriangleMesh mesh = read_mesh(w.file);
  const Quat turn = rotation(w.rotation);
  for (Vec3& v : mesh.vertices) v = rotate(turn, w.scale * v) + w.offset;
  const Real weld = w.weld_tolerance.value_or(default_weld_tolerance(mesh));
  const MeshReport report = repair(mesh, weld);
  if (mesh.triangles.empty())
    throw CaseError(w.origin.file, w.origin.line,
                    fmt::format("mesh {} of wall \"{}\" has no usable triangle", w.file, w.name));
  notes.meshes.push_back(fmt::format("wall \"{}\", mesh {}: {}, {}", w.name, w.file, report.text(),
                                     extents_of(c, w, mesh)));
  std::vector<int> material(std::max<std::size_t>(1, mesh.part_names.size()),
                            material_index(c, w.material));
  for (const MeshPart& part : w.parts) {
    const auto found = std::find(mesh.part_names.begin(), mesh.part_names.end(), part.name);
    if (found == mesh.part_names.end())
      throw CaseError(w.origin.file, w.origin.line,
                      fmt::format("mesh {} has no part \"{}\"; its parts are: {}", w.file,
                                  part.name, fmt::join(mesh.part_names, ", ")));
    material[found - mesh.part_names.begin()] = material_index(c, part.material);
  }
  std::vector<int> kinds(material);
  std::sort(kinds.begin(), kinds.end());
  kinds.erase(std::unique(kinds.begin(), kinds.end()), kinds.end());
  std::vector<WallSurface> out;
  for (const int kind : kinds) {
    auto surface = std::make_shared<MeshSurface>();
    surface->mesh.vertices = mesh.vertices;
    for (std::size_t t = 0; t < mesh.triangles.size(); ++t)
      if (material[mesh.part[t]] == kind) {
        surface->mesh.triangles.push_back(mesh.triangles[t]);
        surface->mesh.part.push_back(mesh.part[t]);
      }
    surface->mesh.part_names = mesh.part_names;
    if (surface->mesh.triangles.empty()) continue;
    surface->tree = TriangleTree(surface->mesh);
    out.push_back({Surface{}, surface, static_cast<Index>(kind)});
  }
  return out;
}

/// No point of the wall that a grain can reach is farther from the wall's origin than this.
Real lever_of(const Domain& d, const Wall& wall) {
  Real far2 = 0;
  for (int corner = 0; corner < 8; ++corner)
    far2 = std::max(far2, norm2(Vec3{corner & 1 ? d.hi.x : d.lo.x, corner & 2 ? d.hi.y : d.lo.y,
                                     corner & 4 ? d.hi.z : d.lo.z}));
  for (const WallSurface& s : wall.surfaces)
    if (s.mesh)
      for (const Vec3& v : s.mesh->mesh.vertices) far2 = std::max(far2, norm2(v));
  return std::sqrt(far2);
}

}  // namespace

Domain build_domain(const Case& c) { return {c.domain.lo, c.domain.hi, Cell(c.domain.periods())}; }

Scene build_scene(const Case& c, SceneNotes& notes) {
  Scene scene;
  scene.domain = build_domain(c);
  scene.method = c.run.method;
  scene.planar = c.run.planar;
  scene.thickness = c.run.thickness;
  scene.overlap_limit = c.run.overlap_limit;
  scene.audit = c.run.audit;
  scene.reduction = c.reduction.has_value();
  scene.machine = machine_of(c);
  if (scene.machine.empty()) scene.joints.resize(c.joints.size());  // start_joints() fills them
  scene.law = build_laws(c);
  scene.law.bridges = build_bridges(c);
  for (const Material& m : c.materials) scene.materials.push_back(m.name);
  scene.labels = {""};
  Index parts = 0;
  for (const WallOptions& w : c.walls) {
    Wall wall;
    wall.name = w.name;
    if (w.shape == WallShape::kMesh) {
      wall.surfaces = mesh_surfaces(c, w, notes);
    } else {
      for (const Surface& s : smooth_surfaces(c, w))
        wall.surfaces.push_back({s, nullptr, static_cast<Index>(material_index(c, w.material))});
    }
    wall.lever = lever_of(scene.domain, wall);
    wall.touches_parts = w.touches == Touches::kAll;
    if (w.mass) {
      make_part(c, w, wall);
      wall.part->body = parts++;
    }
    scene.walls.push_back(std::move(wall));
  }
  check_part_pairs(c, scene);
  return scene;
}

Real film_volume(const LiquidOptions& liquid, Real radius) {
  if (liquid.film) return *liquid.film;
  return liquid.content.value_or(0) * 4 * kPi / 3 * radius * radius * radius;
}

void size_lists(const Case& c, const Scene& scene, Real smallest_radius, Real largest_radius,
                Real mean_radius, ListMemory& lists) {
  lists.reach = bridge_reach(c, scene, smallest_radius, largest_radius);
  if (scene.law.choice.adhesive())
    for (const PairLaw& law : scene.law.pairs)
      if (law.modulus > 0)
        lists.reach = std::max(lists.reach, -jkr_parting_overlap(law, largest_radius));
  // A tenth of a mean diameter: rebuilt a few times per thousand steps in a dense bed.
  lists.skin = c.run.skin.value_or(std::min(0.3 * mean_radius, smallest_radius));
  constexpr Real kMostSkin = 10;  // largest radii; lists grow with its third power
  if (lists.skin > kMostSkin * largest_radius)
    throw CaseError(c.file, 0,
                    fmt::format("run.skin: {} m is more than {} times the largest radius, {:.4g} "
                                "m: everything would be a neighbour of everything. Leave it out, "
                                "or give a fraction of a radius",
                                plain(lists.skin), kMostSkin, largest_radius));
  lists.inner_skin = 0.1 * lists.skin;
  const Real needed = 2 * (2 * largest_radius + lists.reach + lists.skin);
  for (int k = 0; k < 3; ++k)
    if (c.domain.periodic[k] && at(scene.domain.cell.period, k) < needed)
      throw CaseError(
          c.file, 0,
          fmt::format("domain: the periodic length {:.4g} along {} is less than twice the "
                      "largest diameter plus skin ({:.4g}): a grain would touch itself "
                      "through the boundary. Make the domain longer.",
                      at(scene.domain.cell.period, k), "xyz"[k], needed));
}

std::uint16_t label_row(Scene& scene, const std::string& label) {
  const auto found = std::find(scene.labels.begin(), scene.labels.end(), label);
  if (found != scene.labels.end()) return static_cast<std::uint16_t>(found - scene.labels.begin());
  scene.labels.push_back(label);
  return static_cast<std::uint16_t>(scene.labels.size() - 1);
}

}  // namespace scree
