#include "attn/counting.h"

#include "attn/multi_head.h"
#include "attn/rnn.h"

namespace attn {

CountingTrace counting(const CountingInput& in) {
  require_whole("tokens", in.tokens, 1, kMostRun);
  require_whole("width", in.width, 1, kMostRun);

  const Index T = in.tokens, d = in.width;
  const Matrix<double> tokens = Matrix<double>::Zero(T, d), square = Matrix<double>::Zero(d, d);
  const Mask seen = in.causal ? causal_mask(T) : full_mask(T, T);

  CountingTrace t;
  t.recurrent =
      counted<RnnInput>({.inputs = tokens, .W_h = square, .W_x = square}, [](const auto& layer) { return rnn(layer); });
  t.attention = counted<AttentionInput>({.queries = tokens, .keys = tokens, .values = tokens, .mask = seen},
                                        [](const auto& layer) { return attention(layer); });
  {
    const Matrix<Counted> inputs = tokens.cast<Counted>(), W = square.cast<Counted>();
    CountingScope scope;
    for (const char* name : {"W_Q", "W_K", "W_V", "W_O"}) product(inputs, W, name);
    t.projections = scope.counts;
  }
  t.layer = counted<MultiHeadInput>({.inputs = tokens,
                                     .W_Q = square,
                                     .W_K = square,
                                     .W_V = square,
                                     .W_O = square,
                                     .heads = {{.id = "A", .first_column = 0, .columns = in.width}},
                                     .mask = seen},
                                    [](const auto& layer) { return multi_head(layer); });
  return t;
}

}  // namespace attn
