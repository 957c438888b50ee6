#include "scree/step/dae/few_bodies.h"

#include <algorithm>
#include <numeric>

#include "scree/step/dae/rounding.h"

namespace scree {
namespace {

constexpr int kNumbers = 9;  // position, velocity, spin

std::vector<Index> rows_by_id(const Grains& g) {
  std::vector<Index> rows(g.free);
  std::iota(rows.begin(), rows.end(), 0);
  std::sort(rows.begin(), rows.end(), [&](Index a, Index b) { return g.id[a] < g.id[b]; });
  return rows;
}

void put(Real*& p, Vec3 a) { *p++ = a.x, *p++ = a.y, *p++ = a.z; }
Vec3 take(const Real*& p) {
  const Vec3 a{p[0], p[1], p[2]};
  p += 3;
  return a;
}

void unpack(const Vector& y, const std::vector<Index>& rows, Grains& g) {
  const Real* p = y.data();
  for (const Index r : rows) {
    const Vec3 x = take(p);
    g.place[r] = {x.x, x.y, x.z, g.place[r].r};
    g.motion[r].v = take(p);
    g.motion[r].w = take(p);
  }
}

/// Takes accelerations from the sums, which are cleared.
void take_accelerations(const Scene& scene, State& state, ForceSums& sums) {
  Grains& g = state.grains;
  for (Index r = 0; r < g.free; ++r) {
    const Motion8& m = g.motion[r];
    Accel8& a = g.accel[r];
    a.a = m.inv_mass * sums.rows[r].force + state.gravity;
    a.alpha = m.inv_inertia * sums.rows[r].torque;
    if (scene.planar) a.a.z = a.alpha.x = a.alpha.y = 0;
  }
  std::fill(sums.rows.begin(), sums.rows.end(), ForceSum{});
}

}  // namespace

FewBodies::FewBodies(const Scene& scene, State& state, const DaeOptions& options, DaeWork& work,
                     Friction& friction)
    : scene_(scene),
      state_(state),
      options_(options),
      work_(work),
      friction_(friction),
      rows_(rows_by_id(state.grains)) {
  begin_loads();
}

void FewBodies::begin_loads() {
  if (!loaded(state_)) return;
  loads_now(state_);
  power_ = load_power(state_);
}

Vector FewBodies::numbers() const {
  const Grains& g = state_.grains;
  Vector y(kNumbers * rows_.size());
  Real* p = y.data();
  for (const Index r : rows_)
    put(p, position(g.place[r])), put(p, g.motion[r].v), put(p, g.motion[r].w);
  return y;
}

std::vector<Id> FewBodies::ids() const {
  std::vector<Id> out;
  for (const Index r : rows_) out.push_back(state_.grains.id[r]);
  return out;
}

StepReport FewBodies::go_to(const Vector& y) {
  unpack(y, rows_, state_.grains);
  const ListUpdate lists = update_lists(scene_, state_, work_.contacts.lists,
                                        farthest_beyond_room(state_, 0, state_.grains.size()));
  work_.contacts.times->mark(Stage::kLists);
  if (lists == ListUpdate::kNotFinite) return not_finite(state_);
  if (lists == ListUpdate::kRebuilt) rows_ = rows_by_id(state_.grains), rows_moved_ = true;
  return {};
}

StepReport FewBodies::accelerate(Moment at) {
  if (loaded(state_)) loads_now(state_);
  StepReport report = evaluate(scene_, state_, options_, at, work_, friction_);
  take_accelerations(scene_, state_, work_.contacts.sums);
  return report;
}

bool FewBodies::visit(const Vector& y) {
  if (report_.trouble != Trouble::kNone) return false;
  report_ = go_to(y);
  if (report_.trouble != Trouble::kNone) return false;
  report_ = accelerate({Instant::kStage, 0});
  return true;
}

void FewBodies::rates(const Vector& y, Vector& dy) {
  if (!visit(y)) return;
  const Grains& g = state_.grains;
  Real* p = dy.data();
  for (const Index r : rows_) put(p, g.motion[r].v), put(p, g.accel[r].a), put(p, g.accel[r].alpha);
}

ContactSignature FewBodies::contacts_at(const Vector& y) {
  visit(y);
  return contacts();
}

StepReport FewBodies::arrive(Real dt, const Vector& y) {
  StepReport report = go_to(y);
  if (report.trouble != Trouble::kNone) return report;
  const FastBody fast = find_fast_body(scene_, state_, dt);
  if (options_.project_positions) project_positions(scene_, state_);
  report = accelerate({Instant::kFinal, dt});
  drop_rounding(friction_.problem.scale, state_.grains);
  if (loaded(state_)) book_mean(power_, load_power(state_), dt, state_.ledger);
  project(options_, dt, friction_, work_, state_);
  begin_loads();
  if (fast.found) set_too_fast(scene_, state_, dt, fast, report);
  return report;
}

ContactSignature FewBodies::contacts() const {
  return signature(friction_.problem, friction_.result, state_);
}

}  // namespace scree
