#pragma once
/// Option structs that describe themselves. A Schema lists the keys of one table: type, unit,
/// default, range, allowed words, when it applies, and one line of help. Reading, error messages
/// and the manual all come from this one description; there is no second list to keep in step.
///
///   template <> const Schema& schema_of<Belt>() {
///     static const Schema schema = make_schema<Belt>("belt", "A moving belt.", [](auto& s) {
///       s.key("speed", &Belt::speed, "speed of the surface").unit("m/s").above(0).required();
///     });
///     return schema;
///   }
///   const Belt belt = read_table<Belt>(node, {.path = "belt"});
#include <functional>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "scree/base/schema_convert.h"
#include "scree/base/tree.h"

namespace scree {

/// One key of a table. The setters are chained where the key is declared.
struct Field {
  std::string name, help;
  Wanted wanted;             // type, unit, range, words: what a value must be
  std::string default_text;  // as in a case file; empty when there is none
  bool is_required = false;
  std::string selector;                // the key applies only when this key ...
  std::vector<std::string> when;       // ... has one of these values
  const Schema* (*inner)() = nullptr;  // description of the table(s) this key holds
  std::function<void(void* object, const Node&, const Reading&)> store;

  Field& unit(std::string text, std::string planar = "");
  Field& at_least(Real lo);
  Field& above(Real lo);
  Field& at_most(Real hi);
  Field& below(Real hi);
  Field& infinite();  // "inf" is a meaningful value
  Field& spin();      // a rotation: one number about z when planar
  Field& in_plane();  // no z component when planar
  Field& a_name();    // of a text: it names something, see name_trouble()
  Field& a_label();   // the same, but it may be empty
  Field& required();
  Field& one_of(std::vector<std::string> words);  // of a text: only these
  Field& automatic(std::string text);             // what happens when the key is absent
  Field& only(std::string selector_key, std::vector<std::string> values);
};

/// A rule between keys, stated as a sentence that is both the manual's and the error's text.
struct Rule {
  std::string statement, key;
  std::function<bool(const void* object, const Reading&)> holds;
};

struct Schema {
  std::string name, help;
  std::vector<Field> fields;
  std::vector<Rule> rules;

  const Field* find(const std::string& key) const;
  std::vector<std::string> keys() const;
};

/// Checks `table` against the schema and stores every given key into `object`.
void read_into(const Schema& schema, void* object, const Node& table, const Reading& reading);

template <class T>
T read_table(const Node& node, const Reading& reading) {
  if (!node.is(Node::Kind::kTable)) refuse_type(node, reading, "a table");
  T object{};
  if constexpr (requires { object.origin.line; }) {
    object.origin.file = node.place.file ? *node.place.file : std::string();
    object.origin.line = node.place.line;
  }
  read_into(schema_of<T>(), &object, node, reading);
  return object;
}

/// A list of tables; one table alone counts as a list of one. Errors name an entry by its
/// `name` where it has one, else by its number, as --set does.
template <class S>
std::vector<S> read_list(const Node& node, const Reading& reading) {
  std::vector<S> list;
  if (node.is(Node::Kind::kTable)) return {read_table<S>(node, reading)};
  if (!node.is(Node::Kind::kArray)) refuse_type(node, reading, "a list of tables");
  for (const Node& item : node.items)
    list.push_back(read_table<S>(item, reading.under(entry_name(item, list.size()))));
  return list;
}

/// Tables with names of the user's choice ([material.glass]); the name is stored in S::name.
template <class S>
std::vector<S> read_named(const Node& node, const Reading& reading) {
  if (!node.is(Node::Kind::kTable)) refuse_type(node, reading, "named tables");
  std::vector<S> list;
  for (const auto& [name, item] : node.table) {
    check_name(name, item.place, reading.path);
    list.push_back(read_table<S>(item, reading.under(name)));
    list.back().name = name;
  }
  return list;
}

template <class T>
class SchemaBuilder {
 public:
  explicit SchemaBuilder(Schema& schema) : schema_(schema) {}

  /// A key holding one value: number, text, word, vector, list of numbers.
  template <class M>
  Field& key(std::string name, M T::*member, std::string help) {
    Field& field = add(std::move(name), std::move(help));
    field.wanted.type = Convert<M>::type();
    field.wanted.words = Convert<M>::words();
    field.default_text = Convert<M>::show(T{}.*member);
    return storing(field, [member](T& object, const Node& node, const Reading& reading) {
      object.*member = Convert<M>::from(node, reading);
    });
  }
  /// A key holding a table described by schema_of<S>().
  template <class S>
  Field& table(std::string name, S T::*member, std::string help) {
    return nested<S>(std::move(name), "table", std::move(help),
                     [member](T& object, const Node& node, const Reading& reading) {
                       object.*member = read_table<S>(node, reading);
                     });
  }
  template <class S>
  Field& table(std::string name, std::optional<S> T::*member, std::string help) {
    return nested<S>(std::move(name), "table", std::move(help),
                     [member](T& object, const Node& node, const Reading& reading) {
                       object.*member = read_table<S>(node, reading);
                     });
  }
  template <class S>
  Field& list(std::string name, std::vector<S> T::*member, std::string help) {
    return nested<S>(std::move(name), "list of tables", std::move(help),
                     [member](T& object, const Node& node, const Reading& reading) {
                       object.*member = read_list<S>(node, reading);
                     });
  }
  template <class S>
  Field& named(std::string name, std::vector<S> T::*member, std::string help) {
    return nested<S>(std::move(name), "named tables", std::move(help),
                     [member](T& object, const Node& node, const Reading& reading) {
                       object.*member = read_named<S>(node, reading);
                     });
  }
  /// A key whose value needs a reader of its own.
  template <class Store>
  Field& special(std::string name, std::string type, std::string help, Store store) {
    Field& field = add(std::move(name), std::move(help));
    field.wanted.type = std::move(type);
    return storing(field, store);
  }
  /// `statement` reads as an order ("give either duration or until"); `key` gives the line.
  template <class Holds>
  void rule(std::string statement, std::string key, Holds holds) {
    schema_.rules.push_back(
        {std::move(statement), std::move(key), [holds](const void* object, const Reading& reading) {
           if constexpr (std::is_invocable_v<Holds, const T&, const Reading&>)
             return holds(*static_cast<const T*>(object), reading);
           else
             return (void)reading, holds(*static_cast<const T*>(object));
         }});
  }

 private:
  Field& add(std::string name, std::string help) {
    schema_.fields.emplace_back();
    schema_.fields.back().name = std::move(name);
    schema_.fields.back().help = std::move(help);
    return schema_.fields.back();
  }
  template <class Store>
  static Field& storing(Field& field, Store store) {
    field.store = [store](void* object, const Node& node, const Reading& reading) {
      store(*static_cast<T*>(object), node, reading);
    };
    return field;
  }
  template <class S, class Store>
  Field& nested(std::string name, std::string type, std::string help, Store store) {
    Field& field = add(std::move(name), std::move(help));
    field.wanted.type = std::move(type);
    field.inner = [] { return &schema_of<S>(); };
    return storing(field, store);
  }
  Schema& schema_;
};

template <class T, class Describe>
Schema make_schema(std::string name, std::string help, Describe describe) {
  Schema schema;
  schema.name = std::move(name);
  schema.help = std::move(help);
  SchemaBuilder<T> builder(schema);
  describe(builder);
  return schema;
}

}  // namespace scree
