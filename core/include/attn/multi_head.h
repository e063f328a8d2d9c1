// A self-attention layer: four projections around heads that share their columns.
#pragma once

#include <string>
#include <vector>

#include "attn/attention.h"

namespace attn {

/// Which columns of Q, K and V belong to a head.
struct HeadCut {
  std::string id;        ///< a letter; a head is named by nothing else
  int first_column = 0;  ///< counted from 0
  int columns = 0;       ///< d_k of this head, at least 1

  static constexpr auto fields() {
    return std::make_tuple(field("id", &HeadCut::id), field("first_column", &HeadCut::first_column),
                           field("columns", &HeadCut::columns));
  }
};

/// Mistakes that people really make, to be looked at: all off.
struct Faults {
  bool model_width = false;         ///< scores divided by the square root of d, not of the head's own width
  bool mask_after_softmax = false;  ///< hidden keys share in the softmax and lose their weight afterwards

  static constexpr auto fields() {
    return std::make_tuple(option("model_width", &Faults::model_width),
                           option("mask_after_softmax", &Faults::mask_after_softmax));
  }
};

/// T tokens of width d. The heads' columns, side by side, are the d columns of the projections.
template <typename S>
struct MultiHeadInput {
  Matrix<S> inputs;            ///< T x d, one row a token
  Matrix<S> W_Q;               ///< d x d; queries = inputs W_Q
  Matrix<S> W_K;               ///< d x d
  Matrix<S> W_V;               ///< d x d
  Matrix<S> W_O;               ///< d x d; output = heads side by side times W_O
  std::vector<HeadCut> heads;  ///< at least one; together they cover the d columns in order, none twice
  Mask mask;                   ///< T x T, shared by all heads
  bool scaled = true;          ///< false: scores go into the softmax as they are
  double temperature = 1;      ///< of the softmax, see softmax.h
  Faults faults = {};

  static constexpr auto fields() {
    return std::make_tuple(field("inputs", &MultiHeadInput::inputs), field("W_Q", &MultiHeadInput::W_Q),
                           field("W_K", &MultiHeadInput::W_K), field("W_V", &MultiHeadInput::W_V),
                           field("W_O", &MultiHeadInput::W_O), field("heads", &MultiHeadInput::heads),
                           field("mask", &MultiHeadInput::mask), option("scaled", &MultiHeadInput::scaled),
                           option("temperature", &MultiHeadInput::temperature),
                           option("faults", &MultiHeadInput::faults));
  }
};

template <typename S>
struct MultiHeadTrace {
  Matrix<S> queries;                     ///< T x d
  Matrix<S> keys;                        ///< T x d
  Matrix<S> values;                      ///< T x d
  std::vector<AttentionTrace<S>> heads;  ///< one for each head, in the order of the cuts
  Matrix<S> mixed;                       ///< T x d, the heads' outputs side by side
  Matrix<S> output;                      ///< T x d, mixed times W_O
  S parameters = 0;                      ///< entries of the four projections, however they are cut: 4 d^2

  static constexpr auto fields() {
    return std::make_tuple(field("queries", &MultiHeadTrace::queries), field("keys", &MultiHeadTrace::keys),
                           field("values", &MultiHeadTrace::values), field("heads", &MultiHeadTrace::heads),
                           field("mixed", &MultiHeadTrace::mixed), field("output", &MultiHeadTrace::output),
                           field("parameters", &MultiHeadTrace::parameters));
  }
};

/// @throws Refusal (shape, range) unless the cuts cover columns 0 ... width-1 in order
inline void require_cover(std::string_view where, const std::vector<HeadCut>& heads, Index width) {
  Index next = 0;
  for (size_t h = 0; h < heads.size(); ++h) {
    const std::string at = std::string(where) + "/" + std::to_string(h);
    require_whole(at + "/columns", heads[h].columns, 1, static_cast<double>(width));
    require_whole(at + "/first_column", heads[h].first_column, static_cast<double>(next), static_cast<double>(next));
    next += heads[h].columns;
  }
  if (next != width)
    throw Refusal("shape", where, phrase("columns_in_all", std::to_string(next)), literal(static_cast<double>(width)));
}

/// @throws Refusal (shape) unless there are tokens of a width and the projections and cuts fit them, (size) if the
/// traces
///         of `passes` such layers, or the work for them, would be beyond limits.h
template <typename Input>
void require_layer(const Input& in, double passes) {
  const Index d = in.inputs.cols();
  require_extent("inputs", in.inputs, "one_token");
  require_shape("W_Q", in.W_Q, d, d);
  require_shape("W_K", in.W_K, d, d);
  require_shape("W_V", in.W_V, d, d);
  require_shape("W_O", in.W_O, d, d);
  require_cover("heads", in.heads, d);
  const auto tokens = static_cast<double>(in.inputs.rows()), width = static_cast<double>(d),
             heads = static_cast<double>(in.heads.size());
  require_attention_answer("inputs", tokens, tokens, width / heads, width / heads, passes * heads);
  require_answer("inputs", passes * 5 * tokens * width, passes * 4 * tokens * width * width);
}

/// Each head scales by the square root of its own width, not of d (unless a fault is on).
/// @throws Refusal as attention does; (not_finite) for a query, key, value or output beyond double; (shape, size) as
///         require_layer does
/// @see Vaswani et al. 2017, section 3.2.2
template <typename S>
MultiHeadTrace<S> multi_head(const MultiHeadInput<S>& in) {
  const Index d = in.inputs.cols();
  require_layer(in, 1);
  require_shape("mask", in.mask, in.inputs.rows(), in.inputs.rows());
  require_finite("inputs", in.inputs);
  require_finite("W_Q", in.W_Q);
  require_finite("W_K", in.W_K);
  require_finite("W_V", in.W_V);
  require_finite("W_O", in.W_O);

  MultiHeadTrace<S> t;
  t.queries = product(in.inputs, in.W_Q, "W_Q");
  t.keys = product(in.inputs, in.W_K, "W_K");
  t.values = product(in.inputs, in.W_V, "W_V");
  // Also where the mask lets no pair use them: finite inputs have finite answers.
  require_finite("queries", t.queries);
  require_finite("keys", t.keys);
  require_finite("values", t.values);
  t.mixed.resize(in.inputs.rows(), d);
  const double scale_width = !in.scaled ? 1 : in.faults.model_width ? static_cast<double>(d) : 0;
  for (const HeadCut& head : in.heads) {
    const auto own = Eigen::seqN(head.first_column, head.columns);
    t.heads.push_back(attention(AttentionInput<S>{.queries = t.queries(Eigen::all, own),
                                                  .keys = t.keys(Eigen::all, own),
                                                  .values = t.values(Eigen::all, own),
                                                  .mask = in.mask,
                                                  .scale_width = scale_width,
                                                  .temperature = in.temperature,
                                                  .mask_after_softmax = in.faults.mask_after_softmax}));
    t.mixed(Eigen::all, own) = t.heads.back().output;
  }
  t.output = product(t.mixed, in.W_O, "W_O");
  require_finite("output", t.output);
  const Aside<S> aside;
  const S width(static_cast<double>(d));
  t.parameters = tree_sum<S>(4, [&](auto) { return width * width; });
  return t;
}

}  // namespace attn
