// The matrices of the lesson, and the one way to complain about a shape or an entry.
#pragma once

#include <string>
#include <string_view>

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
void require_extent(std::string_view name, const M& m, PhraseKey<0> one_row) {
  require_extent(name, static_cast<double>(m.rows()), static_cast<double>(m.cols()), one_row);
}

// The refusals themselves are in matrix.cpp: written here, each scalar of each mechanism would hold a copy.
[[noreturn]] void refuse_shape(std::string_view name, Index found_rows, Index found_columns, Index rows, Index columns);
[[noreturn]] void refuse_rows(std::string_view name, Index found_rows, Index found_columns, Index rows);
[[noreturn]] void refuse_not_finite(std::string_view name, double number);
[[noreturn]] void refuse_not_finite(std::string_view name, Index row, Index column, double number);

/// @throws Refusal (shape) naming the matrix, unless it is rows x columns
template <typename M>
void require_shape(std::string_view name, const M& m, Index rows, Index columns) {
  if (m.rows() != rows || m.cols() != columns) refuse_shape(name, m.rows(), m.cols(), rows, columns);
}

/// @throws Refusal (not_finite) if it is NaN or infinite
template <typename S>
void require_finite_number(std::string_view name, const S& number) {
  if (!std::isfinite(value_of(number))) refuse_not_finite(name, value_of(number));
}

/// @throws Refusal (not_finite) naming the entry, if it is NaN or infinite
template <typename S>
void require_finite_entry(std::string_view name, const Matrix<S>& m, Index row, Index column) {
  if (!std::isfinite(value_of(m(row, column)))) refuse_not_finite(name, row, column, value_of(m(row, column)));
}

/// @throws Refusal (not_finite) naming the first entry of this row that is NaN or infinite
template <typename S>
void require_finite_row(std::string_view name, const Matrix<S>& m, Index row) {
  for (Index column = 0; column < m.cols(); ++column) require_finite_entry(name, m, row, column);
}

/// @throws Refusal (not_finite) naming the first entry that is NaN or infinite
template <typename S>
void require_finite(std::string_view name, const Matrix<S>& m) {
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
Matrix<S> product(const Matrix<S>& left, const Matrix<S>& right, std::string_view name) {
  if (left.cols() != right.rows()) refuse_rows(name, right.rows(), right.cols(), left.cols());
  Matrix<S> result = Matrix<S>::Constant(left.rows(), right.cols(), S(0));
  if (left.cols() == 0) return result;  // sums over nothing; there are no rows to point at
  for (Index i = 0; i < left.rows(); ++i)
    for (Index j = 0; j < right.cols(); ++j) result(i, j) = dot(left.row(i), right.col(j));
  return result;
}

}  // namespace attn
