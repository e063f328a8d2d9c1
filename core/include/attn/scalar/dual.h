// Dual: a number with its derivative. Run a mechanism on it, and what one input does to every output is known.
#pragma once

#include "attn/scalar/arithmetic.h"
#include "attn/scalar/number_traits.h"

namespace attn {

/// Forward-mode differentiation: value and derivative with respect to one input, the one whose derivative is 1.
/// It rests on any other scalar, so a derivative can be asked why as well.
/// @see Griewank and Walther 2008, Evaluating Derivatives, chapter 3
template <typename S>
class Dual {
 public:
  Dual(double value = 0) : value(value), derivative(0) {}  // NOLINT: a constant, which nothing moves
  Dual(S value, S derivative) : value(value), derivative(derivative) {}

  friend Dual operator+(const Dual& a, const Dual& b) { return {a.value + b.value, a.derivative + b.derivative}; }
  friend Dual operator-(const Dual& a, const Dual& b) { return {a.value - b.value, a.derivative - b.derivative}; }
  friend Dual operator*(const Dual& a, const Dual& b) {
    return {a.value * b.value, a.derivative * b.value + a.value * b.derivative};
  }
  friend Dual operator/(const Dual& a, const Dual& b) {
    const S quotient = a.value / b.value;
    // By a constant: the quotient may be infinite, and times 0 it would be no number.
    if (value_of(b.derivative) == 0) return {quotient, a.derivative / b.value};
    return {quotient, (a.derivative - quotient * b.derivative) / b.value};
  }
  friend Dual exponential(const Dual& x) {
    const S power = exponential(x.value);
    if (value_of(power) == 0) return {power, S(0)};  // whatever the slope below, which may be infinite
    return {power, power * x.derivative};
  }
  /// Where two numbers are equal the first counts as the larger; a softmax does not depend on which is subtracted.
  friend Dual larger(const Dual& a, const Dual& b) { return value_of(a.value) < value_of(b.value) ? b : a; }
  friend Dual select(const Dual& condition, const Dual& yes, const Dual& no) {
    return {select(condition.value, yes.value, no.value), select(condition.value, yes.derivative, no.derivative)};
  }
  friend double value_of(const Dual& x) { return value_of(x.value); }

  S value, derivative;
};

}  // namespace attn

template <typename S>
struct Eigen::NumTraits<attn::Dual<S>> : attn::NumberTraits<attn::Dual<S>> {};
