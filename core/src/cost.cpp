#include "attn/cost.h"

#include <cmath>

namespace attn {

CostCurveTrace cost_curve(const CostCurveInput& in) {
  require_whole("width", in.width, 1, kMostWidth);
  require_whole("points", in.points, 2, 1024);

  const auto at = [&](double tokens) {
    return cost<double>({.tokens = tokens, .width = in.width, .projections = in.projections, .causal = in.causal});
  };
  CostCurveTrace t;
  for (int i = 0; i < in.points; ++i) {
    const double tokens = std::round(std::pow(kMostTokens, static_cast<double>(i) / (in.points - 1)));
    if (!t.tokens.empty() && tokens == t.tokens.back()) continue;
    const CostTrace<double> here = at(tokens);
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

}  // namespace attn
