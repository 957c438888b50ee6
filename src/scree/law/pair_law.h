#pragma once
/// What two touching materials do to each other: the choice of laws for a case, the numbers of a
/// pair of materials, and the small records that go in and out of a contact evaluation.
#include "scree/base/vec3.h"

namespace scree {

enum class NormalLaw { kHertz, kLinear, kJkr };
enum class TangentialLaw {
  kNone,
  kMindlin,             // stiffness follows the overlap, spring kept
  kMindlinRescaled,     // spring shrinks with the contact: energy well defined
  kMindlinDeresiewicz,  // partial slip
  kCundallStrack        // linear spring truncated on sliding
};
enum class RollingLaw { kNone, kSpring, kConstant };
enum class TwistingLaw { kNone, kSpring };

/// The laws every contact of a scene obeys.
struct LawChoice {
  NormalLaw normal = NormalLaw::kHertz;
  TangentialLaw tangential = TangentialLaw::kMindlin;
  RollingLaw rolling = RollingLaw::kNone;
  TwistingLaw twisting = TwistingLaw::kNone;
  bool tension = true;  // may the dashpot pull at the end of a contact?

  SCREE_FN bool has_moment() const {
    return rolling != RollingLaw::kNone || twisting != TwistingLaw::kNone;
  }
  SCREE_FN bool has_partial_slip() const {
    return tangential == TangentialLaw::kMindlinDeresiewicz;
  }
  SCREE_FN bool adhesive() const { return normal == NormalLaw::kJkr; }
};

/// Numbers of one pair of materials, derived once by mixing.h; the same for grain-grain and
/// grain-wall pairs. N is a double, or eight lanes when contacts of several pairs are mixed.
template <class N>
struct PairLawT {
  N modulus;             // E*, 1/E* = (1-nu1^2)/E1 + (1-nu2^2)/E2 [Pa]
  N shear;               // G*, 1/G* = (2-nu1)/G1 + (2-nu2)/G2 [Pa]
  N stiffness;           // k_n of the linear law [N/m]
  N tangential_ratio;    // k_t/k_n of the linear law [-]
  N damping;             // beta: dashpot = beta sqrt(m k), see restitution.h [-]
  N tangential_damping;  // tangential over normal dashpot coefficient [-]
  N friction;            // mu [-]
  N rolling_friction;    // largest rolling force over normal force [-]
  N rolling_stiffness;   // rolling over tangential stiffness [-]
  N rolling_damping;     // rolling dashpot, fraction of critical [-]
  N twisting_friction;   // largest twisting moment over R* times normal force [-]
  N twisting_stiffness;  // twisting stiffness over R*^2 times tangential stiffness [-]
  N twisting_damping;    // twisting dashpot, fraction of critical [-]
  N surface_energy;      // gamma of JKR, half the work of adhesion [J/m^2]
};
using PairLaw = PairLawT<Real>;
constexpr int kPairLawNumbers = sizeof(PairLaw) / sizeof(Real);

/// Geometry and motion of one contact. The normal points from i to j.
template <class N>
struct ContactIn {
  N overlap;      // positive when pressed together [m]
  Vec3T<N> n;     // unit normal from i to j
  Vec3T<N> v;     // velocity of i relative to j at the contact point [m/s]
  Vec3T<N> spin;  // angular velocity of i relative to j [rad/s]
  N radius;       // R*, R_i R_j/(R_i+R_j); the sphere's own radius at a wall [m]
  N mass;         // m*, m_i m_j/(m_i+m_j) [kg]
};

/// What a contact remembers between steps.
template <class N>
struct ContactMemory {
  Vec3T<N> spring;  // tangential displacement, half a step ahead: see tangential.h [m]
  N a;              // contact radius at the last step [m]; zero means: did not touch
  Vec3T<N> roll;    // rolling displacement, half a step ahead [m]
  N twist;          // twisting angle, half a step ahead [rad]
};

/// What the contact does to body i; body j feels the opposite.
template <class N>
struct ContactOut {
  N normal;             // magnitude along -n on i, positive pushes apart [N]
  N elastic;            // the part of `normal` that the spring gives [N]
  Vec3T<N> tangential;  // on i [N]
  Vec3T<N> moment;      // rolling and twisting couple on i [N m]
  N spring_k;           // tangential stiffness in force [N/m]
};

/// Energy lost in one step, by channel; `work` is all the contact did on the bodies [J].
template <class N>
struct ContactLoss {
  N work, normal_dashpot, tangential_dashpot, sliding, rolling, released, adhesion;
};
/// False only in the program that `scree bench ledger` compares with: what do the books cost?
#ifdef SCREE_WITHOUT_LEDGER
constexpr bool kLedger = false;
#else
constexpr bool kLedger = true;
#endif
constexpr int kLossChannels = sizeof(ContactLoss<Real>) / sizeof(Real);

}  // namespace scree
