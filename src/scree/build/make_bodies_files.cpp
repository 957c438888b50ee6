/// Bodies that are written down: in the case itself, in a table, in a LAMMPS data file.
#include <fmt/format.h>

#include "scree/base/error.h"
#include "scree/base/text.h"
#include "scree/build/make_bodies_sources.h"
#include "scree/io/lammps_data.h"
#include "scree/io/table_file.h"

namespace scree {

void bodies_from_list(BodyMaker& maker) {
  for (const ExplicitBody& body : maker.options.list) {
    const auto i =
        static_cast<std::size_t>(maker.add(body.x + maker.options.offset, body.radius.value_or(0)));
    BodyList& out = maker.out;
    out.v[i] += body.v;
    out.w[i] += body.w;
    if (norm2(body.rotation) > 0) out.q[i] = rotation(body.rotation);
    if (body.label) out.label[i] = out.label_row(*body.label);
    if (!body.material) continue;
    out.material[i] = material_index(maker.c, *body.material);
    out.density[i] =
        maker.c.materials[static_cast<std::size_t>(out.material[i])].density.value_or(0);
  }
}

namespace {

/// Copies what the maker holds along the axes, by `period`; the original comes first.
void tile(BodyMaker& maker, Vec3 period) {
  const BodyList one = maker.out;
  const auto& n = maker.options.tile;
  maker.expect_bodies(one.size() * (1.0 * n[0] * n[1] * n[2]),
                      fmt::format("{} bodies of the file times tile = [{}, {}, {}]: lower tile",
                                  one.size(), n[0], n[1], n[2]));
  for (int i = 0; i < n[0]; ++i)
    for (int j = 0; j < n[1]; ++j)
      for (int k = 0; k < n[2]; ++k) {
        if (i + j + k == 0) continue;
        BodyList copy = one;
        for (Vec3& x : copy.x) x += Vec3{i * period.x, j * period.y, k * period.z};
        maker.out.append(copy);
      }
}

constexpr const char* kColumns[] = {"x",  "y",  "z",  "radius",  "vx",       "vy",   "vz",
                                    "wx", "wy", "wz", "density", "material", "label"};

void check_columns(const TextTable& table) {
  const std::vector<std::string> known(std::begin(kColumns), std::end(kColumns));
  for (const std::string& name : table.names()) {
    if (std::find(known.begin(), known.end(), name) != known.end()) continue;
    const std::string near = nearest(name, known);
    throw CaseError(
        table.file(), 0,
        fmt::format("a table of bodies does not know column '{}'{}; it may have: {}", name,
                    near.empty() ? "" : ", did you mean '" + near + "'?", join(known)));
  }
}

/// Reads a vector from three columns, zero where a column is missing.
Vec3 vector_at(const TextTable& table, Index row, const std::array<int, 3>& columns) {
  Vec3 v{0, 0, 0};
  for (int k = 0; k < 3; ++k) {
    const int column = columns[static_cast<std::size_t>(k)];
    if (column >= 0) at(v, k) = table.number(row, column);
  }
  return v;
}

struct TableColumns {
  std::array<int, 3> x, v, w;
  int radius, density, material, label;

  TableColumns(const TextTable& t, const BodyMaker& maker)
      : x{t.need("x"), t.need("y"), maker.c.run.planar ? -1 : t.need("z")},
        v{t.column("vx"), t.column("vy"), maker.c.run.planar ? -1 : t.column("vz")},
        w{t.column("wx"), t.column("wy"), t.column("wz")},
        radius(t.column("radius")),
        density(t.column("density")),
        material(t.column("material")),
        label(t.column("label")) {
    if (maker.c.run.planar) w[0] = w[1] = -1;
    if (!maker.options.sizes && maker.options.shape == "sphere") radius = t.need("radius");
    if (maker.options.material.empty()) material = t.need("material");
  }
};

int material_at(const TextTable& table, Index row, int column, const Case& c) {
  const std::string name = table.text(row, column);
  std::vector<std::string> names;
  for (const Material& m : c.materials) {
    if (m.name == name) return static_cast<int>(names.size());
    names.push_back(m.name);
  }
  throw CaseError(table.file(), table.line(row),
                  fmt::format("there is no material \"{}\"; the case has: {}", name, join(names)));
}

std::string label_at(const TextTable& table, Index row, int column) {
  const std::string label = table.text(row, column);
  const std::string trouble = label.empty() ? "" : name_trouble(label);
  if (!trouble.empty())
    throw CaseError(table.file(), table.line(row), fmt::format("column 'label': {}", trouble));
  return label;
}

void add_row(BodyMaker& maker, const TextTable& table, const TableColumns& at, Index row) {
  auto positive = [&](int column, const char* what) {
    const Real value = table.number(row, column);
    if (value <= 0)
      throw CaseError(table.file(), table.line(row), fmt::format("{} must be above 0", what));
    return value;
  };
  const Real radius = at.radius >= 0 ? positive(at.radius, "radius") : 0;
  const Vec3 x = vector_at(table, row, at.x) + maker.options.offset;
  const auto i = static_cast<std::size_t>(maker.add(x, radius));
  BodyList& out = maker.out;
  out.v[i] += vector_at(table, row, at.v);
  out.w[i] += vector_at(table, row, at.w);
  if (at.label >= 0) out.label[i] = out.label_row(label_at(table, row, at.label));
  if (at.material >= 0) {
    out.material[i] = material_at(table, row, at.material, maker.c);
    out.density[i] =
        maker.c.materials[static_cast<std::size_t>(out.material[i])].density.value_or(0);
  }
  if (at.density >= 0) out.density[i] = positive(at.density, "density");
}

}  // namespace

void bodies_from_table(BodyMaker& maker) {
  const TextTable table = TextTable::read(maker.options.file);
  check_columns(table);
  const TableColumns columns(table, maker);
  for (Index row = 0; row < table.rows(); ++row) add_row(maker, table, columns, row);
  const auto& n = maker.options.tile;
  const Vec3 size = maker.c.domain.hi - maker.c.domain.lo;
  tile(maker, maker.options.period.value_or(Vec3{size.x / n[0], size.y / n[1], size.z / n[2]}));
}

void bodies_from_lammps(BodyMaker& maker) {
  const LammpsData data = read_lammps_data(maker.options.file);
  const BodiesOptions& options = maker.options;
  const bool per_type = !options.type_materials.empty();
  if (per_type && options.type_materials.size() < static_cast<std::size_t>(data.types))
    maker.refuse(fmt::format("type_materials names {} materials, {} has {} atom types",
                             options.type_materials.size(), options.file, data.types));
  if (!per_type && options.material.empty())
    maker.refuse("name a material for the atoms, or type_materials for each type");
  for (std::size_t k = 0; k < data.id.size(); ++k) {
    const auto i =
        static_cast<std::size_t>(maker.add(data.x[k] + options.offset, data.diameter[k] / 2));
    maker.out.v[i] += data.v[k];
    maker.out.w[i] += data.w[k];
    maker.out.density[i] = data.density[k];
    if (per_type)
      maker.out.material[i] = material_index(
          maker.c, options.type_materials[static_cast<std::size_t>(data.type[k]) - 1]);
    if (!maker.c.run.planar) continue;
    maker.out.x[i].z = maker.out.v[i].z = maker.out.w[i].x = maker.out.w[i].y = 0;
  }
  tile(maker, options.period.value_or(data.hi - data.lo));
}

}  // namespace scree
