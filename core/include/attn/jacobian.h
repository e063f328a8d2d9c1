// The Jacobian of the softmax: how much each weight moves when a score moves. Where it dies, nothing is learned.
#pragma once

#include "attn/fields.h"
#include "attn/scalar/dual.h"
#include "attn/scalar/with_scalar.h"
#include "attn/softmax.h"

namespace attn {

/// The longest row that is differentiated: one run of the softmax for each score.
inline constexpr int kMostJacobian = 64;

template <typename S>
struct JacobianInput {
  Matrix<S> scores;        ///< 1 x m, m at most kMostJacobian; finite, or minus infinity for "not at all"
  double temperature = 1;  ///< as in softmax.h

  static constexpr auto fields() {
    return std::make_tuple(field("scores", &JacobianInput::scores), field("temperature", &JacobianInput::temperature));
  }
};

template <typename S>
struct JacobianTrace {
  Matrix<S> jacobian;  ///< m x m, row i, column j: d weight_i / d score_j; each row and column sums to 0
  S largest = 0;       ///< its largest entry in size, which stands on the diagonal: at most 1 / (4 temperature)
  bool exists =
      true;  ///< false at temperature 0 where two scores tie for the largest: moving one of them by any amount
             ///< makes the weights jump, so there is no derivative, and the entries mean nothing (they are 0)

  static constexpr auto fields() {
    return std::make_tuple(field("jacobian", &JacobianTrace::jacobian), field("largest", &JacobianTrace::largest),
                           field("exists", &JacobianTrace::exists));
  }
};

/// Do two or more scores of a row share the largest value? Hidden ones take no part.
template <typename S>
bool tied(const Matrix<S>& row) {
  double largest = -std::numeric_limits<double>::infinity();
  int holders = 0;
  for (Index j = 0; j < row.cols(); ++j) {
    const double score = value_of(row(0, j));
    if (score > largest) holders = 0;
    largest = std::max(largest, score);
    holders += score == largest && std::isfinite(score);
  }
  return holders > 1;
}

/// Runs the softmax of one row on numbers that carry a derivative, once for each score. At temperature 0 the weights do
/// not move, and all entries are 0; only where scores tie for the largest there is no derivative, and `exists` says so.
/// @throws Refusal (shape) unless there is one row of at most kMostJacobian scores; as softmax does; (not_finite)
///         for a slope beyond double
/// @see diag(w) - w w^T, divided by the temperature, in closed form
template <typename S>
JacobianTrace<S> jacobian(const JacobianInput<S>& in) {
  const Index m = in.scores.cols();
  require_shape("scores", in.scores, 1, m);
  require_whole("scores (how many)", static_cast<double>(m), 1, kMostJacobian);
  JacobianTrace<S> t{Matrix<S>::Constant(m, m, S(0))};
  for (Index j = 0; j < m; ++j) {
    Matrix<Dual<S>> scores(1, m);
    for (Index k = 0; k < m; ++k) scores(0, k) = Dual<S>(in.scores(0, k), S(k == j ? 1 : 0));
    const auto moved = softmax(SoftmaxInput<Dual<S>>{.scores = scores, .temperature = in.temperature}).weights;
    for (Index i = 0; i < m; ++i) t.jacobian(i, j) = moved(0, i).derivative;
  }
  t.exists = in.temperature > 0 || !tied(in.scores);
  require_finite("jacobian", t.jacobian);  // a temperature near 0 makes slopes beyond double
  label(t.jacobian, "jacobian");
  t.largest = tree_max<S>(m, [&](auto i) { return t.jacobian(i, i); });
  return t;
}

}  // namespace attn
