// The figures of softmax, of the spread of scores, and of sentences of the reader's own.
#include "attn/new_word.h"
#include "attn/softmax.h"
#include "attn/spread.h"
#include "fact_topics.h"

namespace attn {
namespace {

using S = Traced;

}  // namespace

void add_softmax_facts(FactList& list, const S& head_dim) {
  const Matrix<S> example = Matrix<double>{{10, 3, -4}}.template cast<S>();
  list.add("softmax.share.10_3_-4",
           row_of(run_as<S>("shares", [&] { return shares<S>({.scores = example}); }).shares, 0), "1", "percent1");
  const auto weights = run_as<S>("softmax", [&] { return softmax<S>({.scores = example}); });
  list.add("softmax.weights.10_3_-4", row_of(weights.weights, 0), "1", "percent5");
  list.add("softmax.exp20", exponential(S(20)), "1", "count");
  const S deviation = score_deviation(head_dim);
  list.add("softmax.std.dk" + number_text(value_of(head_dim)), deviation, "1", "number");
  list.add("softmax.std.scaled", deviation / square_root(head_dim), "1", "number");
}

void add_sentence_limits(FactList& list) {
  list.add("limit.words.least", S(kLeastWords), "words", "count");
  list.add("limit.words.most", S(kMostWords), "words", "count");
  list.add("limit.word.bytes", S(kMostWordBytes), "B", "bytes");
}

void add_spread_limits(FactList& list) {
  list.add("limit.head_dim", S(kMostSpreadWidth), "1", "count");
  list.add("limit.seed", S(kMostSeed), "1", "count");
  list.add("spread.samples", S(kSpreadQueries) * S(kSpreadKeys), "samples", "count");
}

}  // namespace attn
