#pragma once
/// Vectors, 3x3 matrices and unit quaternions over any number type.
#include "scree/base/number.h"

namespace scree {

template <class N>
struct Vec3T {
  N x, y, z;
};
using Vec3 = Vec3T<Real>;

template <class N>
SCREE_FN Vec3T<N> operator+(Vec3T<N> a, Vec3T<N> b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
template <class N>
SCREE_FN Vec3T<N> operator-(Vec3T<N> a, Vec3T<N> b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <class N>
SCREE_FN Vec3T<N> operator-(Vec3T<N> a) {
  return {-a.x, -a.y, -a.z};
}
template <class N>
SCREE_FN Vec3T<N> operator*(N s, Vec3T<N> a) {
  return {s * a.x, s * a.y, s * a.z};
}
template <class N>
SCREE_FN Vec3T<N> operator*(Vec3T<N> a, N s) {
  return s * a;
}
SCREE_FN Vec3 operator*(int s, Vec3 a) { return static_cast<Real>(s) * a; }
SCREE_FN Vec3 operator/(Vec3 a, Real s) { return {a.x / s, a.y / s, a.z / s}; }
template <class N>
SCREE_FN Vec3T<N>& operator+=(Vec3T<N>& a, Vec3T<N> b) {
  return a = a + b;
}
template <class N>
SCREE_FN Vec3T<N>& operator-=(Vec3T<N>& a, Vec3T<N> b) {
  return a = a - b;
}
SCREE_FN Vec3& operator*=(Vec3& a, Real s) { return a = s * a; }
SCREE_FN bool operator==(Vec3 a, Vec3 b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

template <class N>
SCREE_FN N dot(Vec3T<N> a, Vec3T<N> b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <class N>
SCREE_FN Vec3T<N> cross(Vec3T<N> a, Vec3T<N> b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
template <class N>
SCREE_FN N norm2(Vec3T<N> a) {
  return dot(a, a);
}
template <class N>
SCREE_FN N norm(Vec3T<N> a) {
  return sqrt(norm2(a));
}
SCREE_FN Vec3 normalized(Vec3 a) { return a / norm(a); }
template <class N>
SCREE_FN Vec3T<N> select(MaskFor<N> m, Vec3T<N> a, Vec3T<N> b) {
  return {select(m, a.x, b.x), select(m, a.y, b.y), select(m, a.z, b.z)};
}
/// Component access by axis number 0, 1, 2.
SCREE_FN Real& at(Vec3& a, int k) { return k == 0 ? a.x : k == 1 ? a.y : a.z; }
SCREE_FN Real at(const Vec3& a, int k) { return k == 0 ? a.x : k == 1 ? a.y : a.z; }

/// Row-major 3x3 matrix.
struct Mat3 {
  Vec3 row[3];
};
SCREE_FN Vec3 operator*(const Mat3& m, Vec3 a) {
  return {dot(m.row[0], a), dot(m.row[1], a), dot(m.row[2], a)};
}
SCREE_FN Mat3 operator+(const Mat3& a, const Mat3& b) {
  return {{a.row[0] + b.row[0], a.row[1] + b.row[1], a.row[2] + b.row[2]}};
}
SCREE_FN Mat3 outer(Vec3 a, Vec3 b) { return {{a.x * b, a.y * b, a.z * b}}; }

/// Unit quaternion, scalar first; rotates body to world.
template <class N>
struct QuatT {
  N w = N(1), x = N(0), y = N(0), z = N(0);
};
using Quat = QuatT<Real>;
SCREE_FN bool operator==(Quat a, Quat b) {
  return a.w == b.w && a.x == b.x && a.y == b.y && a.z == b.z;
}
SCREE_FN Quat operator*(Quat a, Quat b) {
  return {
      a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
      a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}
template <class N>
SCREE_FN QuatT<N> conj(QuatT<N> q) {
  return {q.w, -q.x, -q.y, -q.z};
}
template <class N>
SCREE_FN Vec3T<N> rotate(QuatT<N> q, Vec3T<N> a) {
  const Vec3T<N> u{q.x, q.y, q.z};
  const Vec3T<N> t = N(2) * cross(u, a);
  return a + q.w * t + cross(u, t);
}
template <class N>
SCREE_FN Vec3T<N> rotate_back(QuatT<N> q, Vec3T<N> a) {
  return rotate(conj(q), a);
}
/// The same rotation as a matrix.
inline Mat3 matrix_of(Quat q) {
  const Vec3 x = rotate(q, Vec3{1, 0, 0}), y = rotate(q, Vec3{0, 1, 0}),
             z = rotate(q, Vec3{0, 0, 1});
  return {{{x.x, y.x, z.x}, {x.y, y.y, z.y}, {x.z, y.z, z.z}}};
}
inline Quat normalized(Quat q) {
  const Real s = 1 / std::sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
  return {s * q.w, s * q.x, s * q.y, s * q.z};
}
/// Rotation by the vector `phi` (axis times angle [rad]).
inline Quat rotation(Vec3 phi) {
  const Real angle = norm(phi);
  const Real half = 0.5 * angle;
  // sin(a/2)/a -> 1/2 for small angles; the series keeps full precision there.
  const Real s = angle > 1e-8 ? std::sin(half) / angle : 0.5 - angle * angle / 48;
  return {std::cos(half), s * phi.x, s * phi.y, s * phi.z};
}

/// The shortest turn that takes z to a unit vector.
inline Quat turn_from_z(Vec3 axis) {
  if (axis.z < -1 + 1e-12) return {0, 1, 0, 0};
  return normalized(Quat{1 + axis.z, -axis.y, axis.x, 0});
}

/// One vector, or rotation, repeated in all lanes of N.
template <class N>
SCREE_FN Vec3T<N> in_lanes(Vec3 a) {
  return {N(a.x), N(a.y), N(a.z)};
}

template <class N>
SCREE_FN QuatT<N> in_lanes(Quat q) {
  return {N(q.w), N(q.x), N(q.y), N(q.z)};
}

}  // namespace scree
