#pragma once
/// Columns that others look at without a copy of their own. A table that is about to change leaves
/// its memory to who still looks at it, and goes on with a copy: so what was shown stays what it
/// was, and only that is ever copied.
#include <memory>
#include <vector>

namespace scree {

template <class T>
class SharedColumn {
 public:
  /// Keeps the values of now alive for who holds what is returned.
  std::shared_ptr<const void> share() {
    std::shared_ptr<Holder> holder = holder_.lock();
    if (!holder) holder_ = holder = std::make_shared<Holder>();
    return holder;
  }
  /// To be called before `values`, which were shared, change or go.
  void part(std::vector<T>& values, bool going_on = true) {
    const std::shared_ptr<Holder> holder = holder_.lock();
    if (!holder) return;
    holder->values = std::move(values);  // where they lie does not change
    if (going_on) values = holder->values;
    holder_.reset();
  }

 private:
  struct Holder {
    std::vector<T> values;
  };
  std::weak_ptr<Holder> holder_;
};

}  // namespace scree
