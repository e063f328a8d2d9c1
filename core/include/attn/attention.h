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

/// The largest width whose root the scores may be divided by.
inline constexpr double kMostScaleWidth = 1 << 20;

/// n queries read from m keys; d_k is their common width, d_v the width of a value.
template <typename S>
struct AttentionInput {
  Matrix<S> queries;  ///< n x d_k
  Matrix<S> keys;     ///< m x d_k
  Matrix<S> values;   ///< m x d_v
  Mask mask;          ///< n x m, true = may look (see mask.h)

  double scale_width = 0;           ///< scores are divided by its square root; whole; 0 for d_k, 1 for no scaling
  double temperature = 1;           ///< of the softmax, see softmax.h
  bool mask_after_softmax = false;  ///< a fault: all keys share in the softmax, then the hidden ones lose their weight

  static constexpr auto fields() {
    return std::make_tuple(field("queries", &AttentionInput::queries), field("keys", &AttentionInput::keys),
                           field("values", &AttentionInput::values), field("mask", &AttentionInput::mask),
                           option("scale_width", &AttentionInput::scale_width),
                           option("temperature", &AttentionInput::temperature),
                           option("mask_after_softmax", &AttentionInput::mask_after_softmax));
  }
};

/// Every step, kept so that a page can show it.
template <typename S>
struct AttentionTrace {
  Matrix<S> scores;             ///< n x m, query . key; minus infinity where masked
  Matrix<S> scaled;             ///< n x m, scores / sqrt(d_k); minus infinity where masked
  Matrix<S> exponentials;       ///< n x m, exp((scaled - largest of the row) / temperature); 0 where masked
  Matrix<S> weights;            ///< n x m, softmax of each row of scaled; exactly 0 where masked
  Matrix<S> output;             ///< n x d_v, each row the values mixed by its weights
  std::vector<int> empty_rows;  ///< queries that may look at nothing: weights and output are 0
  std::vector<S> row_sums;      ///< of the weights, measured afterwards: 1 but for empty rows and faults

  static constexpr auto fields() {
    return std::make_tuple(field("scores", &AttentionTrace::scores), field("scaled", &AttentionTrace::scaled),
                           field("exponentials", &AttentionTrace::exponentials),
                           field("weights", &AttentionTrace::weights), field("output", &AttentionTrace::output),
                           field("empty_rows", &AttentionTrace::empty_rows),
                           field("row_sums", &AttentionTrace::row_sums));
  }
};

/// @throws Refusal (not_finite) if a query, key or value that some pair uses holds NaN or an infinity; one that no
///         pair uses may hold anything, since a masked pair is skipped, not multiplied by 0
template <typename S>
void require_usable(const AttentionInput<S>& in, const Mask& used) {
  for (Index i = 0; i < used.rows(); ++i)
    if (used.row(i).any()) require_finite_row("queries", in.queries, i);
  for (Index j = 0; j < used.cols(); ++j)
    if (used.col(j).any()) {
      require_finite_row("keys", in.keys, j);
      require_finite_row("values", in.values, j);
    }
}

/// @throws Refusal (size) if the traces of so many heads, or the work for them, would be beyond limits.h
inline void require_attention_answer(std::string_view where, double queries, double keys, double key_width,
                                     double value_width, double heads) {
  require_answer(where, heads * queries * (4 * keys + value_width), heads * queries * keys * (key_width + value_width));
}

/// Lets each query read from the keys that its mask row allows. Masked pairs cost nothing and count nothing.
/// @throws Refusal (shape) if two shapes disagree or there is no query, key or column, (size) beyond limits.h,
///         (not_finite) as require_usable says, and for a score beyond double,
///         (range) for a scale_width that is no width, and as softmax does
/// @see Vaswani et al. 2017, Attention Is All You Need, equation 1; masking in section 3.2.3
template <typename S>
AttentionTrace<S> attention(const AttentionInput<S>& in) {
  const Index n = in.queries.rows(), m = in.keys.rows(), d_k = in.queries.cols();
  require_extent("queries", in.queries, "one_query");
  require_extent("keys", in.keys, "one_key");
  require_extent("values", in.values, "one_key");
  require_attention_answer("queries", static_cast<double>(n), static_cast<double>(m), static_cast<double>(d_k),
                           static_cast<double>(in.values.cols()), 1);
  require_shape("keys", in.keys, m, d_k);
  require_shape("values", in.values, m, in.values.cols());
  require_shape("mask", in.mask, n, m);
  require_whole("scale_width", in.scale_width, 0, kMostScaleWidth);
  require_temperature(in.temperature);
  const Mask scored = in.mask_after_softmax ? Mask::Constant(n, m, true) : in.mask;
  require_usable(in, scored);

  const S hidden(-std::numeric_limits<double>::infinity());
  const S scale = square_root(S(in.scale_width == 0 ? static_cast<double>(d_k) : in.scale_width));

  AttentionTrace<S> t;
  t.scores = t.scaled = Matrix<S>::Constant(n, m, hidden);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < m; ++j) {
      if (!scored(i, j)) continue;
      t.scores(i, j) = dot(in.queries.row(i), in.keys.row(j));
      require_finite_entry("scores", t.scores, i, j);  // minus infinity would be taken for masked
      t.scaled(i, j) = t.scores(i, j) / scale;
    }

  const auto shares = softmax_of_seen(t.scaled, scored, in.temperature);
  t.exponentials = shares.exponentials;
  t.weights = shares.weights;
  for (Index i = 0; i < n; ++i) {
    if (!in.mask.row(i).any()) t.empty_rows.push_back(static_cast<int>(i));
    for (Index j = 0; j < m; ++j)
      if (!in.mask(i, j)) t.weights(i, j) = S(0);  // changes nothing unless the mask comes after the softmax
    const Aside<S> aside;
    t.row_sums.push_back(tree_sum<S>(m, [&](auto j) { return t.weights(i, j); }));
  }

  t.output = Matrix<S>::Constant(n, in.values.cols(), S(0));
  for (Index i = 0; i < n; ++i) {
    std::vector<Index> seen;
    for (Index j = 0; j < m; ++j)
      if (in.mask(i, j)) seen.push_back(j);
    for (Index c = 0; c < in.values.cols(); ++c)
      t.output(i, c) = tree_sum<S>(static_cast<std::ptrdiff_t>(seen.size()),
                                   [&](auto k) { return t.weights(i, seen[k]) * in.values(seen[k], c); });
    require_finite_row("output", t.output, i);
  }
  return t;
}

}  // namespace attn
