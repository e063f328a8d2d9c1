// Softmax: turns each row of scores into a row of weights.
#pragma once

#include <algorithm>
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
  Matrix<S> exponentials;       ///< n x m, exp((score - largest of the row) / temperature), in [0, 1]
  Matrix<S> weights;            ///< n x m, exponentials / their sum: a row sums to 1, or to 0 if it is empty
  std::vector<int> empty_rows;  ///< rows without any score above minus infinity: all their weights are 0

  static constexpr auto fields() {
    return std::make_tuple(field("exponentials", &SoftmaxTrace::exponentials), field("weights", &SoftmaxTrace::weights),
                           field("empty_rows", &SoftmaxTrace::empty_rows));
  }
};

/// (score - largest) / temperature; where the difference of two finite scores is beyond double, they are divided first.
template <typename S>
S cooled(const S& below, const S& score, const S& largest, double temperature) {
  if (temperature == 1) return below;
  const S plain = below / S(temperature);
  const Aside<S> aside;
  return select(below + S(std::numeric_limits<double>::max()), plain,
                score / S(temperature) - largest / S(temperature));
}

/// What temperature 0 makes of (score - largest): nothing of whatever is below.
template <typename S>
S none_below(const S& below) {
  const Aside<S> aside;
  return select(S(0) - below, S(0), S(1));
}

/// Which scores take part: all but those of minus infinity.
/// @throws Refusal (not_finite) naming a score that is NaN or plus infinity
template <typename S>
Mask require_scores(const Matrix<S>& scores) {
  Mask seen(scores.rows(), scores.cols());
  for (Index i = 0; i < scores.rows(); ++i)
    for (Index j = 0; j < scores.cols(); ++j) {
      const double score = value_of(scores(i, j));
      if (std::isnan(score) || score == std::numeric_limits<double>::infinity())
        throw Refusal("not_finite", "scores/" + std::to_string(i) + "/" + std::to_string(j), literal(score),
                      phrase("finite_or_hidden"));
      seen(i, j) = score != -std::numeric_limits<double>::infinity();
    }
  return seen;
}

/// @throws Refusal (range) if it is below 0 or not finite
inline void require_temperature(double temperature) {
  require_number("temperature", temperature, 0, std::numeric_limits<double>::max());
}

/// The softmax of each row over the scores that are seen, which are finite; the others are not looked at.
template <typename S>
SoftmaxTrace<S> softmax_of_seen(const Matrix<S>& scores, const Mask& taking_part, double temperature) {
  const Index n = scores.rows(), m = scores.cols();
  SoftmaxTrace<S> t{Matrix<S>::Constant(n, m, S(0)), Matrix<S>::Constant(n, m, S(0)), {}};
  std::vector<Index> seen;  // the columns of a row that take part
  for (Index i = 0; i < n; ++i) {
    seen.clear();
    for (Index j = 0; j < m; ++j)
      if (taking_part(i, j)) seen.push_back(j);
    if (seen.empty()) {
      t.empty_rows.push_back(static_cast<int>(i));
      continue;
    }
    const auto count = static_cast<std::ptrdiff_t>(seen.size());
    const S largest = tree_max<S>(count, [&](auto k) { return scores(i, seen[k]); });
    for (const Index j : seen) {
      const S below = scores(i, j) - largest;
      if (temperature == 0)
        t.exponentials(i, j) = none_below(below);
      else
        t.exponentials(i, j) = exponential(cooled(below, scores(i, j), largest, temperature));
    }
    const S sum = tree_sum<S>(count, [&](auto k) { return t.exponentials(i, seen[k]); });
    for (const Index j : seen) t.weights(i, j) = t.exponentials(i, j) / sum;
  }
  return t;
}

/// Softmax of every row, stable for any finite scores because the largest is subtracted first.
///
/// A score of minus infinity gets a weight of exactly 0 and takes no part in the arithmetic. A row that holds nothing
/// else is all zeros and listed in empty_rows. At temperature 0 the largest score takes all; equal largest scores
/// share equally, which is the limit of ever smaller temperatures.
/// @throws Refusal (not_finite) naming a score that is NaN or plus infinity: [inf, inf] has no answer
/// @throws Refusal (range) if temperature is below 0 or not finite, (shape, size) for scores without a row or a column,
///         or beyond limits.h
/// @see Vaswani et al. 2017, Attention Is All You Need, equation 1; Goodfellow et al. 2016, Deep Learning,
///      section 4.1, for why the largest is subtracted
template <typename S>
SoftmaxTrace<S> softmax(const SoftmaxInput<S>& in) {
  require_temperature(in.temperature);
  require_extent("scores", in.scores, "one_row");
  return softmax_of_seen(in.scores, require_scores(in.scores), in.temperature);
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

/// Whether there is a sum to take parts of: one that is exactly 0 has none.
/// @throws Refusal (not_finite) for a sum beyond double; (range) for one no larger than what rounding may have left of
///         it, so that its parts would be arbitrary: 0.1 + 0.2 - 0.3 is 5.6e-17
template <typename S>
bool require_sum(const Matrix<S>& addends, const S& sum) {
  const double found = value_of(sum);
  if (!std::isfinite(found)) throw Refusal("not_finite", "sum", literal(found), phrase("finite"));
  double largest = 0;
  for (Index j = 0; j < addends.cols(); ++j) largest = std::max(largest, std::abs(value_of(addends(0, j))));
  const double rounding = largest * static_cast<double>(addends.cols()) * std::numeric_limits<double>::epsilon();
  if (found != 0 && std::abs(found) <= rounding)
    throw Refusal("range", "sum", phrase("only_rounding", number_text(found), number_text(largest)),
                  phrase("more_than_rounding"));
  return found != 0;
}

/// What softmax is not: each score's plain part of the sum. It may be negative or above 1, and moves with the shift.
/// @throws Refusal (shape) unless there is one row of at least one score, (not_finite) naming a bad entry, and as
///         require_sum does
template <typename S>
SharesTrace<S> shares(const SharesInput<S>& in) {
  const Index m = in.scores.cols();
  require_extent("scores", in.scores, "one_row");
  require_shape("scores", in.scores, 1, m);
  require_finite("scores", in.scores);
  require_number("shift", value_of(in.shift), std::numeric_limits<double>::lowest(),
                 std::numeric_limits<double>::max());
  SharesTrace<S> t{.shifted = in.scores, .sum = S(0), .shares = Matrix<S>(1, 0)};
  for (Index j = 0; j < m; ++j) t.shifted(0, j) = in.scores(0, j) + in.shift;
  require_finite("shifted", t.shifted);
  label(t.shifted, "shifted");
  t.sum = tree_sum<S>(m, [&](auto j) { return t.shifted(0, j); });
  if (!require_sum(t.shifted, t.sum)) return t;
  t.shares = Matrix<S>::Constant(1, m, S(0));
  for (Index j = 0; j < m; ++j) t.shares(0, j) = t.shifted(0, j) / t.sum;
  return t;
}

}  // namespace attn
