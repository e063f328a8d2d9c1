// What a layer costs, in closed form: work, serial steps, longest path. All four rows of Vaswani's table 1.
// The same counts come from running the layers in counting.h; a test holds the two together.
#pragma once

#include <string>
#include <vector>

#include "attn/fields.h"

namespace attn {

/// The largest sizes the closed forms take: multiply-adds stay at most 2^53 and so exact in a double (FLOPs, their
/// doubles, are exact as well).
inline constexpr double kMostTokens = 262144;
inline constexpr double kMostWidth = 32768;
inline constexpr double kMostKernel = 32;

struct CostInput {
  double tokens = 1;         ///< T, whole, 1 ... kMostTokens
  double width = 1;          ///< d, whole, 1 ... kMostWidth
  double kernel = 3;         ///< k of the convolution, whole, 2 ... kMostKernel (tokens under one kernel)
  double window = 256;       ///< r of windowed attention, whole, 1 ... kMostTokens; cut to T where larger
  bool projections = false;  ///< false: leading terms as in the table; true: everything that a layer multiplies
  bool causal = false;       ///< count only the pairs a causal mask leaves, T (T + 1) / 2 of T^2

  static constexpr auto fields() {
    return std::make_tuple(field("tokens", &CostInput::tokens), field("width", &CostInput::width),
                           field("kernel", &CostInput::kernel), field("window", &CostInput::window),
                           field("projections", &CostInput::projections), field("causal", &CostInput::causal));
  }
};

/// One layer over the whole sentence.
struct LayerCost {
  double work = 0;          ///< multiply-adds
  double flops = 0;         ///< floating-point operations, 2 for each multiply-add
  double serial_steps = 0;  ///< batches of work that must wait for one another
  double path = 0;          ///< from the first token to the last: updates, hops or layers on the way

  static constexpr auto fields() {
    return std::make_tuple(field("work", &LayerCost::work), field("flops", &LayerCost::flops),
                           field("serial_steps", &LayerCost::serial_steps), field("path", &LayerCost::path));
  }
};

struct CostTrace {
  LayerCost recurrent;       ///< T d^2; T steps; T - 1 updates
  LayerCost self_attention;  ///< T^2 d; 1 step; 1 hop (0 when there is one token)
  LayerCost convolutional;   ///< k T d^2; 1 step; layers until dilated kernels span T: ceil(log_k T)
  LayerCost windowed;        ///< r T d; 1 step; windows from end to end: ceil(T / r)
  double ratio = 0;          ///< work of self-attention / work of the recurrent layer

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
CostTrace cost(const CostInput& in);

/// Work of the two layers over a range of lengths, for a plot.
struct CostCurveInput {
  double width = 1;     ///< d, whole, 1 ... kMostWidth
  int points = 65;      ///< 2 ... 1024, evenly spaced in log T, from 1 to kMostTokens
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
  double crossing = 0;  ///< least T at which attention's work reaches the recurrent layer's; 0 when it always does more or never reaches it

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
double score_bytes(double tokens, double width, double bytes_per_number);

/// Standard deviation of q . k when all components are independent with mean 0 and variance 1: sqrt(d_k).
/// @see Vaswani et al. 2017, section 3.2.1, footnote 4
double score_deviation(double d_k);

/// Feeding a sentence prefix by prefix: what one causal pass does at once.
struct PrefixCost {
  double forwards = 0;   ///< passes
  double positions = 0;  ///< tokens fed over all passes

  static constexpr auto fields() {
    return std::make_tuple(field("forwards", &PrefixCost::forwards), field("positions", &PrefixCost::positions));
  }
};

/// Prefixes of 1, 2, ... up to longest tokens, one pass each.
PrefixCost prefix_cost(int longest);

/// Positions whose K and V are computed while text is generated, one layer.
struct DecodeCost {
  double without_cache = 0;  ///< every pass computes all of its positions
  double repeated = 0;       ///< how many of those had been computed before
  double with_cache = 0;     ///< each position once

  static constexpr auto fields() {
    return std::make_tuple(field("without_cache", &DecodeCost::without_cache),
                           field("repeated", &DecodeCost::repeated), field("with_cache", &DecodeCost::with_cache));
  }
};

/// A prompt is fed, then generated tokens follow one by one; the last one is never fed.
/// @throws Refusal (range) unless both are 1 ... kMostTokens
DecodeCost decode_cost(double prompt, double generated);

}  // namespace attn
