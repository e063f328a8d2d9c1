// What a mechanism may do with its numbers. Every scalar of the core (double, Counted, ...) offers + - * /,
// exponential, logarithm, hyperbolic_tangent, square_root, larger, smaller, select, ceiling and value_of; sums are
// trees.
#pragma once

#include <cmath>
#include <cstddef>
#include <limits>
#include <string>

namespace attn {

inline double value_of(double x) { return x; }
inline double exponential(double x) { return std::exp(x); }
inline double hyperbolic_tangent(double x) { return std::tanh(x); }
inline double logarithm(double x) { return std::log(x); }
inline double square_root(double x) { return std::sqrt(x); }
inline double ceiling(double x) { return std::ceil(x); }
inline double larger(double a, double b) { return a < b ? b : a; }
inline double smaller(double a, double b) { return b < a ? b : a; }

/// `yes` where the condition is above 0, else `no`. Mechanisms choose by it instead of branching on a number, since one
/// number of a later scalar stands for several. Choosing is no operation: it is not counted, and explains as what it
/// chose.
inline double select(double condition, double yes, double no) { return condition > 0 ? yes : no; }

/// Tells a scalar that records (see traced.h) what the numbers of a matrix, or one number, are called. Others do not
/// care.
template <typename T>
void label(const T&, const std::string&) {}

/// Tells it where a number comes from; the same name in every run.
template <typename T>
void label_source(const T&, const std::string&) {}

/// A number that comes from outside, such as an entry of a data file; `source` says from where.
template <typename S>
S sourced(double value, const std::string& source) {
  S number(value);
  label_source(number, source);
  return number;
}

/// While one stands, what is computed is a measurement beside the mechanism, not part of it: a scalar that counts does
/// not count it (see counted.h).
template <typename S>
struct Aside {
  Aside() {}  // not trivial, so that no compiler calls it unused
};

/// While one stands, a scalar that records calls what it is told by this run: "causal/heads/0/weights/3/1".
template <typename S>
struct NamedRun {
  explicit NamedRun(const std::string&) {}
};

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
  return tree(0, n, [&](std::ptrdiff_t i) -> S { return term(i); }, [](const S& a, const S& b) -> S { return a + b; });
}

/// The largest of term(0) ... term(n-1), found as a tree; minus infinity when n is 0.
template <typename S, typename Term>
S tree_max(std::ptrdiff_t n, const Term& term) {
  if (n == 0) return S(-std::numeric_limits<double>::infinity());
  return tree(
      0, n, [&](std::ptrdiff_t i) -> S { return term(i); }, [](const S& a, const S& b) -> S { return larger(a, b); });
}

}  // namespace attn
