#include "scree/io/lammps_dump.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <string>

#include "scree/base/error.h"

namespace scree {
namespace {

using Text = std::back_insert_iterator<std::string>;

/// "name" for one component; x, y, z after LAMMPS's stem where it has one; name[k] otherwise.
std::string labels(const Column& c) {
  std::string name = c.name;
  std::replace(name.begin(), name.end(), ' ', '_');
  if (c.components == 1) return " " + name;
  if (c.components == 3 && name == "velocity") return " vx vy vz";
  if (c.components == 3 && name == "spin") return " omegax omegay omegaz";
  if (c.components == 3 && name == "force") return " fx fy fz";
  std::string out;
  for (int k = 1; k <= c.components; ++k) out += fmt::format(" {}[{}]", name, k);
  return out;
}

/// LAMMPS reads a time only before the step it belongs to.
std::string header(std::int64_t step, const BodyFrame& frame, Vec3 lo, Vec3 hi) {
  std::string out =
      fmt::format("ITEM: TIME\n{}\nITEM: TIMESTEP\n{}\nITEM: NUMBER OF ATOMS\n{}\nITEM: BOX BOUNDS",
                  frame.time, step, frame.x.size());
  for (const bool p : frame.periodic) out += p ? " pp" : " ff";
  for (int k = 0; k < 3; ++k) out += fmt::format("\n{} {}", at(lo, k), at(hi, k));
  return out + "\n";
}

/// The domain, or the bodies' bounds when there is none; never flat, since readers divide by it.
void box(const BodyFrame& frame, Vec3& lo, Vec3& hi) {
  lo = frame.lo, hi = frame.hi;
  Real thickest = 0;
  for (const Real r : frame.radius) thickest = std::max(thickest, r);
  for (int k = 0; k < 3; ++k) {
    if (at(lo, k) < at(hi, k)) continue;
    for (std::size_t i = 0; i < frame.x.size(); ++i) {
      at(lo, k) = std::min(i ? at(lo, k) : at(frame.x[0], k), at(frame.x[i], k));
      at(hi, k) = std::max(i ? at(hi, k) : at(frame.x[0], k), at(frame.x[i], k));
    }
    at(lo, k) -= thickest, at(hi, k) += thickest;
    if (!(at(lo, k) < at(hi, k))) at(lo, k) -= 0.5, at(hi, k) += 0.5;
  }
}

void append_value(std::string& out, const Column& c, Real value) {
  if (c.integer)
    fmt::format_to(Text(out), " {}", static_cast<std::int64_t>(value));
  else
    fmt::format_to(Text(out), " {:.9g}", value);
}

}  // namespace

LammpsDump LammpsDump::create(const std::filesystem::path& path) {
  return LammpsDump(AppendFile::create(path));
}

LammpsDump LammpsDump::resume(const std::filesystem::path& path, std::uint64_t offset) {
  return LammpsDump(AppendFile::resume(path, offset));
}

void LammpsDump::append(std::int64_t step, const BodyFrame& frame) {
  SCREE_EXPECT(frame.radius.size() == frame.x.size());
  Vec3 lo, hi;
  box(frame, lo, hi);
  const Column* id = find_column(frame.columns, "id");
  const Column* material = find_column(frame.columns, "material");
  std::vector<const Column*> others;
  for (const Column& c : frame.columns) {
    SCREE_EXPECT(c.data.size() == frame.x.size() * static_cast<std::size_t>(c.components));
    if (&c != id && &c != material) others.push_back(&c);
  }
  std::string out = header(step, frame, lo, hi) + "ITEM: ATOMS id type x y z radius";
  for (const Column* c : others) out += labels(*c);
  for (std::size_t i = 0; i < frame.x.size(); ++i) {
    const Vec3 x = frame.x[i];
    const auto number = id ? static_cast<std::int64_t>(id->data[i]) : static_cast<int64_t>(i + 1);
    const auto type = material ? static_cast<std::int64_t>(material->data[i]) + 1 : 1;
    fmt::format_to(Text(out), "\n{} {} {} {} {} {}", number, type, x.x, x.y, x.z, frame.radius[i]);
    for (const Column* c : others)
      for (int k = 0; k < c->components; ++k)
        append_value(
            out, *c,
            c->data[i * static_cast<std::size_t>(c->components) + static_cast<std::size_t>(k)]);
  }
  file_.append(out + "\n");
}

}  // namespace scree
