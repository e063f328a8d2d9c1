// The names of a struct's members, written once: data files, JavaScript and the counting runs all read them here.
#pragma once

#include <string>
#include <tuple>

namespace attn {

/// One member of a struct and the name it has everywhere: in C++, in JSON and in JavaScript.
template <typename Struct, typename Type>
struct Field {
  const char* name;
  Type Struct::*member;
};

template <typename Struct, typename Type>
constexpr Field<Struct, Type> field(const char* name, Type Struct::*member) {
  return {name, member};
}

/// A struct that lists its members in a static function fields().
template <typename Struct>
concept HasFields = requires { Struct::fields(); };

/// Calls visit(name, pointer to member) for each member, in the order of the list.
template <HasFields Struct, typename Visit>
void for_each_field(Visit&& visit) {
  std::apply([&](auto... f) { (visit(f.name, f.member), ...); }, Struct::fields());
}

}  // namespace attn
