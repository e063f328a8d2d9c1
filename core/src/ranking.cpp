#include "attn/ranking.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>

#include "attn/limits.h"

namespace attn {

RankingTrace ranking(const RankingInput& in) {
  const auto& values = in.values;
  require_size("values", "entries", static_cast<double>(values.size()), kMostListEntries);
  for (size_t i = 0; i < values.size(); ++i)
    if (std::isnan(values[i]) || values[i] == std::numeric_limits<double>::infinity())
      throw Refusal("not_finite", "values/" + std::to_string(i), literal(values[i]),
                    phrase("finite_or_minus_infinity"));

  RankingTrace t;
  t.order.resize(values.size());
  t.ranks.resize(values.size());
  std::iota(t.order.begin(), t.order.end(), 0);
  const auto value = [&](int position) { return values[static_cast<size_t>(position)]; };
  std::stable_sort(t.order.begin(), t.order.end(), [&](int a, int b) { return value(a) > value(b); });
  for (size_t place = 0; place < t.order.size(); ++place) {
    const bool tied = place > 0 && value(t.order[place]) == value(t.order[place - 1]);
    t.ranks[static_cast<size_t>(t.order[place])] =
        tied ? t.ranks[static_cast<size_t>(t.order[place - 1])] : static_cast<int>(place) + 1;
  }
  return t;
}

}  // namespace attn
