// The next-word tasks of a sentence, read out of a layer's outputs: what a leak does to the loss.
#pragma once

#include "attn/fields.h"
#include "attn/softmax.h"

namespace attn {

template <typename S>
struct NextTokenInput {
  Matrix<S> outputs;     ///< T x d, the layer's outputs
  Matrix<S> embeddings;  ///< T x d, the sentence's own words, which are all that can be answered

  static constexpr auto fields() {
    return std::make_tuple(field("outputs", &NextTokenInput::outputs),
                           field("embeddings", &NextTokenInput::embeddings));
  }
};

template <typename S>
struct NextTokenTrace {
  Matrix<S> logits;         ///< (T - 1) x T, output_t . embedding_j
  Matrix<S> exponentials;   ///< (T - 1) x T, exp(logit - largest of the row)
  Matrix<S> probabilities;  ///< (T - 1) x T, softmax of each row
  Matrix<S> losses;         ///< (T - 1) x 1, -ln of the probability of word t + 1, in nats
  S mean_loss = 0;          ///< over the tasks

  static constexpr auto fields() {
    return std::make_tuple(field("logits", &NextTokenTrace::logits),
                           field("exponentials", &NextTokenTrace::exponentials),
                           field("probabilities", &NextTokenTrace::probabilities),
                           field("losses", &NextTokenTrace::losses), field("mean_loss", &NextTokenTrace::mean_loss));
  }
};

/// Each output but the last guesses the word after it, by comparison with every word's embedding (tied weights).
/// @throws Refusal (shape) unless both are T x d with T at least 2 and d at least 1, (size) beyond limits.h,
/// (not_finite)
///         naming a bad entry, or a logit or loss beyond double
/// @see Press and Wolf 2017, Using the Output Embedding to Improve Language Models, for reading out with the embeddings
template <typename S>
NextTokenTrace<S> next_token(const NextTokenInput<S>& in) {
  const Index tokens = in.embeddings.rows();
  const auto words = static_cast<double>(tokens);
  require_shape("outputs", in.outputs, tokens, in.embeddings.cols());
  if (tokens < 2) throw Refusal("shape", "embeddings", phrase("rows", std::to_string(tokens)), phrase("word_and_next"));
  require_extent("embeddings", in.embeddings, "one_token");
  require_answer("embeddings", 3 * words * words, words * words * static_cast<double>(in.embeddings.cols()));
  require_finite("outputs", in.outputs);
  require_finite("embeddings", in.embeddings);

  NextTokenTrace<S> t;
  const Matrix<S> asking = in.outputs.topRows(tokens - 1), answers = in.embeddings.transpose();
  t.logits = product(asking, answers, "embeddings");
  require_finite("logits", t.logits);  // minus infinity would be taken for hidden
  const auto shares = softmax(SoftmaxInput<S>{.scores = t.logits});
  t.exponentials = shares.exponentials;
  t.probabilities = shares.weights;
  t.losses = Matrix<S>::Constant(tokens - 1, 1, S(0));
  // ln of the sum minus the exponent, not ln of the quotient: a probability may be too small for a double.
  for (Index task = 0; task + 1 < tokens; ++task) {
    const S largest = tree_max<S>(tokens, [&](auto j) { return t.logits(task, j); });
    const S sum = tree_sum<S>(tokens, [&](auto j) { return t.exponentials(task, j); });
    t.losses(task, 0) = logarithm(sum) - (t.logits(task, task + 1) - largest);
  }
  require_finite("losses", t.losses);  // logits as far apart as doubles can be
  label(t.losses, "losses");
  t.mean_loss =
      tree_sum<S>(tokens - 1, [&](auto task) { return t.losses(task, 0); }) / S(static_cast<double>(tokens - 1));
  require_finite_number("mean_loss", t.mean_loss);
  return t;
}

}  // namespace attn
