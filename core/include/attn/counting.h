// Counts from running: the layers of this lesson on numbers that count, and the closed form beside it.
#pragma once

#include "attn/cost.h"
#include "attn/fields.h"
#include "attn/scalar/counted.h"
#include "attn/scalar/with_scalar.h"

namespace attn {

/// Runs a mechanism on counting numbers.
/// @param mechanism a callable that takes the input on any scalar: [](const auto& in) { return rnn(in); }
template <template <typename> class Input, typename Mechanism>
Counts counted(const Input<double>& in, Mechanism mechanism);

/// The largest length and width that are run; a run takes about 4 T d^2 + 2 T^2 d operations.
inline constexpr int kMostRun = 64;

struct CountingInput {
  int tokens = 1;      ///< T, 1 ... kMostRun
  int width = 1;       ///< d, 1 ... kMostRun
  bool causal = true;  ///< attention's mask

  static constexpr auto fields() {
    return std::make_tuple(field("tokens", &CountingInput::tokens), field("width", &CountingInput::width),
                           field("causal", &CountingInput::causal));
  }
};

struct CountingTrace {
  Counts recurrent;    ///< the RNN layer
  Counts attention;    ///< scores, softmax and mix of one head as wide as the layer
  Counts projections;  ///< Q, K, V and O
  Counts layer;        ///< the whole attention layer: the two above, run as one

  static constexpr auto fields() {
    return std::make_tuple(field("recurrent", &CountingTrace::recurrent), field("attention", &CountingTrace::attention),
                           field("projections", &CountingTrace::projections), field("layer", &CountingTrace::layer));
  }
};

/// Runs both layers on numbers that count. What the entries are does not matter to a count; they are all 0.
/// @throws Refusal (range)
CountingTrace counting(const CountingInput& in);

// ---- how ----

template <template <typename> class Input, typename Mechanism>
Counts counted(const Input<double>& in, Mechanism mechanism) {
  const auto counting_input = with_scalar<Input<Counted>>(in);
  CountingScope scope;
  mechanism(counting_input);
  return scope.counts;
}

}  // namespace attn
