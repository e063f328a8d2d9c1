// The plain recurrent network: one hidden state, carried from token to token.
#pragma once

#include <string>

#include "attn/fields.h"
#include "attn/matrix.h"

namespace attn {

/// T tokens of width d_x; the hidden state is d wide and starts at zero.
template <typename S>
struct RnnInput {
  Matrix<S> inputs;  ///< T x d_x, one row a token, T at least 1
  Matrix<S> W_h;     ///< d x d, from the previous hidden state
  Matrix<S> W_x;     ///< d x d_x, from the token

  static constexpr auto fields() {
    return std::make_tuple(field("inputs", &RnnInput::inputs), field("W_h", &RnnInput::W_h),
                           field("W_x", &RnnInput::W_x));
  }
};

template <typename S>
struct RnnTrace {
  Matrix<S> hidden;  ///< T x d, row t is the hidden state after token t, each entry in [-1, 1]

  static constexpr auto fields() { return std::make_tuple(field("hidden", &RnnTrace::hidden)); }
};

/// @throws Refusal (shape) if two shapes disagree or there is no token, column or unit; (size) beyond limits.h, for so
///         many runs of the network
template <typename S>
void require_rnn(const RnnInput<S>& in, double passes) {
  const Index d = in.W_h.rows();
  require_extent("inputs", in.inputs, "one_token");
  require_extent("W_h", in.W_h, "one_row");
  require_shape("W_h", in.W_h, d, d);
  require_shape("W_x", in.W_x, d, in.inputs.cols());
  const auto tokens = static_cast<double>(in.inputs.rows()), width = static_cast<double>(d);
  require_answer("inputs", tokens * width, passes * tokens * width * (width + static_cast<double>(in.inputs.cols())));
}

/// h_t = tanh(W_h h_{t-1} + W_x x_t), h_0 = 0, without biases.
/// @throws Refusal as require_rnn, (not_finite) naming a bad entry, or the state that products beyond double would make
///         NaN
/// @see Elman 1990, Finding Structure in Time
template <typename S>
RnnTrace<S> rnn(const RnnInput<S>& in) {
  const Index tokens = in.inputs.rows(), d = in.W_h.rows();
  require_rnn(in, 1);
  require_finite("inputs", in.inputs);
  require_finite("W_h", in.W_h);
  require_finite("W_x", in.W_x);

  RnnTrace<S> t{Matrix<S>::Constant(tokens, d, S(0))};
  Matrix<S> previous = Matrix<S>::Constant(1, d, S(0));
  for (Index step = 0; step < tokens; ++step) {
    for (Index unit = 0; unit < d; ++unit)
      t.hidden(step, unit) =
          hyperbolic_tangent(dot(in.W_h.row(unit), previous.row(0)) + dot(in.W_x.row(unit), in.inputs.row(step)));
    require_finite_row("hidden", t.hidden, step);  // products beyond double may cancel to NaN
    previous = t.hidden.row(step);
  }
  return t;
}

/// How much of each token is still in the hidden state.
template <typename S>
struct ImprintTrace {
  Matrix<S> distance;  ///< T x T, row t, column j <= t: how far h_t moves when token j is erased; else 0
  Matrix<S> kept;      ///< T x T, distance / what it was when token j had just been read; 1 on the diagonal

  static constexpr auto fields() {
    return std::make_tuple(field("distance", &ImprintTrace::distance), field("kept", &ImprintTrace::kept));
  }
};

/// Erases one token after the other (its row becomes zero), runs the same network again and measures how far the
/// hidden states move (Euclidean distance). A token that leaves no imprint at all keeps 0.
/// @throws Refusal as rnn does
template <typename S>
ImprintTrace<S> imprint(const RnnInput<S>& in) {
  const auto all = static_cast<double>(in.inputs.rows());
  require_rnn(in, all + 1);
  require_answer("inputs", 2 * all * all, 0);
  const Matrix<S> whole = rnn(in).hidden;
  label(whole, "hidden");
  const Index tokens = whole.rows();
  ImprintTrace<S> t{Matrix<S>::Constant(tokens, tokens, S(0)), Matrix<S>::Constant(tokens, tokens, S(0))};
  for (Index erased = 0; erased < tokens; ++erased) {
    RnnInput<S> without = in;
    without.inputs.row(erased).setConstant(S(0));
    const Matrix<S> hidden = rnn(without).hidden;
    label(hidden, "erased/" + std::to_string(erased) + "/hidden");
    for (Index step = erased; step < tokens; ++step) {
      const Matrix<S> moved = whole.row(step) - hidden.row(step);
      t.distance(step, erased) = square_root(dot(moved.row(0), moved.row(0)));
      label(t.distance(step, erased), "distance/" + std::to_string(step) + "/" + std::to_string(erased));
    }
    for (Index step = erased; step < tokens; ++step)
      t.kept(step, erased) =
          select(t.distance(erased, erased), t.distance(step, erased) / t.distance(erased, erased), S(0));
  }
  return t;
}

}  // namespace attn
