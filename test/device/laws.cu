/// Every law on a GPU: the text in law/ compiled for the device, evaluated on many contacts there
/// and on the host. Without a CUDA compiler the same file is C++ that runs the kernel's function in
/// a loop, so that it cannot rot where no card is.
///
/// Built and run by test/tools/device_laws_test.sh.
#include <cmath>
#include <cstdio>
#include <vector>

#include "scree/law/bridge.h"
#include "scree/law/contact.h"
#include "scree/law/friction_set.h"
#include "scree/law/impulse.h"
#include "scree/law/kinematics.h"

namespace scree {
namespace {

constexpr int kSteps = 4, kContacts = 512;
constexpr int kNormals = 3, kTangentials = 5, kRollings = 3, kTwistings = 2;
constexpr int kChoices = kNormals * kTangentials * kRollings * kTwistings;
constexpr int kNumbers = 5;  // of one row

SCREE_CALL LawChoice choice_of(int c) {
  LawChoice choice;
  choice.normal = static_cast<NormalLaw>(c % kNormals);
  choice.tangential = static_cast<TangentialLaw>(c / kNormals % kTangentials);
  choice.rolling = static_cast<RollingLaw>(c / kNormals / kTangentials % kRollings);
  choice.twisting = static_cast<TwistingLaw>(c / kNormals / kTangentials / kRollings);
  choice.tension = c % 2 == 0;
  return choice;
}

/// Numbers that look like chance and are the same everywhere, within [0, 1).
SCREE_CALL Real chance(unsigned row, unsigned k) {
  unsigned x = row * 2654435761u + k * 40503u + 12345u;
  x ^= x >> 16, x *= 2246822519u, x ^= x >> 13, x *= 3266489917u, x ^= x >> 16;
  return x / 4294967296.0;
}

/// A contact that is pressed, slides, rolls, and in some rows opens again.
SCREE_CALL ContactIn<Real> contact(unsigned row, int step) {
  const Real polar = std::acos(2 * chance(row, 0) - 1), round = 2 * kPi * chance(row, 1);
  ContactIn<Real> in;
  in.n = {std::sin(polar) * std::cos(round), std::sin(polar) * std::sin(round), std::cos(polar)};
  in.overlap = 1e-5 * (chance(row, 2 + step) - 0.2);
  in.v = {chance(row, 7) - 0.5, chance(row, 8) - 0.5, chance(row, 9) - 0.5};
  in.spin = {chance(row, 10) - 0.5, chance(row, 11) - 0.5, chance(row, 12) - 0.5};
  in.radius = 1e-3 * (1 + chance(row, 13));
  in.mass = 1e-5 * (1 + chance(row, 14));
  return in;
}

SCREE_CALL PairLaw law_of_all() {
  return {5e6, 2e6, 2e3, 0.8, 0.3, 0.9, 0.5, 0.1, 1, 0.3, 0.05, 1, 0.3, 0.02};
}

/// Where two spheres, and a sphere and a wall, touch, and what is left of the impulses there.
SCREE_CALL Real geometry_of_row(unsigned row) {
  const auto vector = [row](unsigned k) {
    return Vec3{chance(row, k) - 0.5, chance(row, k + 1) - 0.5, chance(row, k + 2) - 0.5};
  };
  const MotionOf<Real> i{vector(20), vector(23), 1 + chance(row, 26)};
  const MotionOf<Real> j{vector(27), vector(30), 1 + chance(row, 33)};
  const Real r = 0.3 + 0.3 * chance(row, 34);
  const SpherePair<Real> pair = sphere_pair(vector(35), r, 0.4, i, j, true);
  const WallMotion<Real> wall{vector(38), vector(41), vector(44),
                              vector(47), vector(50), vector(53)};
  const SphereWall<Real> touch = sphere_wall(pair.in.n, -0.01, vector(56), r, i, wall);
  const Vec3 couple = into_couple_bounds(vector(59), pair.in.n, 0.2 * chance(row, 62), 0.1);
  const Vec3 friction = into_friction(vector(63), chance(row, 66)),
             cone = onto_cone(vector(63), 0.5);
  const auto sum = [](Vec3 v) { return v.x + 2 * v.y + 3 * v.z; };
  return pair.in.overlap + pair.in.radius + pair.in.mass + sum(pair.in.v) + sum(pair.in.spin) +
         pair.arm_j + sum(touch.in.v) + sum(touch.in.spin) + sum(touch.point) + sum(couple) +
         sum(friction) + sum(cone);
}

/// What all laws say of one row, in sums: forces, couples, losses; bridges and impulses; geometry.
SCREE_CALL void evaluate_row(unsigned row, Real* out) {
  const LawChoice choice = choice_of(static_cast<int>(row) / kContacts);
  const PairLaw law = law_of_all();
  const Real dt = 1e-6;
  ContactMemory<Real> memory{{0, 0, 0}, 0, {0, 0, 0}, 0};
  PartialSlipMemory slip_memory;
  PartialSlipLanes<Real> slip;
  if (choice.has_partial_slip()) slip.memory = &slip_memory;
  for (int k = 0; k < kNumbers; ++k) out[k] = 0;
  out[4] = geometry_of_row(row);
  for (int step = 0; step < kSteps; ++step) {
    const ContactIn<Real> in = contact(row, step);
    ContactOut<Real> f;
    ContactLoss<Real> loss;
    f.moment = {0, 0, 0};
    if (!evaluate_contact<Real, true>(choice, law, in, dt, memory, f, loss, slip)) slip_memory = {};
    out[0] += f.normal + f.elastic + f.tangential.x + f.tangential.y + f.tangential.z;
    out[1] += f.moment.x + f.moment.y + f.moment.z;
    out[2] += loss.work + loss.normal_dashpot + loss.tangential_dashpot + loss.sliding +
              loss.rolling + loss.released + loss.adhesion;
    const Real radius = bridge_radius(0.0, in.radius), volume = 1e-12, gap = -in.overlap;
    const ImpulseSpring spring = impulse_spring(choice.normal, law, in.radius, in.overlap);
    out[3] += bridge_force(0.4, radius, volume, gap) +
              1e3 * bridge_energy(0.4, radius, volume, gap) + willett_rupture(0.2, radius, volume) +
              facing_share(in.radius, 2e-3) + spring.overlap + spring.compliance +
              dashpot(choice.normal, law, in.mass, in.radius, scree::max(in.overlap, 0.0));
  }
}

std::vector<Real> on_host(unsigned rows) {
  std::vector<Real> out(rows * kNumbers);
  for (unsigned r = 0; r < rows; ++r) evaluate_row(r, &out[r * kNumbers]);
  return out;
}

#if defined(__CUDACC__)
__global__ void evaluate_rows(unsigned rows, Real* out) {
  const unsigned r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r < rows) evaluate_row(r, out + r * kNumbers);
}

std::vector<Real> on_device(unsigned rows) {
  std::vector<Real> out(rows * kNumbers);
  const std::size_t bytes = out.size() * sizeof(Real);
  Real* there = nullptr;
  cudaMalloc(&there, bytes);
  evaluate_rows<<<(rows + 127) / 128, 128>>>(rows, there);
  cudaMemcpy(out.data(), there, bytes, cudaMemcpyDeviceToHost);
  cudaFree(there);
  const cudaError_t error = cudaGetLastError();
  if (error == cudaSuccess) return out;
  std::fprintf(stderr, "%s\n", cudaGetErrorString(error));
  return {};
}
#else
std::vector<Real> on_device(unsigned rows) { return on_host(rows); }
#endif

/// The exit code: 0 if both say the same.
int compare() {
  const unsigned rows = kChoices * kContacts;
  const std::vector<Real> host = on_host(rows), device = on_device(rows);
  if (device.size() != host.size()) return 2;
  Real worst = 0, largest[kNumbers] = {};
  for (std::size_t k = 0; k < host.size(); ++k)
    largest[k % kNumbers] = std::fmax(largest[k % kNumbers], std::fabs(host[k]));
  int different = 0;
  for (std::size_t k = 0; k < host.size(); ++k) {
    const Real off = std::fabs(device[k] - host[k]) / largest[k % kNumbers];
    worst = std::fmax(worst, off);
    different += !(off <= 1e-12);  // counts what is not finite, too
  }
  std::printf(
      "%u contacts of %d choices of laws: largest difference %.2g of the largest value, %d beyond "
      "1e-12\n",
      rows, kChoices, worst, different);
  return different == 0 ? 0 : 1;
}

}  // namespace
}  // namespace scree

int main() { return scree::compare(); }
