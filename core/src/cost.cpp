#include "attn/cost.h"

#include <algorithm>
#include <cmath>

#include "attn/refusal.h"

namespace attn {
namespace {

/// Cells of the mask that are computed: T queries, each seeing at most `window` keys around or before it.
double pairs(double tokens, double window, bool causal) {
  if (!causal) return tokens * window;
  return window * (window + 1) / 2 + (tokens - window) * window;
}

LayerCost layer(double work, double serial_steps, double path) { return {work, 2 * work, serial_steps, path}; }

/// Attention over that many pairs: one of its two products, or all it multiplies.
double attention_work(double seen, double tokens, double width, bool whole) {
  return whole ? 2 * seen * width + 4 * tokens * width * width : seen * width;
}

double recurrent_work(double tokens, double width, bool whole) { return (whole ? 2 : 1) * tokens * width * width; }

/// Layers of dilated kernels until the last token sees the first: the smallest n with kernel^n >= tokens.
double dilated_layers(double tokens, double kernel) {
  double layers = 0;
  for (double reach = 1; reach < tokens; reach *= kernel) ++layers;
  return layers;
}

}  // namespace

CostTrace cost(const CostInput& in) {
  require_whole("tokens", in.tokens, 1, kMostTokens);
  require_whole("width", in.width, 1, kMostWidth);
  require_whole("kernel", in.kernel, 2, kMostKernel);
  require_whole("window", in.window, 1, kMostTokens);

  const double T = in.tokens, d = in.width;
  const double r = std::min(in.window, T);
  const bool whole = in.projections;
  CostTrace t;
  t.recurrent = layer(recurrent_work(T, d, whole), T, T - 1);
  t.self_attention = layer(attention_work(pairs(T, T, in.causal), T, d, whole), 1, T > 1 ? 1 : 0);
  t.convolutional = layer(in.kernel * T * d * d, 1, dilated_layers(T, in.kernel));
  t.windowed = layer(attention_work(pairs(T, r, in.causal), T, d, whole), 1, T > 1 ? std::ceil(T / r) : 0);
  t.ratio = t.self_attention.work / t.recurrent.work;
  return t;
}

CostCurveTrace cost_curve(const CostCurveInput& in) {
  require_whole("width", in.width, 1, kMostWidth);
  require_whole("points", in.points, 2, 1024);

  const auto at = [&](double tokens) {
    return cost({.tokens = tokens, .width = in.width, .projections = in.projections, .causal = in.causal});
  };
  CostCurveTrace t;
  for (int i = 0; i < in.points; ++i) {
    const double tokens = std::round(std::pow(kMostTokens, static_cast<double>(i) / (in.points - 1)));
    if (!t.tokens.empty() && tokens == t.tokens.back()) continue;
    const CostTrace here = at(tokens);
    t.tokens.push_back(tokens);
    t.recurrent.push_back(here.recurrent.work);
    t.self_attention.push_back(here.self_attention.work);
  }

  // The ratio grows with T, so the crossing is found by halving the range.
  const auto reached = [&](double tokens) { return at(tokens).ratio >= 1; };
  if (!reached(1) && reached(kMostTokens)) {
    double below = 1, from = kMostTokens;
    while (from - below > 1) {
      const double middle = std::floor((below + from) / 2);
      (reached(middle) ? from : below) = middle;
    }
    t.crossing = from;
  } else if (reached(1) && at(1).ratio == 1) {
    t.crossing = 1;
  }
  return t;
}

double score_bytes(double tokens, double width, double bytes_per_number) {
  return tokens * tokens * width * bytes_per_number;
}

double score_deviation(double d_k) { return std::sqrt(d_k); }

PrefixCost prefix_cost(int longest) {
  PrefixCost t;
  for (int length = 1; length <= longest; ++length) {
    t.forwards += 1;
    t.positions += length;
  }
  return t;
}

DecodeCost decode_cost(double prompt, double generated) {
  require_whole("prompt", prompt, 1, kMostTokens);
  require_whole("generated", generated, 1, kMostTokens);
  DecodeCost t;
  t.with_cache = prompt + generated - 1;
  for (double fed = prompt; fed < prompt + generated; ++fed) t.without_cache += fed;
  t.repeated = t.without_cache - t.with_cache;
  return t;
}

}  // namespace attn
