// What a mechanism may do with its numbers. Every scalar of the core (double, Counted, ...) offers + - * /,
// exponential, hyperbolic_tangent, larger and value_of; sums are trees.
#pragma once

#include <cmath>
#include <cstddef>

namespace attn {

inline double value_of(double x) { return x; }
inline double exponential(double x) { return std::exp(x); }
inline double hyperbolic_tangent(double x) { return std::tanh(x); }
inline double larger(double a, double b) { return a < b ? b : a; }

/// Combines term(0) ... term(n-1) in pairs, and the pairs in pairs: ceil(log2 n) levels, which is how parallel
/// hardware does it and why attention's dependency depth grows with log T. The order is fixed, so a sum is the
/// same to the last bit natively and in a browser.
/// @param n at least 1
template <typename Term, typename Join>
auto tree(std::ptrdiff_t first, std::ptrdiff_t n, const Term& term, const Join& join) -> decltype(term(first)) {
  if (n == 1) return term(first);
  const std::ptrdiff_t left = n - n / 2;
  return join(tree(first, left, term, join), tree(first + left, n - left, term, join));
}

/// term(0) + ... + term(n-1) as a tree; 0 when n is 0.
template <typename S, typename Term>
S tree_sum(std::ptrdiff_t n, const Term& term) {
  if (n == 0) return S(0);
  return tree(0, n, [&](std::ptrdiff_t i) -> S { return term(i); },
              [](const S& a, const S& b) -> S { return a + b; });
}

/// The largest of term(0) ... term(n-1), found as a tree.
/// @param n at least 1
template <typename S, typename Term>
S tree_max(std::ptrdiff_t n, const Term& term) {
  return tree(0, n, [&](std::ptrdiff_t i) -> S { return term(i); },
              [](const S& a, const S& b) -> S { return larger(a, b); });
}

}  // namespace attn
