// The names of a struct's members, written once: data files, JavaScript and the counting runs all read them here.
#pragma once

#include <string>
#include <tuple>
#include <type_traits>

namespace attn {

/// One member of a struct and the name it has everywhere: in C++, in JSON and in JavaScript.
template <typename Struct, typename Type>
struct Field {
  const char* name;
  Type Struct::* member;
  bool optional;  ///< may be left out by whoever hands the struct over; it then keeps its default
};

template <typename Struct, typename Type>
constexpr Field<Struct, Type> field(const char* name, Type Struct::* member) {
  return {name, member, false};
}

/// A member that may be left out: a setting that is off by default.
template <typename Struct, typename Type>
constexpr Field<Struct, Type> option(const char* name, Type Struct::* member) {
  return {name, member, true};
}

/// A struct that lists its members in a static function fields().
template <typename Struct>
concept HasFields = requires { Struct::fields(); };

/// Calls visit(name, pointer to member) for each member, in the order of the list; one that takes a third argument is
/// told whether the member may be left out.
template <HasFields Struct, typename Visit>
void for_each_field(Visit&& visit) {
  const auto call = [&](const auto& f) {
    if constexpr (std::is_invocable_v<Visit, const char*, decltype(f.member), bool>)
      visit(f.name, f.member, f.optional);
    else
      visit(f.name, f.member);
  };
  static constexpr auto list = Struct::fields();  // made by the compiler, not by code in every module
  std::apply([&](const auto&... f) { (call(f), ...); }, list);
}

}  // namespace attn
