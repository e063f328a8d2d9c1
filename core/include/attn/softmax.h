// Softmax: turns each row of scores into a row of weights.
#pragma once

#include <cmath>
#include <limits>
#include <vector>

#include "attn/fields.h"
#include "attn/matrix.h"

namespace attn {

template <typename S>
struct SoftmaxInput {
  Matrix<S> scores;        ///< n x m, any unit; finite, or minus infinity for "not at all"
  double temperature = 1;  ///< 0 or more; below 1 sharpens a row, above flattens it, 0 leaves only the largest

  static constexpr auto fields() {
    return std::make_tuple(field("scores", &SoftmaxInput::scores), field("temperature", &SoftmaxInput::temperature));
  }
};

template <typename S>
struct SoftmaxTrace {
  Matrix<S> exponentials;      ///< n x m, exp((score - largest of the row) / temperature), in [0, 1]
  Matrix<S> weights;           ///< n x m, exponentials / their sum: a row sums to 1, or to 0 if it is empty
  std::vector<int> empty_rows;  ///< rows without any score above minus infinity: all their weights are 0

  static constexpr auto fields() {
    return std::make_tuple(field("exponentials", &SoftmaxTrace::exponentials),
                           field("weights", &SoftmaxTrace::weights), field("empty_rows", &SoftmaxTrace::empty_rows));
  }
};

/// (score - largest) / temperature; where the difference of two finite scores is beyond double, they are divided first.
template <typename S>
S cooled(const S& below, const S& score, const S& largest, double temperature) {
  if (temperature == 1) return below;
  if (std::isfinite(value_of(below))) return below / S(temperature);
  return score / S(temperature) - largest / S(temperature);
}

/// Softmax of every row, stable for any finite scores because the largest is subtracted first.
///
/// A score of minus infinity gets a weight of exactly 0 and takes no part in the arithmetic. A row that holds nothing
/// else is all zeros and listed in empty_rows. At temperature 0 the largest score takes all; equal largest scores
/// share equally, which is the limit of ever smaller temperatures.
/// @throws Refusal (not_finite) naming a score that is NaN or plus infinity: [inf, inf] has no answer
/// @throws Refusal (range) if temperature is below 0 or not finite
/// @see Vaswani et al. 2017, Attention Is All You Need, equation 1; Goodfellow et al. 2016, Deep Learning,
///      section 4.1, for why the largest is subtracted
template <typename S>
SoftmaxTrace<S> softmax(const SoftmaxInput<S>& in) {
  require_number("temperature", in.temperature, 0, std::numeric_limits<double>::max());

  const Index n = in.scores.rows(), m = in.scores.cols();
  SoftmaxTrace<S> t{Matrix<S>::Constant(n, m, S(0)), Matrix<S>::Constant(n, m, S(0)), {}};
  std::vector<Index> seen;  // the columns of a row that take part
  for (Index i = 0; i < n; ++i) {
    seen.clear();
    for (Index j = 0; j < m; ++j) {
      const double score = value_of(in.scores(i, j));
      if (std::isnan(score) || score == std::numeric_limits<double>::infinity())
        throw Refusal("not_finite", "scores/" + std::to_string(i) + "/" + std::to_string(j), literal(score),
                      phrase("finite_or_hidden"));
      if (score != -std::numeric_limits<double>::infinity()) seen.push_back(j);
    }
    if (seen.empty()) {
      t.empty_rows.push_back(static_cast<int>(i));
      continue;
    }

    const auto count = static_cast<std::ptrdiff_t>(seen.size());
    const S largest = tree_max<S>(count, [&](auto k) { return in.scores(i, seen[k]); });
    for (const Index j : seen) {
      const S below = in.scores(i, j) - largest;
      if (in.temperature == 0)
        t.exponentials(i, j) = S(value_of(below) == 0 ? 1 : 0);
      else
        t.exponentials(i, j) = exponential(cooled(below, in.scores(i, j), largest, in.temperature));
    }
    const S sum = tree_sum<S>(count, [&](auto k) { return t.exponentials(i, seen[k]); });
    for (const Index j : seen) t.weights(i, j) = t.exponentials(i, j) / sum;
  }
  return t;
}

template <typename S>
struct SharesInput {
  Matrix<S> scores;  ///< 1 x m, finite
  S shift = 0;       ///< added to every score

  static constexpr auto fields() {
    return std::make_tuple(field("scores", &SharesInput::scores), field("shift", &SharesInput::shift));
  }
};

template <typename S>
struct SharesTrace {
  Matrix<S> shifted;  ///< 1 x m, scores + shift
  S sum = 0;          ///< of the shifted scores
  Matrix<S> shares;   ///< 1 x m, shifted / sum; 1 x 0 where the sum is 0 and there are none

  static constexpr auto fields() {
    return std::make_tuple(field("shifted", &SharesTrace::shifted), field("sum", &SharesTrace::sum),
                           field("shares", &SharesTrace::shares));
  }
};

/// What softmax is not: each score's plain part of the sum. It may be negative or above 1, and moves with the shift.
/// @throws Refusal (shape) unless there is one row, (not_finite) naming a bad entry, or a sum beyond double
template <typename S>
SharesTrace<S> shares(const SharesInput<S>& in) {
  const Index m = in.scores.cols();
  require_shape("scores", in.scores, 1, m);
  require_finite("scores", in.scores);
  require_number("shift", value_of(in.shift), std::numeric_limits<double>::lowest(), std::numeric_limits<double>::max());
  SharesTrace<S> t{.shifted = in.scores, .sum = S(0), .shares = Matrix<S>(1, 0)};
  for (Index j = 0; j < m; ++j) t.shifted(0, j) = in.scores(0, j) + in.shift;
  require_finite("shifted", t.shifted);
  label(t.shifted, "shifted");
  t.sum = tree_sum<S>(m, [&](auto j) { return t.shifted(0, j); });
  if (!std::isfinite(value_of(t.sum)))
    throw Refusal("not_finite", "sum", literal(value_of(t.sum)), phrase("finite"));
  if (value_of(t.sum) == 0) return t;
  t.shares = Matrix<S>::Constant(1, m, S(0));
  for (Index j = 0; j < m; ++j) t.shares(0, j) = t.shifted(0, j) / t.sum;
  return t;
}

}  // namespace attn
