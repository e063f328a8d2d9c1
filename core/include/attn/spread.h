// How far dot products spread as vectors get wider, measured on samples.
#pragma once

#include <vector>

#include "attn/cost.h"
#include "attn/fields.h"

namespace attn {

/// The widest head that is sampled, and the range of the seed.
inline constexpr int kMostSpreadWidth = 4096;
inline constexpr int kMostSeed = 999999;

struct SpreadInput {
  int head_dim = 64;    ///< d_k, 1 ... kMostSpreadWidth
  int seed = 1;         ///< 0 ... kMostSeed; the same seed gives the same samples everywhere
  int model_width = 0;  ///< a fault: also divide by the root of this instead of sqrt(d_k); 0 for none

  static constexpr auto fields() {
    return std::make_tuple(field("head_dim", &SpreadInput::head_dim), field("seed", &SpreadInput::seed),
                           option("model_width", &SpreadInput::model_width));
  }
};

/// What the samples say, with scores as they are or divided by sqrt(d_k).
struct SpreadRow {
  double deviation = 0;       ///< standard deviation of the scores around 0, their expectation
  double largest_weight = 0;  ///< of a softmax over kSpreadKeys keys, mean over the queries
  double jacobian = 0;        ///< largest entry of that softmax's Jacobian, mean over the queries; 1/4 at most

  static constexpr auto fields() {
    return std::make_tuple(field("deviation", &SpreadRow::deviation),
                           field("largest_weight", &SpreadRow::largest_weight),
                           field("jacobian", &SpreadRow::jacobian));
  }
};

/// What the samples are held against.
template <typename S>
struct ExpectedInput {
  S head_dim = 1;  ///< d_k, above 0

  static constexpr auto fields() { return std::make_tuple(field("head_dim", &ExpectedInput::head_dim)); }
};

template <typename S>
struct ExpectedTrace {
  S expected = 0;  ///< sqrt(d_k)

  static constexpr auto fields() { return std::make_tuple(field("expected", &ExpectedTrace::expected)); }
};

/// @throws Refusal (range) unless head_dim is in 1 ... kMostSpreadWidth
template <typename S>
ExpectedTrace<S> expected_spread(const ExpectedInput<S>& in) {
  require_whole("head_dim", value_of(in.head_dim), 1, kMostSpreadWidth);
  return {score_deviation(in.head_dim)};
}

inline constexpr int kSpreadQueries = 1024, kSpreadKeys = 4;

struct SpreadTrace {
  double samples = 0;         ///< dot products measured: kSpreadQueries x kSpreadKeys
  double expected = 0;        ///< sqrt(d_k)
  SpreadRow plain;            ///< scores q . k
  SpreadRow scaled;           ///< scores q . k / sqrt(d_k)
  SpreadRow faulty;           ///< scores q . k / sqrt(model_width); all 0 without one
  std::vector<double> first;  ///< the first query's plain scores, one for each of its keys

  static constexpr auto fields() {
    return std::make_tuple(field("samples", &SpreadTrace::samples), field("expected", &SpreadTrace::expected),
                           field("plain", &SpreadTrace::plain), field("scaled", &SpreadTrace::scaled),
                           field("faulty", &SpreadTrace::faulty), field("first", &SpreadTrace::first));
  }
};

/// Draws queries and keys whose components are independent, uniform, of mean 0 and variance 1, and runs scores, softmax
/// and Jacobian on them. The generator is the standard's mt19937_64, so a browser draws what a native test draws.
/// @throws Refusal (range)
/// @see Vaswani et al. 2017, section 3.2.1, footnote 4
SpreadTrace spread(const SpreadInput& in);

}  // namespace attn
