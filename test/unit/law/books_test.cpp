/// Energy: what a contact takes from the bodies is what it stores and loses, channel by channel.
#include <cmath>

#include "unit/law/random_contact.h"

using namespace scree;

namespace {

constexpr Real kRounding = 1e-13;

Real spring(Real k, Vec3 xi) { return 0.5 * k * norm2(xi); }

}  // namespace

// Within a step the displacement goes from b = xi - dt v to xi, the stiffness from k_old to k, so
// the trapezoidal work of the spring is dt v . (k_old b + k xi)/2, whether it sticks or slides.
// What the force does beyond the spring is the dashpot's while it sticks, and sliding while it
// slides.
TEST_CASE("a tangential spring: work = stored + dashpot + sliding + released, exactly") {
  Random random{51, 0};
  int slid = 0;
  for (int step = 0; step < 2000; ++step) {
    const Vec3 n = random_direction(random);
    Vec3 v = random_vector(random, 0.1);
    v -= dot(v, n) * n;
    Vec3 s = random_vector(random, 1e-6);
    s -= dot(s, n) * n;
    ContactMemory<Real> memory{s, 1e-4, {0, 0, 0}, 0};
    const Real k = random.uniform(1e3, 1e5), k_old = random.uniform(1e3, 1e5), dt = 1e-6;
    const Real c = random.uniform(0, 1);
    const auto t = tangential_spring<Real>(memory, n, v, k, k_old, c, random.uniform(0, 0.1), dt);
    slid += t.sliding != 0;
    CHECK(t.sliding >= 0);
    CHECK((t.sliding == 0 || t.dashpot == 0));
    const Vec3 trial = s + 0.5 * dt * v, b = trial - dt * v, xi = memory.spring - 0.5 * dt * v;
    const Real work = 0.5 * dt * dot(k_old * b + k * xi, v) - dt * dot(t.force + k * xi, v);
    const Real booked = spring(k, xi) - spring(k_old, b) + t.sliding + t.dashpot + t.released;
    const Real scale = spring(k, trial) + spring(k_old, b) + spring(k, xi) + c * norm2(v) * dt;
    CHECK(std::fabs(work - booked) < kRounding * scale * 10);
    if (t.sliding == 0) CHECK(t.dashpot == doctest::Approx(c * norm2(v) * dt));
  }
  CHECK(slid > 200);
  CHECK(slid < 1900);
}

TEST_CASE("a twisting spring: trapezoidal work = stored + lost + released, exactly") {
  Random random{52, 0};
  for (int step = 0; step < 1000; ++step) {
    const ContactIn<Real> in = random_contact(random);
    const Real before = 1e-3 * random.normal(), k = random.uniform(1e-4, 1e-2),
               k_old = random.uniform(1e-4, 1e-2), c = random.uniform(0, 1e-7), dt = 1e-6;
    ContactMemory<Real> memory{{0, 0, 0}, 1e-4, {0, 0, 0}, before};
    const auto t = twisting_spring<Real>(memory, in, k, k_old, c, random.uniform(0, 1e-5), dt);
    const Real rate = dot(in.spin, in.n), half = 0.5 * dt * rate;
    const Real b = before - half, phi = memory.twist - half;
    const Real dashpot = -(dot(t.moment, in.n) + k * phi) * rate * dt;
    const Real work = 0.5 * dt * rate * (k_old * b + k * phi) + dashpot;
    const Real booked = 0.5 * k * phi * phi - 0.5 * k_old * b * b + t.loss + t.released;
    CHECK(std::fabs(work - booked) < 10 * kRounding * (k + k_old) * before * before);
  }
}

namespace {

/// A grain pressed on another by a smooth history from touch to parting, while it drifts, turns and
/// twists: sums work and losses over all of it.
ContactLoss<Real> press(const LawChoice& choice, int steps) {
  PairLaw law{};
  law.modulus = 1e7, law.shear = 2e6, law.stiffness = 2e4, law.tangential_ratio = 0.8;
  law.damping = 0.3, law.tangential_damping = 1, law.friction = 0.3;
  law.rolling_friction = 0.05, law.rolling_stiffness = 0.5, law.rolling_damping = 0.2;
  law.twisting_friction = 0.05, law.twisting_stiffness = 0.5, law.twisting_damping = 0.2;
  const Real length = 1e-3, depth = 2e-5, dt = 1.2 * length / steps;
  ContactMemory<Real> memory{{0, 0, 0}, 0, {0, 0, 0}, 0};
  PartialSlipMemory cells;
  ContactLoss<Real> total{};
  for (int k = 0; k <= steps; ++k) {
    const Real t = k * dt - 0.1 * length, phase = kPi * t / length;
    ContactIn<Real> in;
    in.overlap = depth * std::sin(phase) * std::fabs(std::sin(phase));
    in.n = {0, 0, 1};
    const Real closing = 2 * depth * kPi / length * std::fabs(std::sin(phase)) * std::cos(phase);
    in.v = {0.01 * std::sin(3 * phase), 0.005 * std::cos(2 * phase), closing};
    in.spin = {4 * std::cos(phase), 3 * std::sin(2 * phase), 5 * std::cos(3 * phase)};
    in.radius = 2e-3;
    in.mass = 3e-5;
    ContactOut<Real> out{};
    ContactLoss<Real> loss{};
    PartialSlipLanes<Real> slip{choice.has_partial_slip() ? &cells : nullptr};
    evaluate_contact<Real, true>(choice, law, in, dt, memory, out, loss, slip);
    for (int c = 0; c < kLossChannels; ++c) (&total.work)[c] += (&loss.work)[c];
  }
  return total;
}

Real lost(const ContactLoss<Real>& l) {
  return l.normal_dashpot + l.tangential_dashpot + l.sliding + l.rolling + l.released + l.adhesion;
}

}  // namespace

TEST_CASE("over a whole contact, from touch to parting, the bodies give what the channels book") {
  std::vector<LawChoice> choices = all_choices();
  choices.push_back({.tangential = TangentialLaw::kMindlinDeresiewicz});
  for (const LawChoice& choice : choices) {
    if (choice.adhesive()) continue;  // parts later than this history lasts
    CAPTURE(static_cast<int>(choice.normal));
    CAPTURE(static_cast<int>(choice.tangential));
    CAPTURE(static_cast<int>(choice.rolling));
    CAPTURE(static_cast<int>(choice.twisting));
    CAPTURE(choice.tension);
    const ContactLoss<Real> coarse = press(choice, 1000), fine = press(choice, 8000);
    const Real error = std::fabs(fine.work + lost(fine)) / lost(fine);
    CAPTURE(std::fabs(coarse.work + lost(coarse)) / lost(coarse));
    CHECK(lost(fine) > 0);
    CHECK(error < 1e-4);
    CHECK(fine.normal_dashpot > 0);
    if (choice.tangential != TangentialLaw::kNone) CHECK(fine.sliding > 0);
    if (choice.rolling != RollingLaw::kNone) CHECK(fine.rolling > 0);
  }
}
