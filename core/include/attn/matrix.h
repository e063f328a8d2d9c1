// The matrices of the lesson, and the one way to complain about a shape or an entry.
#pragma once

#include <string>

#include <Eigen/Core>

#include "attn/limits.h"
#include "attn/refusal.h"
#include "attn/scalar/arithmetic.h"

namespace attn {

using Eigen::Index;

/// Rows are tokens, columns are features. Stored row by row, like an array of arrays.
template <typename S>
using Matrix = Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// n queries (rows) by m keys (columns): true where the query may look at the key. See mask.h.
using Mask = Eigen::Array<bool, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

inline std::string shape_text(Index rows, Index columns) {
  return std::to_string(rows) + " x " + std::to_string(columns);
}

inline Phrase shape_phrase(Index rows, Index columns) {
  return phrase("shape", std::to_string(rows), std::to_string(columns));
}

/// @throws Refusal (shape, size) as require_extent of limits.h
template <typename M>
void require_extent(const std::string& name, const M& m, PhraseKey<0> one_row) {
  require_extent(name, static_cast<double>(m.rows()), static_cast<double>(m.cols()), one_row);
}

/// @throws Refusal (shape) naming the matrix, unless it is rows x columns
template <typename M>
void require_shape(const std::string& name, const M& m, Index rows, Index columns) {
  if (m.rows() == rows && m.cols() == columns) return;
  throw Refusal("shape", name, shape_phrase(m.rows(), m.cols()), shape_phrase(rows, columns));
}

/// @throws Refusal (not_finite) if it is NaN or infinite
template <typename S>
void require_finite_number(const std::string& name, const S& number) {
  if (!std::isfinite(value_of(number))) throw Refusal("not_finite", name, literal(value_of(number)), phrase("finite"));
}

/// @throws Refusal (not_finite) naming the entry, if it is NaN or infinite
template <typename S>
void require_finite_entry(const std::string& name, const Matrix<S>& m, Index row, Index column) {
  if (!std::isfinite(value_of(m(row, column))))
    require_finite_number(name + "/" + std::to_string(row) + "/" + std::to_string(column), m(row, column));
}

/// @throws Refusal (not_finite) naming the first entry of this row that is NaN or infinite
template <typename S>
void require_finite_row(const std::string& name, const Matrix<S>& m, Index row) {
  for (Index column = 0; column < m.cols(); ++column) require_finite_entry(name, m, row, column);
}

/// @throws Refusal (not_finite) naming the first entry that is NaN or infinite
template <typename S>
void require_finite(const std::string& name, const Matrix<S>& m) {
  for (Index row = 0; row < m.rows(); ++row) require_finite_row(name, m, row);
}

/// Dot product of two rows (or columns) of equal length, at least 1.
template <typename A, typename B>
typename A::Scalar dot(const A& a, const B& b) {
  return tree_sum<typename A::Scalar>(a.size(), [&](Index i) { return a(i) * b(i); });
}

/// Matrix product: n x k times k x m gives n x m. Written as dot products, not with Eigen's own kernel, because
/// that one multiplies by a further factor which a counting scalar would count.
/// @throws Refusal (shape) if the inner sizes differ; name is what the right-hand matrix is called
template <typename S>
Matrix<S> product(const Matrix<S>& left, const Matrix<S>& right, const std::string& name) {
  if (left.cols() != right.rows())
    throw Refusal("shape", name, shape_phrase(right.rows(), right.cols()),
                  phrase("rows", std::to_string(left.cols())));
  Matrix<S> result = Matrix<S>::Constant(left.rows(), right.cols(), S(0));
  if (left.cols() == 0) return result;  // sums over nothing; there are no rows to point at
  for (Index i = 0; i < left.rows(); ++i)
    for (Index j = 0; j < right.cols(); ++j) result(i, j) = dot(left.row(i), right.col(j));
  return result;
}

}  // namespace attn
