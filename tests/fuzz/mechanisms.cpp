// Small inputs of any shape and any numbers into the mechanisms: finite answers of the right shape, or a refusal.
#include "attn/cosine.h"
#include "attn/cost.h"
#include "attn/jacobian.h"
#include "attn/kv_cache.h"
#include "attn/mask.h"
#include "attn/new_word.h"
#include "attn/next_token.h"
#include "attn/prefixes.h"
#include "attn/ranking.h"
#include "attn/rnn.h"
#include "input.h"

using namespace attn;

namespace {

/// Rows of weights add up to 1, or to 0 where there is nothing to see.
void require_weights(const Matrix<double>& weights) {
  require_all_finite(weights, "weights");
  for (Index i = 0; i < weights.rows(); ++i) {
    const double sum = weights.row(i).sum();
    require(sum == 0 || std::abs(sum - 1) < 1e-12, "weights that do not add up to 1");
  }
}

std::vector<HeadCut> heads_of(Bytes& bytes, int width) {
  std::vector<HeadCut> heads;
  for (int next = 0, h = bytes.size(3); h > 0; --h) {
    const int columns = bytes.byte() % 8 == 0 ? bytes.size(9) - 3 : h == 1 ? width - next : 1;
    heads.push_back({"A", next, columns});
    next += columns;
  }
  return heads;
}

MultiHeadInput<double> layer_of(Bytes& bytes) {
  const int tokens = bytes.size(5), width = bytes.size(4);
  MultiHeadInput<double> in{
      bytes.matrix(tokens, width),
      bytes.nearly(width, width),
      bytes.nearly(width, width),
      bytes.nearly(width, width),
      bytes.nearly(width, width),
      heads_of(bytes, width),
      bytes.byte() % 8 == 0 ? bytes.mask(bytes.size(4), bytes.size(4)) : bytes.mask(tokens, tokens)};
  in.scaled = bytes.byte() % 2 == 0;
  if (bytes.byte() % 4 == 0) in.temperature = bytes.number();
  in.faults = {bytes.byte() % 4 == 0, bytes.byte() % 4 == 0};
  return in;
}

void run(Bytes& bytes) {
  switch (bytes.size(11)) {
    case 0: {
      const auto t = softmax<double>({bytes.matrix(bytes.size(4), bytes.size(6)), bytes.number()});
      return require_weights(t.weights);
    }
    case 1:
      return require_all_finite(shares<double>({bytes.matrix(bytes.size(2), bytes.size(6)), bytes.number()}).shares,
                                "shares");
    case 2:
      return require_all_finite(jacobian<double>({bytes.matrix(bytes.size(2), bytes.size(6)), bytes.number()}).jacobian,
                                "jacobian");
    case 3: {
      const int n = bytes.size(4), m = bytes.size(4), width = bytes.size(4);
      AttentionInput<double> in{bytes.nearly(n, width), bytes.nearly(m, width), bytes.nearly(m, bytes.size(4)),
                                bytes.mask(n, m)};
      if (bytes.byte() % 4 == 0) in.scale_width = bytes.number();
      in.mask_after_softmax = bytes.byte() % 4 == 0;
      const auto t = attention(in);
      if (!in.mask_after_softmax) require_weights(t.weights);
      return require_all_finite(t.output, "output");
    }
    case 4: {
      const auto t = multi_head(layer_of(bytes));
      require_all_finite(t.queries, "queries");
      require_all_finite(t.keys, "keys");
      require_all_finite(t.values, "values");
      return require_all_finite(t.output, "output");
    }
    case 5: {
      const auto t = prefixes(layer_of(bytes));
      return require_all_finite(t.differences, "differences");
    }
    case 6: {
      const auto in = layer_of(bytes);
      const auto t =
          kv_cache<double>({in.inputs, in.W_Q, in.W_K, in.W_V, in.W_O, in.heads, bytes.size(5), bytes.byte() % 4 == 0});
      return require_all_finite(t.differences, "differences");
    }
    case 7: {
      const int tokens = bytes.size(5), width = bytes.size(4);
      const auto t = next_token<double>({bytes.nearly(tokens, width), bytes.matrix(tokens, width)});
      require_weights(t.probabilities);
      return require_all_finite(t.losses, "losses");
    }
    case 8: {
      const auto t = cosine<double>({bytes.matrix(bytes.size(5), bytes.size(4))});
      require_all_finite(t.cosines, "cosines");
      return require((t.cosines.array().abs() <= 1).all(), "a cosine beyond 1");
    }
    case 9: {
      const int tokens = bytes.size(5), width = bytes.size(3), inputs = bytes.size(3);
      const RnnInput<double> in{bytes.matrix(tokens, inputs), bytes.nearly(width, width), bytes.nearly(width, inputs)};
      require_all_finite(rnn(in).hidden, "hidden");
      return require_all_finite(imprint(in).kept, "kept");
    }
    case 10: {
      const auto t =
          mask({bytes.size(9), bytes.size(9), bytes.byte() % 2 == 0, bytes.size(5) - 1, bytes.byte() % 4 == 0});
      return require(t.pairs == static_cast<double>(t.mask.count()), "pairs that were not counted");
    }
    default: {
      CostInput<double> in{bytes.number(), bytes.number(), bytes.number(), bytes.number()};
      if (bytes.byte() % 2 == 0)
        in = {1.0 + bytes.byte(), 1.0 + bytes.byte(), 2.0 + bytes.size(30), 1.0 + bytes.byte()};
      const auto t = cost(in);
      require(std::isfinite(t.ratio) && t.ratio > 0, "a ratio of nothing");
      std::vector<double> values;
      for (int i = bytes.size(20); i > 0; --i) values.push_back(bytes.number());
      require(ranking({values}).order.size() == values.size(), "a ranking that lost one");
      const auto word = new_word(
          {std::string(static_cast<std::size_t>(bytes.byte()), static_cast<char>(bytes.byte())), bytes.size(70)});
      require(!word.embedding.empty(), "a word without a vector");
    }
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  Bytes bytes(data, size);
  answered([&] { run(bytes); });
  return 0;
}
