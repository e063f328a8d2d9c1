// Generating with a K/V cache: the prompt in one pass, then token after token, beside the pass that keeps nothing.
#pragma once

#include <vector>

#include "attn/multi_head.h"

namespace attn {

/// A causal self-attention layer, see multi_head.h, and how many of its tokens come at once.
template <typename S>
struct KvCacheInput {
  Matrix<S> inputs;              ///< T x d, the tokens that are fed, one row each
  Matrix<S> W_Q, W_K, W_V, W_O;  ///< d x d
  std::vector<HeadCut> heads;    ///< as in MultiHeadInput
  int prompt = 1;                ///< tokens of the first pass, 1 ... T; the others follow one by one
  bool top_left = false;         ///< a fault: the mask is laid from the first key, as if nothing were cached

  static constexpr auto fields() {
    using I = KvCacheInput;
    return std::make_tuple(field("inputs", &I::inputs), field("W_Q", &I::W_Q), field("W_K", &I::W_K),
                           field("W_V", &I::W_V), field("W_O", &I::W_O), field("heads", &I::heads),
                           field("prompt", &I::prompt), option("top_left", &I::top_left));
  }
};

/// One pass: n tokens are fed, m are known afterwards.
template <typename S>
struct KvCachePass {
  int first = 0;                         ///< position of the first token fed, from 0
  int fed = 0;                           ///< n
  Matrix<S> queries;                     ///< n x d; never kept
  std::vector<AttentionTrace<S>> heads;  ///< n queries, m keys out of the two stores
  Matrix<S> mixed;                       ///< n x d
  Matrix<S> output;                      ///< n x d

  static constexpr auto fields() {
    using P = KvCachePass;
    return std::make_tuple(field("first", &P::first), field("fed", &P::fed), field("queries", &P::queries),
                           field("heads", &P::heads), field("mixed", &P::mixed), field("output", &P::output));
  }
};

template <typename S>
struct KvCacheTrace {
  std::vector<KvCachePass<S>> passes;
  Matrix<S> keys;              ///< T x d, the store of K; each row is computed once, in the pass that feeds its token
  Matrix<S> values;            ///< T x d, the store of V
  Matrix<S> output;            ///< T x d, each row from the pass that fed its token
  MultiHeadTrace<S> uncached;  ///< one causal pass over all tokens; a pass over fewer has the same rows
  Matrix<S> differences;       ///< T x 1, largest difference between the two outputs of a token
  S largest_difference = 0;    ///< exactly 0: caching changes no bit
  S with_cache = 0;            ///< positions whose K and V are computed
  S without_cache = 0;         ///< the same if every pass fed all tokens known by then
  S repeated = 0;              ///< how many of those had been computed before

  static constexpr auto fields() {
    using T = KvCacheTrace;
    return std::make_tuple(field("passes", &T::passes), field("keys", &T::keys), field("values", &T::values),
                           field("output", &T::output), field("uncached", &T::uncached),
                           field("differences", &T::differences), field("largest_difference", &T::largest_difference),
                           field("with_cache", &T::with_cache), field("without_cache", &T::without_cache),
                           field("repeated", &T::repeated));
  }
};

/// Feeds the prompt, then one token a pass. Queries look into stores that earlier passes filled; the last query of a
/// pass stands at the last key, as mask.h lays it.
/// @throws Refusal as multi_head does, also for differences beyond double; (range) unless 1 <= prompt <= T
/// @see Shazeer 2019, section 2.4, for what incremental decoding reads and keeps
template <typename S>
KvCacheTrace<S> kv_cache(const KvCacheInput<S>& in) {
  const Index tokens = in.inputs.rows(), d = in.inputs.cols();
  require_layer(in, 3);  // the pass that keeps nothing, and those that add up to about two more
  require_whole("prompt", in.prompt, 1, static_cast<double>(tokens));
  KvCacheTrace<S> t;
  {
    const Aside<S> aside;
    t.uncached =
        multi_head(MultiHeadInput<S>{in.inputs, in.W_Q, in.W_K, in.W_V, in.W_O, in.heads, causal_mask(tokens)});
  }
  t.keys = t.values = t.output = Matrix<S>::Constant(tokens, d, S(0));
  std::vector<S> fed, known;
  for (Index first = 0, count = in.prompt; first < tokens; first += count, count = 1) {
    const Matrix<S> rows = in.inputs.middleRows(first, count);
    const Index stored = first + count;
    KvCachePass<S> pass;
    pass.first = static_cast<int>(first);
    pass.fed = static_cast<int>(count);
    pass.queries = product(rows, in.W_Q, "W_Q");
    t.keys.middleRows(first, count) = product(rows, in.W_K, "W_K");
    t.values.middleRows(first, count) = product(rows, in.W_V, "W_V");
    pass.mixed.resize(count, d);
    const Mask seen = mask({.queries = pass.fed, .keys = static_cast<int>(stored), .top_left = in.top_left}).mask;
    for (const HeadCut& head : in.heads) {
      const auto own = Eigen::seqN(head.first_column, head.columns);
      pass.heads.push_back(attention(AttentionInput<S>{.queries = pass.queries(Eigen::all, own),
                                                       .keys = t.keys(Eigen::seqN(0, stored), own),
                                                       .values = t.values(Eigen::seqN(0, stored), own),
                                                       .mask = seen}));
      pass.mixed(Eigen::all, own) = pass.heads.back().output;
    }
    pass.output = product(pass.mixed, in.W_O, "W_O");
    require_finite("passes/" + std::to_string(t.passes.size()) + "/output", pass.output);
    t.output.middleRows(first, count) = pass.output;
    t.passes.push_back(pass);
    fed.push_back(S(static_cast<double>(count)));
    known.push_back(S(static_cast<double>(stored)));
  }

  const Aside<S> aside;
  t.differences.resize(tokens, 1);
  for (Index i = 0; i < tokens; ++i)
    t.differences(i, 0) = tree_max<S>(d, [&](auto c) {
      return larger(t.output(i, c) - t.uncached.output(i, c), t.uncached.output(i, c) - t.output(i, c));
    });
  require_finite("differences", t.differences);  // of a fault's outputs, which may be far apart
  t.largest_difference = tree_max<S>(tokens, [&](auto i) { return t.differences(i, 0); });
  const auto passes = static_cast<std::ptrdiff_t>(t.passes.size());
  t.with_cache = tree_sum<S>(passes, [&](auto i) { return fed[i]; });
  t.without_cache = tree_sum<S>(passes, [&](auto i) { return known[i]; });
  label(t.with_cache, "with_cache");
  label(t.without_cache, "without_cache");
  t.repeated = t.without_cache - t.with_cache;
  return t;
}

}  // namespace attn
