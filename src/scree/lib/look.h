#pragma once
/// What a run shows of a State.
#include "scree/bodies.h"
#include "scree/lib/shared_columns.h"
#include "scree/state/row_index.h"
#include "scree/state/scene.h"
#include "scree/state/state.h"

namespace scree {

std::vector<api::BodyId> ids_now(const State& state);
/// Throws CaseError if there is no such body.
api::Body body_now(const Scene& scene, const State& state, RowIndex& rows, Id id);

/// All contacts, or those of one body (all members of a clump) with it as i.
std::vector<api::Contact> contacts_now(const Scene& scene, const State& state);
std::vector<api::Contact> contacts_now(const Scene& scene, const State& state, RowIndex& rows,
                                       Id id);

api::Wall wall_now(const Scene& scene, const State& state, Index wall);
/// Throws CaseError if there is no such wall.
Index wall_row(const Scene& scene, const std::string& name);

/// Columns of the grains that are shown without copying.
class SharedGrains {
 public:
  api::Columns show(const Grains& grains);
  /// To be called before the grains change or go, see SharedColumn::part().
  void part(Grains& grains, bool going_on = true);

 private:
  SharedColumn<Id> id_;
  SharedColumn<Place> place_;
  SharedColumn<Motion8> motion_;
  SharedColumn<std::uint16_t> material_, label_;
};

}  // namespace scree
