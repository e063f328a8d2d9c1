// Counted: a number that counts. Run a mechanism on it, and the operations it performed are known, not claimed.
#pragma once

#include <algorithm>

#include "attn/fields.h"
#include "attn/scalar/arithmetic.h"
#include "attn/scalar/number_traits.h"

namespace attn {

/// What a run did: the work, and the span (its longest chain of operations that had to wait for one another).
/// Whole numbers, as double because a JavaScript number is one (exact to 2^53).
struct Counts {
  double multiply_adds = 0;  ///< products, each together with the addition that takes it into its sum
  double additions = 0;      ///< additions and subtractions outside sums of products
  double comparisons = 0;    ///< for the largest score of a row
  double divisions = 0;      ///< scaling by sqrt(d_k), and each weight's share
  double exponentials = 0;
  double tanhs = 0;
  double span = 0;  ///< dependency depth: every operation above is 1 deeper than its deepest operand

  static constexpr auto fields() {
    return std::make_tuple(field("multiply_adds", &Counts::multiply_adds), field("additions", &Counts::additions),
                           field("comparisons", &Counts::comparisons), field("divisions", &Counts::divisions),
                           field("exponentials", &Counts::exponentials), field("tanhs", &Counts::tanhs),
                           field("span", &Counts::span));
  }
};

/// Counts every operation on Counted numbers of this thread, from construction to destruction. Scopes nest; the
/// innermost counts.
class CountingScope {
 public:
  CountingScope() : outer_(current()) { current() = &counts; }
  ~CountingScope() { current() = outer_; }
  CountingScope(const CountingScope&) = delete;
  CountingScope& operator=(const CountingScope&) = delete;

  static Counts*& current() {
    static thread_local Counts* scope = nullptr;
    return scope;
  }

  Counts counts;

 private:
  Counts* outer_;
};

/// Behaves as its value does, and keeps its depth in the graph of operations.
///
/// One addition is free: the one that joins two sums of products. A sum of n products is n multiply-adds, as every
/// table of the field counts it; were its n-1 additions counted again, the figures would not be comparable.
class Counted {
 public:
  Counted(double value = 0) : value_(value) {}  // NOLINT: constants are numbers of depth 0

  friend Counted operator*(const Counted& a, const Counted& b) {
    Counted result = a.join(b, a.value_ * b.value_, &Counts::multiply_adds);
    result.sum_of_products_ = true;
    return result;
  }
  friend Counted operator+(const Counted& a, const Counted& b) {
    const bool free = a.sum_of_products_ && b.sum_of_products_;
    Counted result = a.join(b, a.value_ + b.value_, free ? nullptr : &Counts::additions);
    result.sum_of_products_ = free;
    return result;
  }
  friend Counted operator-(const Counted& a, const Counted& b) {
    return a.join(b, a.value_ - b.value_, &Counts::additions);
  }
  friend Counted operator/(const Counted& a, const Counted& b) {
    return a.join(b, a.value_ / b.value_, &Counts::divisions);
  }
  friend Counted larger(const Counted& a, const Counted& b) {
    return a.join(b, larger(a.value_, b.value_), &Counts::comparisons);
  }
  friend Counted smaller(const Counted& a, const Counted& b) {
    return a.join(b, smaller(a.value_, b.value_), &Counts::comparisons);
  }
  /// Of sizes, not of data: a layer takes the root of its head's width once and for all, so it is not counted.
  friend Counted square_root(const Counted& x) { return Counted(square_root(x.value_)); }
  friend Counted exponential(const Counted& x) { return x.join(x, exponential(x.value_), &Counts::exponentials); }
  friend Counted hyperbolic_tangent(const Counted& x) {
    return x.join(x, hyperbolic_tangent(x.value_), &Counts::tanhs);
  }
  friend Counted select(const Counted& condition, const Counted& yes, const Counted& no) {
    return condition.value_ > 0 ? yes : no;
  }
  friend double value_of(const Counted& x) { return x.value_; }

 private:
  Counted join(const Counted& other, double value, double Counts::* kind) const {
    Counted result(value);
    result.depth_ = 1 + std::max(depth_, other.depth_);
    if (Counts* counts = CountingScope::current()) {
      if (kind) counts->*kind += 1;
      counts->span = std::max(counts->span, result.depth_);
    }
    return result;
  }

  double value_;
  double depth_ = 0;
  bool sum_of_products_ = false;
};

/// Its own scope takes the counts and forgets them.
template <>
struct Aside<Counted> {
  CountingScope forgotten;
};

}  // namespace attn

template <>
struct Eigen::NumTraits<attn::Counted> : attn::NumberTraits<attn::Counted> {};
