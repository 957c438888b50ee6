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

void append(WallTable& to, const WallTable& from, Index k) {
  to.row.push_back(from.row[k]);
  to.wall.push_back(from.wall[k]);
  to.surface.push_back(from.surface[k]);
  to.normal.push_back(from.normal[k]);
  to.gap.push_back(from.gap[k]);
  to.spring.push_back(from.spring[k]);
  if (!from.roll.empty()) to.roll.push_back(from.roll[k]);
  if (!from.slip.empty()) to.slip.push_back(from.slip[k]);
  if (from.bridge.empty()) return;
  to.bridge.push_back(from.bridge[k]);
  to.rupture.push_back(from.rupture[k]);
}

}  // namespace scree
