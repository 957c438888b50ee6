#include "scree/state/contacts.h"

namespace scree {

void WallTable::clear() {
  for_each_column([this](auto column) { (this->*column).clear(); });
}

void append(WallTable& to, const WallTable& from, Index k) {
  WallTable::for_each_column([&](auto column) {
    if (!(from.*column).empty()) (to.*column).push_back((from.*column)[k]);
  });
}

}  // namespace scree
