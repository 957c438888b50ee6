#include "scree/base/pack.h"
#include "unit/law/random_contact.h"

using namespace scree;

namespace {

/// The records of a contact are structs of numbers: lane l of each, one after another.
template <template <class> class Record>
void to_lanes(const Record<Real>* from, Record<Pack>& to) {
  constexpr int kNumbers = sizeof(Record<Real>) / sizeof(Real);
  Pack* out = reinterpret_cast<Pack*>(&to);
  for (int l = 0; l < kLanes; ++l)
    for (int n = 0; n < kNumbers; ++n) out[n].v[l] = reinterpret_cast<const Real*>(&from[l])[n];
}

/// Numbers of lane l that differ from those of `one`; a zero has no sign here.
template <template <class> class Record>
int differences(const Record<Pack>& lanes, int l, const Record<Real>& one) {
  constexpr int kNumbers = sizeof(Record<Real>) / sizeof(Real);
  int count = 0;
  for (int n = 0; n < kNumbers; ++n)
    count +=
        !(reinterpret_cast<const Pack*>(&lanes)[n][l] == reinterpret_cast<const Real*>(&one)[n]);
  return count;
}

template <bool kMoments>
int compare_eight(const LawChoice& choice, Random& random) {
  PairLaw law[kLanes];
  ContactIn<Real> in[kLanes];
  ContactMemory<Real> memory[kLanes];
  for (int l = 0; l < kLanes; ++l) {
    law[l] = random_law(random);
    in[l] = random_contact(random);
    memory[l] = random_memory(random);
  }
  PairLawT<Pack> laws;
  ContactIn<Pack> ins;
  ContactMemory<Pack> memories;
  to_lanes<PairLawT>(law, laws);
  to_lanes<ContactIn>(in, ins);
  to_lanes<ContactMemory>(memory, memories);
  ContactOut<Pack> outs{};
  ContactLoss<Pack> losses{};
  const Real dt = 1e-6;
  evaluate_contact<Pack, kMoments>(choice, laws, ins, Pack(dt), memories, outs, losses);
  int count = 0;
  for (int l = 0; l < kLanes; ++l) {
    ContactOut<Real> out{};
    ContactLoss<Real> loss{};
    evaluate_contact<Real, kMoments>(choice, law[l], in[l], dt, memory[l], out, loss);
    count += differences<ContactMemory>(memories, l, memory[l]) +
             differences<ContactOut>(outs, l, out) + differences<ContactLoss>(losses, l, loss);
  }
  return count;
}

}  // namespace

TEST_CASE(
    "a contact in a lane is the contact on its own, to the last bit, for every choice of laws") {
  Random random{21, 0};
  for (const LawChoice& choice : all_choices()) {
    CAPTURE(static_cast<int>(choice.normal));
    CAPTURE(static_cast<int>(choice.tangential));
    CAPTURE(static_cast<int>(choice.rolling));
    CAPTURE(choice.tension);
    int count = 0;
    for (int k = 0; k < 100; ++k)
      count += choice.has_moment() ? compare_eight<true>(choice, random)
                                   : compare_eight<false>(choice, random);
    CHECK(count == 0);
  }
}

TEST_CASE("a contact does not notice its neighbours in other lanes") {
  Random random{22, 0};
  const LawChoice choice{.normal = NormalLaw::kHertz,
                         .tangential = TangentialLaw::kMindlinRescaled,
                         .rolling = RollingLaw::kSpring};
  const PairLaw law = random_law(random);
  const ContactIn<Real> in = random_contact(random);
  const ContactMemory<Real> memory = random_memory(random);
  ContactOut<Pack> first{};
  for (int k = 0; k < 50; ++k) {
    PairLaw law8[kLanes];
    ContactIn<Real> in8[kLanes];
    ContactMemory<Real> memory8[kLanes];
    const int mine = k % kLanes;
    for (int l = 0; l < kLanes; ++l) {
      law8[l] = l == mine ? law : random_law(random);
      in8[l] = l == mine ? in : random_contact(random);
      memory8[l] = l == mine ? memory : random_memory(random);
    }
    PairLawT<Pack> laws;
    ContactIn<Pack> ins;
    ContactMemory<Pack> memories;
    to_lanes<PairLawT>(law8, laws);
    to_lanes<ContactIn>(in8, ins);
    to_lanes<ContactMemory>(memory8, memories);
    ContactOut<Pack> outs{};
    ContactLoss<Pack> losses{};
    evaluate_contact<Pack, true>(choice, laws, ins, Pack(1e-6), memories, outs, losses);
    if (k == 0) first = outs;
    CHECK(outs.normal[mine] == first.normal[0]);
    CHECK(outs.tangential.x[mine] == first.tangential.x[0]);
    CHECK(outs.moment.z[mine] == first.moment.z[0]);
  }
}
