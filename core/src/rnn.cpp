#include "attn/rnn.h"

namespace attn {

ImprintTrace imprint(const RnnInput<double>& in) {
  const Matrix<double> whole = rnn(in).hidden;
  const Index tokens = whole.rows();
  ImprintTrace t{Matrix<double>::Zero(tokens, tokens), Matrix<double>::Zero(tokens, tokens)};
  for (Index erased = 0; erased < tokens; ++erased) {
    RnnInput<double> without = in;
    without.inputs.row(erased).setZero();
    const Matrix<double> hidden = rnn(without).hidden;
    for (Index step = erased; step < tokens; ++step)
      t.distance(step, erased) = (whole.row(step) - hidden.row(step)).norm();
    const double fresh = t.distance(erased, erased);
    if (fresh > 0) t.kept.col(erased) = t.distance.col(erased) / fresh;
  }
  return t;
}

}  // namespace attn
