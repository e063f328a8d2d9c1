// What a layer costs, in closed form: work, serial steps, longest path. All four rows of Vaswani's table 1.
// The same counts come from running the layers in counting.h; a test holds the two together.
#pragma once

#include <string>
#include <vector>

#include "attn/fields.h"
#include "attn/refusal.h"
#include "attn/scalar/arithmetic.h"

namespace attn {

/// The largest sizes the closed forms take: multiply-adds stay at most 2^53 and so exact in a double (FLOPs, their
/// doubles, are exact as well).
inline constexpr double kMostTokens = 262144;
inline constexpr double kMostWidth = 32768;
inline constexpr double kMostKernel = 32;

template <typename S>
struct CostInput {
  S tokens = 1;              ///< T, whole, 1 ... kMostTokens
  S width = 1;               ///< d, whole, 1 ... kMostWidth
  S kernel = 3;              ///< k of the convolution, whole, 2 ... kMostKernel (tokens under one kernel)
  S window = 256;            ///< r of windowed attention, whole, 1 ... kMostTokens; cut to T where larger
  bool projections = false;  ///< false: leading terms as in the table; true: everything that a layer multiplies
  bool causal = false;       ///< count only the pairs a causal mask leaves, T (T + 1) / 2 of T^2

  static constexpr auto fields() {
    return std::make_tuple(field("tokens", &CostInput::tokens), field("width", &CostInput::width),
                           field("kernel", &CostInput::kernel), field("window", &CostInput::window),
                           field("projections", &CostInput::projections), field("causal", &CostInput::causal));
  }
};

/// One layer over the whole sentence.
template <typename S>
struct LayerCost {
  S work = 0;          ///< multiply-adds
  S flops = 0;         ///< floating-point operations, 2 for each multiply-add
  S serial_steps = 0;  ///< batches of work that must wait for one another
  S path = 0;          ///< from the first token to the last: updates, hops or layers on the way

  static constexpr auto fields() {
    return std::make_tuple(field("work", &LayerCost::work), field("flops", &LayerCost::flops),
                           field("serial_steps", &LayerCost::serial_steps), field("path", &LayerCost::path));
  }
};

template <typename S>
struct CostTrace {
  LayerCost<S> recurrent;       ///< T d^2; T steps; T - 1 updates
  LayerCost<S> self_attention;  ///< T^2 d; 1 step; 1 hop (0 when there is one token)
  LayerCost<S> convolutional;   ///< k T d^2; 1 step; layers until dilated kernels span T: ceil(log_k T)
  LayerCost<S> windowed;        ///< r T d; 1 step; windows from end to end: ceil(T / r)
  S ratio = 0;                  ///< work of self-attention / work of the recurrent layer

  static constexpr auto fields() {
    return std::make_tuple(field("recurrent", &CostTrace::recurrent),
                           field("self_attention", &CostTrace::self_attention),
                           field("convolutional", &CostTrace::convolutional), field("windowed", &CostTrace::windowed),
                           field("ratio", &CostTrace::ratio));
  }
};

/// Leading terms count one product each, as the table does: W_h h for the recurrent layer, one of scores and mix for
/// attention. With projections the layer is counted whole: recurrent 2 T d^2 (W_h h and W_x x), self-attention
/// 2 T^2 d (scores and mix) + 4 T d^2 (Q, K, V, O), windowed likewise with its pairs, convolution unchanged.
/// Windowed and causal pairs are counted exactly, cell by cell of the mask: T^2 or T (T + 1) / 2, and for a causal
/// window of r, its own key among them, r (r + 1) / 2 + (T - r) r.
/// @throws Refusal (range) naming the field
/// @see Vaswani et al. 2017, table 1 (n is our T); the convolution's path is the one for dilated kernels
template <typename S>
CostTrace<S> cost(const CostInput<S>& in);

/// Work of the two layers over a range of lengths, for a plot.
struct CostCurveInput {
  double width = 1;  ///< d, whole, 1 ... kMostWidth
  int points = 65;   ///< 2 ... 1024, evenly spaced in log T, from 1 to kMostTokens
  bool projections = false;
  bool causal = false;

  static constexpr auto fields() {
    return std::make_tuple(field("width", &CostCurveInput::width), field("points", &CostCurveInput::points),
                           field("projections", &CostCurveInput::projections),
                           field("causal", &CostCurveInput::causal));
  }
};

struct CostCurveTrace {
  std::vector<double> tokens;          ///< T of each point, rounded to whole tokens, no value twice
  std::vector<double> recurrent;       ///< multiply-adds
  std::vector<double> self_attention;  ///< multiply-adds
  double crossing = 0;  ///< least T at which attention's work reaches the recurrent layer's; 0 when it always does more
                        ///< or never reaches it

  static constexpr auto fields() {
    return std::make_tuple(field("tokens", &CostCurveTrace::tokens), field("recurrent", &CostCurveTrace::recurrent),
                           field("self_attention", &CostCurveTrace::self_attention),
                           field("crossing", &CostCurveTrace::crossing));
  }
};

/// @throws Refusal (range) naming the field
CostCurveTrace cost_curve(const CostCurveInput& in);

/// Bytes of all scores of one head before softmax, T queries by T keys.
/// @param width 1 for dot products; d_a for additive attention, whose tanh needs d_a numbers for every pair
/// @see Vaswani et al. 2017, section 3.2.1, and Bahdanau et al. 2014, appendix A.1.2
template <typename S>
S score_bytes(const S& tokens, const S& width, const S& bytes_per_number) {
  return tokens * tokens * width * bytes_per_number;
}

/// Standard deviation of q . k when all components are independent with mean 0 and variance 1: sqrt(d_k).
/// @see Vaswani et al. 2017, section 3.2.1, footnote 4
template <typename S>
S score_deviation(const S& d_k) {
  return square_root(d_k);
}

/// Feeding a sentence prefix by prefix: what one causal pass does at once.
template <typename S>
struct PrefixCost {
  S forwards = 0;   ///< passes
  S positions = 0;  ///< tokens fed over all passes

  static constexpr auto fields() {
    return std::make_tuple(field("forwards", &PrefixCost::forwards), field("positions", &PrefixCost::positions));
  }
};

/// Prefixes of 1, 2, ... up to longest tokens (whole, at least 1), one pass each.
template <typename S>
PrefixCost<S> prefix_cost(const S& longest) {
  const int all = static_cast<int>(value_of(longest));
  const auto fed = [&](auto shorter) { return shorter + 1 < all ? S(static_cast<double>(shorter + 1)) : longest; };
  return {.forwards = longest, .positions = tree_sum<S>(all, fed)};
}

/// Positions whose K and V are computed while text is generated, one layer.
template <typename S>
struct DecodeCost {
  S without_cache = 0;  ///< every pass computes all of its positions
  S repeated = 0;       ///< how many of those had been computed before
  S with_cache = 0;     ///< each position once

  static constexpr auto fields() {
    return std::make_tuple(field("without_cache", &DecodeCost::without_cache), field("repeated", &DecodeCost::repeated),
                           field("with_cache", &DecodeCost::with_cache));
  }
};

/// A prompt is fed, then generated tokens follow one by one; the last one is never fed.
/// @throws Refusal (range) unless both are 1 ... kMostTokens
template <typename S>
DecodeCost<S> decode_cost(const S& prompt, const S& generated) {
  require_whole("prompt", value_of(prompt), 1, kMostTokens);
  require_whole("generated", value_of(generated), 1, kMostTokens);
  DecodeCost<S> t;
  t.with_cache = prompt + generated - S(1);
  t.without_cache = tree_sum<S>(static_cast<std::ptrdiff_t>(value_of(generated)),
                                [&](auto step) { return prompt + S(static_cast<double>(step)); });
  label(t.without_cache, "without_cache");
  label(t.with_cache, "with_cache");
  t.repeated = t.without_cache - t.with_cache;
  return t;
}

// ---- how ----

/// Cells of the mask that are computed: T queries, each seeing at most `window` keys around or before it.
template <typename S>
S seen_pairs(const S& tokens, const S& window, bool causal) {
  if (!causal) return tokens * window;
  return window * (window + S(1)) / S(2) + (tokens - window) * window;
}

/// Attention over that many pairs: one of its two products, or all it multiplies.
template <typename S>
S attention_work(const S& seen, const S& tokens, const S& width, bool whole) {
  return whole ? S(2) * seen * width + S(4) * tokens * width * width : seen * width;
}

template <typename S>
S recurrent_work(const S& tokens, const S& width, bool whole) {
  return whole ? S(2) * tokens * width * width : tokens * width * width;
}

/// Layers of dilated kernels until the last token sees the first: the smallest n with kernel^n >= tokens, counted.
template <typename S>
S dilated_layers(const S& tokens, const S& kernel) {
  std::ptrdiff_t layers = 0;
  for (double reach = 1; reach < value_of(tokens); reach *= value_of(kernel)) ++layers;
  return tree_sum<S>(layers, [](auto) { return S(1); });
}

template <typename S>
LayerCost<S> layer_cost(const S& work, const S& serial_steps, const S& path) {
  return {work, S(2) * work, serial_steps, path};
}

template <typename S>
CostTrace<S> cost(const CostInput<S>& in) {
  require_whole("tokens", value_of(in.tokens), 1, kMostTokens);
  require_whole("width", value_of(in.width), 1, kMostWidth);
  require_whole("kernel", value_of(in.kernel), 2, kMostKernel);
  require_whole("window", value_of(in.window), 1, kMostTokens);

  const S T = in.tokens, d = in.width;
  const S further = [&] {
    const Aside<S> aside;
    return T - S(1);  // tokens besides the first
  }();
  const S r = [&] {
    const Aside<S> aside;
    return select(T - in.window, in.window, T);
  }();
  const S hop = select(further, S(1), S(0));
  const bool whole = in.projections;
  CostTrace<S> t;
  t.recurrent = layer_cost<S>(recurrent_work(T, d, whole), T, T - S(1));
  t.self_attention = layer_cost<S>(attention_work(seen_pairs(T, T, in.causal), T, d, whole), S(1), hop);
  t.convolutional = layer_cost<S>(in.kernel * T * d * d, S(1), dilated_layers(T, in.kernel));
  t.windowed = layer_cost<S>(attention_work(seen_pairs(T, r, in.causal), T, d, whole), S(1),
                             select(further, ceiling(T / r), S(0)));
  label(t.self_attention.work, "self_attention/work");
  label(t.recurrent.work, "recurrent/work");
  t.ratio = t.self_attention.work / t.recurrent.work;
  return t;
}

}  // namespace attn
