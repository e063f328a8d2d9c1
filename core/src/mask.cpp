#include "attn/mask.h"

namespace attn {

MaskTrace mask(const MaskInput& in) {
  require_whole("queries", in.queries, 1, kMostMask);
  require_whole("keys", in.keys, in.causal ? in.queries : 1, kMostMask);
  require_whole("window", in.window, 0, in.causal ? kMostMask : 0);

  const int cached = in.top_left ? 0 : in.keys - in.queries;
  MaskTrace t{full_mask(in.queries, in.keys), 0};
  for (int i = 0; i < in.queries; ++i)
    for (int j = 0; j < in.keys; ++j) {
      const int own = i + cached;  // where this query stands among the keys
      if (in.causal) t.mask(i, j) = j <= own && (in.window == 0 || j > own - in.window);
      t.pairs += t.mask(i, j);
    }
  return t;
}

Mask causal_mask(Index n) {
  require_whole("queries", static_cast<double>(n), 1, kMostMask);  // before the cut to int
  const int tokens = static_cast<int>(n);
  return mask({.queries = tokens, .keys = tokens}).mask;
}

Mask full_mask(Index n, Index m) { return Mask::Constant(n, m, true); }

}  // namespace attn
