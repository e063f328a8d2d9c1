// The order of a row of numbers, from the largest down.
#pragma once

#include <vector>

#include "attn/fields.h"

namespace attn {

struct RankingInput {
  std::vector<double> values;  ///< finite, or minus infinity; at most kMostListEntries of them

  static constexpr auto fields() { return std::make_tuple(field("values", &RankingInput::values)); }
};

struct RankingTrace {
  std::vector<int> order;  ///< positions from 0, largest value first; equal values keep their order
  std::vector<int> ranks;  ///< of each position, from 1; equal values share the better rank

  static constexpr auto fields() {
    return std::make_tuple(field("order", &RankingTrace::order), field("ranks", &RankingTrace::ranks));
  }
};

/// @throws Refusal (not_finite) for NaN or plus infinity, (size) beyond limits.h
RankingTrace ranking(const RankingInput& in);

}  // namespace attn
