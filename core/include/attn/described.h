// What a value is, at run time: one routine can then read or write any struct, where a template would be made anew for
// each of them. Made from the fields() lists; nothing is written a second time.
#pragma once

#include <cstddef>
#include <cstring>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "attn/fields.h"
#include "attn/matrix.h"

namespace attn {

enum class Kind { boolean, integer, number, text, list, optional, choice, matrix, mask, object };

struct Type;

/// One member of a struct.
struct Member {
  const char* name;
  const Type& (*type)();  ///< asked when it is needed, since a struct may hold a list of its own kind
  std::size_t offset;     ///< bytes from the beginning of the struct
  bool optional;          ///< may be left out, see option() in fields.h
};

/// A C++ type as far as data files and the border need it. `at` points to a value of that type throughout.
struct Type {
  Kind kind;
  std::size_t size = 0;                                ///< bytes from one item of a list to the next
  std::vector<Member> members = {};                    ///< object
  const Type& (*item)() = nullptr;                     ///< list, optional
  std::size_t (*count)(const void* at) = nullptr;      ///< list: items; optional: 0 or 1
  const void* (*items)(const void* at) = nullptr;      ///< list, optional: the first item
  void* (*resize)(void* at, std::size_t n) = nullptr;  ///< list, optional: n new items, the first of which it gives
  const Type& (*chosen)(const void* at) = nullptr;     ///< choice: the type of what it holds
  const void* (*held)(const void* at) = nullptr;       ///< choice: and where that is
};

/// The description of T.
template <typename T>
const Type& described();

// ---- how ----

namespace details {

template <typename T>
struct IsList : std::false_type {};
template <typename T>
struct IsList<std::vector<T>> : std::true_type {};
template <typename T>
struct IsOptional : std::false_type {};
template <typename T>
struct IsOptional<std::optional<T>> : std::true_type {};
template <typename T>
struct IsChoice : std::false_type {};
template <typename... T>
struct IsChoice<std::variant<T...>> : std::true_type {};

template <typename T>
Type list_type() {
  using Item = typename T::value_type;
  Type type{.kind = Kind::list, .size = sizeof(Item)};
  type.item = &described<Item>;
  type.count = [](const void* at) { return static_cast<const T*>(at)->size(); };
  type.items = [](const void* at) -> const void* { return static_cast<const T*>(at)->data(); };
  type.resize = [](void* at, std::size_t n) -> void* {
    T items(n);
    static_cast<T*>(at)->swap(items);
    return static_cast<T*>(at)->data();
  };
  return type;
}

template <typename T>
Type optional_type() {
  Type type{.kind = Kind::optional, .size = sizeof(typename T::value_type)};
  type.item = &described<typename T::value_type>;
  type.count = [](const void* at) { return std::size_t{static_cast<const T*>(at)->has_value()}; };
  type.items = [](const void* at) -> const void* { return &**static_cast<const T*>(at); };
  type.resize = [](void* at, std::size_t) -> void* { return &static_cast<T*>(at)->emplace(); };
  return type;
}

template <typename T>
Type choice_type() {
  Type type{.kind = Kind::choice, .size = sizeof(T)};
  type.chosen = [](const void* at) -> const Type& {
    return std::visit([](const auto& value) -> const Type& { return described<std::decay_t<decltype(value)>>(); },
                      *static_cast<const T*>(at));
  };
  type.held = [](const void* at) -> const void* {
    return std::visit([](const auto& value) -> const void* { return &value; }, *static_cast<const T*>(at));
  };
  return type;
}

void add_member(Type& type, const char* name, const Type& (*own)(), std::ptrdiff_t offset, bool optional);

template <typename T>
Type object_type() {
  Type type{.kind = Kind::object, .size = sizeof(T)};
  for_each_field<T>([&](const char* name, auto member, bool optional) {
    using Own = std::decay_t<decltype(std::declval<T&>().*member)>;
    // A pointer to a member is its offset, in the ABI of GCC and of Clang, for every processor we build for;
    // described_test holds them to it.
    std::ptrdiff_t offset;
    static_assert(sizeof offset == sizeof member);
    std::memcpy(&offset, &member, sizeof offset);
    add_member(type, name, &described<Own>, offset, optional);
  });
  return type;
}

template <typename T>
Type type_of() {
  if constexpr (std::is_same_v<T, bool>)
    return {.kind = Kind::boolean, .size = sizeof(T)};
  else if constexpr (std::is_same_v<T, int>)
    return {.kind = Kind::integer, .size = sizeof(T)};
  else if constexpr (std::is_same_v<T, double>)
    return {.kind = Kind::number, .size = sizeof(T)};
  else if constexpr (std::is_same_v<T, std::string>)
    return {.kind = Kind::text, .size = sizeof(T)};
  else if constexpr (std::is_same_v<T, Matrix<double>>)
    return {.kind = Kind::matrix, .size = sizeof(T)};
  else if constexpr (std::is_same_v<T, Mask>)
    return {.kind = Kind::mask, .size = sizeof(T)};
  else if constexpr (IsList<T>::value)
    return list_type<T>();
  else if constexpr (IsOptional<T>::value)
    return optional_type<T>();
  else if constexpr (IsChoice<T>::value)
    return choice_type<T>();
  else
    return object_type<T>();
}

}  // namespace details

template <typename T>
const Type& described() {
  static const Type type = details::type_of<T>();
  return type;
}

}  // namespace attn
