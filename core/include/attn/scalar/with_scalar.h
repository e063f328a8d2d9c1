// The same input on another scalar: doubles become numbers that count, record or differentiate.
#pragma once

#include <type_traits>
#include <utility>
#include <vector>

#include "attn/fields.h"
#include "attn/matrix.h"

namespace attn {

/// The same input on another scalar: matrices and numbers entry by entry, everything else as it is.
template <typename Target, typename Source>
Target with_scalar(const Source& source) {
  if constexpr (std::is_same_v<Target, Source>) {
    return source;
  } else if constexpr (HasFields<Source>) {
    Target target;
    // Both lists name the same members in the same order: they come from one template.
    [&]<size_t... I>(std::index_sequence<I...>) {
      const auto convert = [](auto& to, const auto& from) { to = with_scalar<std::decay_t<decltype(to)>>(from); };
      (convert(target.*std::get<I>(Target::fields()).member, source.*std::get<I>(Source::fields()).member), ...);
    }(std::make_index_sequence<std::tuple_size_v<decltype(Source::fields())>>());
    return target;
  } else if constexpr (std::is_arithmetic_v<Source>) {
    return Target(source);
  } else {
    return source.template cast<typename Target::Scalar>();
  }
}

}  // namespace attn
