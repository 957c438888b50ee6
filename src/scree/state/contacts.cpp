#include "scree/state/contacts.h"

namespace scree {

void WallTable::clear() {
  row.clear();
  wall.clear();
  surface.clear();
  normal.clear();
  gap.clear();
  spring.clear();
  roll.clear();
  slip.clear();
  bridge.clear();
  rupture.clear();
}

}  // namespace scree
