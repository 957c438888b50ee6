#pragma once
/// How each record of State looks in a checkpoint: rows of columns of one kind of number, or, for
/// records of several kinds, rows of named members.
#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <type_traits>
#include <vector>

#include "scree/base/error.h"
#include "scree/state/state.h"

namespace scree {

enum class Scalar { kFloat64, kInt64, kUint64, kInt32, kUint16 };

constexpr std::size_t size_of(Scalar kind) {
  return kind == Scalar::kUint16 ? 2 : kind == Scalar::kInt32 ? 4 : 8;
}

/// A member of a record of several kinds of numbers.
struct RecordMember {
  const char* name;
  std::size_t offset;
  Scalar kind;
  std::size_t count;
};

/// Layout<T>: `kind` and the `names` of the columns; or `members`.
template <class T>
struct Layout;

template <Scalar k>
struct ColumnLayout {
  static constexpr Scalar kind = k;
  static constexpr const char* names = "";
};
template <>
struct Layout<Real> : ColumnLayout<Scalar::kFloat64> {};
template <>
struct Layout<std::int64_t> : ColumnLayout<Scalar::kInt64> {};
template <>
struct Layout<std::int32_t> : ColumnLayout<Scalar::kInt32> {};
template <>
struct Layout<std::uint16_t> : ColumnLayout<Scalar::kUint16> {};
template <>
struct Layout<std::array<std::int32_t, 3>> : ColumnLayout<Scalar::kInt32> {
  static constexpr const char* names = "x y z";
};
template <>
struct Layout<Vec3> : ColumnLayout<Scalar::kFloat64> {
  static constexpr const char* names = "x y z";
};
template <>
struct Layout<Quat> : ColumnLayout<Scalar::kFloat64> {
  static constexpr const char* names = "w x y z";
};

/// What a field of a record is called in the columns of a checkpoint: name, name_x, name_0_x.
template <class T>
std::string field_columns(const std::string& name) {
  static_assert(std::is_same_v<std::remove_all_extents_t<T>, Real> ||
                std::is_same_v<std::remove_all_extents_t<T>, Vec3>);
  std::string out;
  if constexpr (std::is_array_v<T>) {
    for (std::size_t k = 0; k < std::extent_v<T>; ++k)
      out +=
          (k ? " " : "") + field_columns<std::remove_extent_t<T>>(name + "_" + std::to_string(k));
  } else if constexpr (std::is_same_v<T, Vec3>) {
    for (const char* axis : {"_x", " _y", " _z"})
      out += axis[0] == ' ' ? " " + name + (axis + 1) : name + axis;
  } else {
    out = name;
  }
  return out;
}
/// One unit for every column of a field, separated by commas; 1 where there is none.
inline std::string column_units(std::size_t columns, const std::string& unit) {
  std::string out;
  for (std::size_t k = 0; k < columns; ++k) out += (k ? ", " : "") + (unit.empty() ? "1" : unit);
  return out;
}
/// Records of real numbers say themselves what their columns are.
template <Described T>
struct Layout<T> : ColumnLayout<Scalar::kFloat64> {
  static inline const std::string names = [] {
    std::string all;
    std::size_t bytes = 0;
    for_each_field_of<T>([&]<class V>(const RecordField<T, V>& field) {
      all += (all.empty() ? "" : " ") + field_columns<V>(field.name);
      bytes += sizeof(V);
    });
    SCREE_EXPECT(bytes == sizeof(T));  // a field is missing in fields()
    return all;
  }();
  static inline const std::string units = [] {
    std::string all;
    for_each_field_of<T>([&]<class V>(const RecordField<T, V>& field) {
      all += (all.empty() ? "" : ", ") +
             column_units(sizeof(V) / size_of(Scalar::kFloat64), field.unit);
    });
    return all;
  }();
};
template <>
struct Layout<Tether> : ColumnLayout<Scalar::kFloat64> {
  static constexpr const char* names = "x y z room";
};
template <>
struct Layout<Random> : ColumnLayout<Scalar::kUint64> {
  static constexpr const char* names = "seed count";
};

#define SCREE_MEMBER(Type, name, kind) \
  RecordMember { #name, offsetof(Type, name), kind, sizeof(Type::name) / size_of(kind) }
#define SCREE_REALS(Type, name) SCREE_MEMBER(Type, name, Scalar::kFloat64)

template <>
struct Layout<WallState> {
  static constexpr RecordMember members[] = {
      SCREE_REALS(WallState, x),        SCREE_REALS(WallState, q),
      SCREE_REALS(WallState, v),        SCREE_REALS(WallState, w),
      SCREE_REALS(WallState, belt_v),   SCREE_REALS(WallState, belt_w),
      SCREE_REALS(WallState, belt_x),   SCREE_REALS(WallState, force),
      SCREE_REALS(WallState, torque),   SCREE_REALS(WallState, power),
      SCREE_REALS(WallState, work),     SCREE_REALS(WallState, listed_x),
      SCREE_REALS(WallState, listed_q), SCREE_MEMBER(WallState, present, Scalar::kInt64)};
};
template <>
struct Layout<GroupState> : ColumnLayout<Scalar::kFloat64> {
  static constexpr const char* names = "force_x force_y force_z power work";
};
template <>
struct Layout<JointState> : ColumnLayout<Scalar::kFloat64> {
  static constexpr const char* names =
      "at, to_at, frame, to_frame, length, energy, coordinate, rate, impulse of 8 rows, force, "
      "torque, "
      "motor, error";
};
template <>
struct Layout<PointContact> {
  static constexpr RecordMember members[] = {
      SCREE_MEMBER(PointContact, part, Scalar::kInt64),
      SCREE_MEMBER(PointContact, wall, Scalar::kInt64),
      SCREE_MEMBER(PointContact, part_surface, Scalar::kInt64),
      SCREE_MEMBER(PointContact, surface, Scalar::kInt64),
      SCREE_MEMBER(PointContact, feature, Scalar::kInt64),
      SCREE_REALS(PointContact, point),
      SCREE_REALS(PointContact, normal),
      SCREE_REALS(PointContact, gap),
      SCREE_REALS(PointContact, p_n),
      SCREE_REALS(PointContact, p_t)};
};
/// By the names of its columns, in the order of its members.
template <>
struct Layout<Ledger> : ColumnLayout<Scalar::kFloat64> {
  static inline const std::string names = [] {
    const Ledger ledger{};
    const auto place = [&](const LedgerChannel& c) { return &(ledger.*(c.value)); };
    auto channels = ledger_channels();
    std::sort(channels.begin(), channels.end(),
              [&](const auto& a, const auto& b) { return place(a) < place(b); });
    std::string all;
    for (const LedgerChannel& c : channels) all += (all.empty() ? "" : " ") + std::string(c.column);
    return all;
  }();
};
template <>
struct Layout<FrictionBooks> {
  static constexpr RecordMember members[] = {
      SCREE_MEMBER(FrictionBooks, iterations, Scalar::kInt64),
      SCREE_MEMBER(FrictionBooks, rounds, Scalar::kInt64),
      SCREE_MEMBER(FrictionBooks, unconverged, Scalar::kInt64),
      SCREE_MEMBER(FrictionBooks, factored_at, Scalar::kInt64),
      SCREE_REALS(FrictionBooks, kept_energy),
      SCREE_REALS(FrictionBooks, last_event)};
};
template <>
struct Layout<ContactBooks> {
  static constexpr RecordMember members[] = {
      SCREE_MEMBER(ContactBooks, iterations, Scalar::kInt64),
      SCREE_MEMBER(ContactBooks, impact_stages, Scalar::kInt64),
      SCREE_MEMBER(ContactBooks, impact_iterations, Scalar::kInt64),
      SCREE_MEMBER(ContactBooks, unconverged, Scalar::kInt64),
      SCREE_REALS(ContactBooks, residual),
      SCREE_MEMBER(ContactBooks, early_impacts, Scalar::kInt64),
      SCREE_REALS(ContactBooks, earliest_impact)};
};
#undef SCREE_REALS
#undef SCREE_MEMBER

template <class T>
constexpr bool has_members = requires {
  Layout<T>::members;
};

/// Bytes the members cover: all of the record, or a new member is missing from its list.
template <class T>
constexpr std::size_t covered_bytes() {
  std::size_t sum = 0;
  for (const RecordMember& m : Layout<T>::members) sum += m.count * size_of(m.kind);
  return sum;
}

}  // namespace scree
