#pragma once
/// Vectors, 3x3 matrices and unit quaternions over any number type.
#include "scree/base/pack.h"

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
struct Quat {
  Real w = 1, x = 0, y = 0, z = 0;
};
SCREE_FN Quat operator*(Quat a, Quat b) {
  return {
      a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
      a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}
SCREE_FN Quat conj(Quat q) { return {q.w, -q.x, -q.y, -q.z}; }
SCREE_FN Vec3 rotate(Quat q, Vec3 a) {
  const Vec3 u{q.x, q.y, q.z};
  const Vec3 t = 2.0 * cross(u, a);
  return a + q.w * t + cross(u, t);
}
SCREE_FN Vec3 rotate_back(Quat q, Vec3 a) { return rotate(conj(q), a); }
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

}  // namespace scree
