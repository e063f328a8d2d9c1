// Cosines between the rows of a matrix: how alike two words' vectors are, whatever their lengths.
#pragma once

#include "attn/fields.h"
#include "attn/matrix.h"

namespace attn {

template <typename S>
struct CosineInput {
  Matrix<S> rows;  ///< n x d, one vector a row

  static constexpr auto fields() { return std::make_tuple(field("rows", &CosineInput::rows)); }
};

template <typename S>
struct CosineTrace {
  Matrix<S> products;  ///< n x n, row i . row j
  Matrix<S> cosines;   ///< n x n, of the angle between rows i and j, in [-1, 1]; 0 where a row's square is 0

  static constexpr auto fields() {
    return std::make_tuple(field("products", &CosineTrace::products), field("cosines", &CosineTrace::cosines));
  }
};

/// A quotient that rounding has taken beyond 1 or -1 is taken back.
template <typename S>
S within_one(const S& cosine) {
  const Aside<S> aside;
  return select(cosine - S(1), S(1), select(S(-1) - cosine, S(-1), cosine));
}

/// @throws Refusal (shape) without a row or a column, (size) beyond limits.h, (not_finite) naming a bad entry of rows,
/// or
///         a product beyond double
template <typename S>
CosineTrace<S> cosine(const CosineInput<S>& in) {
  require_extent("rows", in.rows, "one_row");
  const Index n = in.rows.rows();
  const auto rows = static_cast<double>(n);
  require_answer("rows", 2 * rows * rows, rows * rows * static_cast<double>(in.rows.cols()));
  require_finite("rows", in.rows);
  CosineTrace<S> t{Matrix<S>::Constant(n, n, S(0)), Matrix<S>::Constant(n, n, S(0))};
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < n; ++j) t.products(i, j) = dot(in.rows.row(i), in.rows.row(j));
  require_finite("products", t.products);
  label(t.products, "products");
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < n; ++j) {
      const S lengths = square_root(t.products(i, i)) * square_root(t.products(j, j));
      t.cosines(i, j) = select(lengths, within_one(t.products(i, j) / lengths), S(0));
    }
  return t;
}

}  // namespace attn
