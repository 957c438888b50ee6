#pragma once
/// How contacts are solved; it decides what they remember.
namespace scree {

enum class Method {
  kSmooth,    // soft, explicit in time
  kDae,       // soft, with static friction as a constraint
  kNonsmooth  // rigid, as a complementarity problem
};

}  // namespace scree
