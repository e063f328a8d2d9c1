// Scaled dot-product attention, one head.
#pragma once

#include <cmath>
#include <limits>
#include <vector>

#include "attn/fields.h"
#include "attn/mask.h"
#include "attn/matrix.h"
#include "attn/softmax.h"

namespace attn {

/// n queries read from m keys; d_k is their common width, d_v the width of a value.
template <typename S>
struct AttentionInput {
  Matrix<S> queries;  ///< n x d_k
  Matrix<S> keys;     ///< m x d_k
  Matrix<S> values;   ///< m x d_v
  Mask mask;          ///< n x m, true = may look (see mask.h)

  static constexpr auto fields() {
    return std::make_tuple(field("queries", &AttentionInput::queries), field("keys", &AttentionInput::keys),
                           field("values", &AttentionInput::values), field("mask", &AttentionInput::mask));
  }
};

/// Every step, kept so that a page can show it.
template <typename S>
struct AttentionTrace {
  Matrix<S> scores;             ///< n x m, query . key; minus infinity where masked
  Matrix<S> scaled;             ///< n x m, scores / sqrt(d_k); minus infinity where masked
  Matrix<S> weights;            ///< n x m, softmax of each row of scaled; exactly 0 where masked
  Matrix<S> output;             ///< n x d_v, each row the values mixed by its weights
  std::vector<int> empty_rows;  ///< queries that may look at nothing: weights and output are 0

  static constexpr auto fields() {
    return std::make_tuple(field("scores", &AttentionTrace::scores), field("scaled", &AttentionTrace::scaled),
                           field("weights", &AttentionTrace::weights), field("output", &AttentionTrace::output),
                           field("empty_rows", &AttentionTrace::empty_rows));
  }
};

/// @throws Refusal (not_finite) if a query, key or value that some pair uses holds NaN or an infinity; one that no
///         pair uses may hold anything, since a masked pair is skipped, not multiplied by 0
template <typename S>
void require_usable(const AttentionInput<S>& in) {
  for (Index i = 0; i < in.mask.rows(); ++i)
    if (in.mask.row(i).any()) require_finite_row("queries", in.queries, i);
  for (Index j = 0; j < in.mask.cols(); ++j)
    if (in.mask.col(j).any()) {
      require_finite_row("keys", in.keys, j);
      require_finite_row("values", in.values, j);
    }
}

/// Lets each query read from the keys that its mask row allows. Masked pairs cost nothing and count nothing.
/// @throws Refusal (shape) if two shapes disagree, (not_finite) as require_usable says, and for a score beyond double
/// @see Vaswani et al. 2017, Attention Is All You Need, equation 1; masking in section 3.2.3
template <typename S>
AttentionTrace<S> attention(const AttentionInput<S>& in) {
  const Index n = in.queries.rows(), m = in.keys.rows(), d_k = in.queries.cols();
  require_shape("keys", in.keys, m, d_k);
  require_shape("values", in.values, m, in.values.cols());
  require_shape("mask", in.mask, n, m);
  require_usable(in);

  const S hidden(-std::numeric_limits<double>::infinity());
  const S scale(std::sqrt(static_cast<double>(d_k)));

  AttentionTrace<S> t;
  t.scores = t.scaled = Matrix<S>::Constant(n, m, hidden);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < m; ++j) {
      if (!in.mask(i, j)) continue;
      t.scores(i, j) = dot(in.queries.row(i), in.keys.row(j));
      require_finite_entry("scores", t.scores, i, j);  // minus infinity would be taken for masked
      t.scaled(i, j) = t.scores(i, j) / scale;
    }

  auto shares = softmax(SoftmaxInput<S>{.scores = t.scaled});
  t.weights = shares.weights;
  t.empty_rows = shares.empty_rows;

  t.output = Matrix<S>::Constant(n, in.values.cols(), S(0));
  for (Index i = 0; i < n; ++i) {
    std::vector<Index> seen;
    for (Index j = 0; j < m; ++j)
      if (in.mask(i, j)) seen.push_back(j);
    for (Index c = 0; c < in.values.cols(); ++c)
      t.output(i, c) = tree_sum<S>(static_cast<std::ptrdiff_t>(seen.size()),
                                   [&](auto k) { return t.weights(i, seen[k]) * in.values(seen[k], c); });
  }
  return t;
}

}  // namespace attn
