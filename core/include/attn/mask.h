// Masks: which query may look at which key.
#pragma once

#include "attn/fields.h"
#include "attn/matrix.h"

namespace attn {

/// The longest side of a mask: 16 million cells, where a page shows a few dozen.
inline constexpr int kMostMask = 4096;

struct MaskInput {
  int queries = 1;        ///< n, at least 1
  int keys = 1;           ///< m, at least 1; more keys than queries means that the first m - n are already cached
  bool causal = true;     ///< a query sees itself and what came before it
  int window = 0;         ///< only with causal: at most this many keys, the query's own among them; 0 = no limit
  bool top_left = false;  ///< a fault: the triangle is laid from the first key, as if nothing were cached

  static constexpr auto fields() {
    return std::make_tuple(field("queries", &MaskInput::queries), field("keys", &MaskInput::keys),
                           field("causal", &MaskInput::causal), field("window", &MaskInput::window),
                           option("top_left", &MaskInput::top_left));
  }
};

struct MaskTrace {
  Mask mask;         ///< n x m, true = may look
  double pairs = 0;  ///< how many cells are true

  static constexpr auto fields() {
    return std::make_tuple(field("mask", &MaskTrace::mask), field("pairs", &MaskTrace::pairs));
  }
};

/// The last query stands at the last key: query i sees keys up to i + (m - n). A window of w keys counts the query's
/// own, so w = 1 sees nothing but itself.
/// @throws Refusal (range) unless 1 <= n, m <= kMostMask; for a causal mask with more queries than keys; for a window
///         below 0 or without causal
/// @see Vaswani et al. 2017, section 3.2.3
MaskTrace mask(const MaskInput& in);

/// n tokens, each sees itself and all before it.
/// @throws Refusal (range) unless 1 <= n <= kMostMask
Mask causal_mask(Index n);

/// Every query sees every key.
Mask full_mask(Index n, Index m);

}  // namespace attn
