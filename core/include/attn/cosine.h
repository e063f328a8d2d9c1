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

/// @throws Refusal (not_finite) naming a bad entry of rows, or a product beyond double
template <typename S>
CosineTrace<S> cosine(const CosineInput<S>& in) {
  require_finite("rows", in.rows);
  const Index n = in.rows.rows();
  CosineTrace<S> t{Matrix<S>::Constant(n, n, S(0)), Matrix<S>::Constant(n, n, S(0))};
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < n; ++j) t.products(i, j) = dot(in.rows.row(i), in.rows.row(j));
  require_finite("products", t.products);
  label(t.products, "products");
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < n; ++j) {
      const S lengths = square_root(t.products(i, i)) * square_root(t.products(j, j));
      if (value_of(lengths) == 0) continue;
      t.cosines(i, j) = t.products(i, j) / lengths;
      if (value_of(t.cosines(i, j)) > 1) t.cosines(i, j) = S(1);  // a rounding error above
      if (value_of(t.cosines(i, j)) < -1) t.cosines(i, j) = S(-1);
    }
  return t;
}

}  // namespace attn
