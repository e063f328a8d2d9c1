// The figures of the five words: embeddings, scores, weights, heads, and what the RNN keeps.
#include <cctype>

#include "attn/cosine.h"
#include "attn/mask.h"
#include "fact_topics.h"

namespace attn {
namespace {

using S = Traced;

const std::string kWorld = "data/teaching-world.json";

/// Row `query` of a weight matrix, one fact for each key it sees.
void add_row(FactList& list, const std::string& id, const TeachingWorld& world, const Matrix<S>& weights, Index query,
             Index keys) {
  for (Index key = 0; key < keys; ++key)
    list.add(id + "." + world.tokens[static_cast<size_t>(key)].id, weights(query, key), "1", "percent1");
}

/// The lesson speaks of five words and of two heads; a world without them has other figures.
void require_lesson(const TeachingWorld& world) {
  for (const char* id : {"ming", "ba", "apple", "give", "wang"}) world.position(id);
  const auto& heads = world.attention.heads;
  std::string ids;
  for (const HeadCut& head : heads) ids += (ids.empty() ? "" : ", ") + head.id;
  if (ids != "A, B") throw Refusal("range", "attention/heads", phrase("heads_called", ids), phrase("heads_a_b"));
}

/// Runs it with this mask and these cuts; its numbers are found under `run`.
MultiHeadTrace<S> run_layer(MultiHeadInput<S> layer, const Mask& mask, const std::vector<HeadCut>& heads,
                            const std::string& run) {
  layer.mask = mask;
  layer.heads = heads;
  return run_as<S>(run, [&] { return multi_head(layer); });
}

CosineTrace<S> run_cosine(const Matrix<S>& rows, const std::string& run) {
  return run_as<S>(run, [&] { return cosine<S>({.rows = rows}); });
}

}  // namespace

S sourced_tokens(const TeachingWorld& world) {
  return sourced<S>(static_cast<double>(world.tokens.size()), kWorld + "#/tokens (how many)");
}

S sourced_position(const TeachingWorld& world, const std::string& token) {
  return sourced<S>(static_cast<double>(world.position(token)), kWorld + "#/tokens (place of " + token + ")");
}

/// The sentence as a layer's input, each number under its place in the data file.
MultiHeadInput<S> sourced_layer(const TeachingWorld& world) {
  const auto tokens = static_cast<Index>(world.tokens.size());
  const auto layer = with_scalar<MultiHeadInput<S>>(world.self_attention(full_mask(tokens, tokens), false));
  for (Index t = 0; t < tokens; ++t)
    for (Index k = 0; k < layer.inputs.cols(); ++k)
      label(layer.inputs(t, k), kWorld + "#/tokens/" + std::to_string(t) + "/embedding/" + std::to_string(k));
  label(layer.W_Q, kWorld + "#/attention/W_Q");
  label(layer.W_K, kWorld + "#/attention/W_K");
  label(layer.W_V, kWorld + "#/attention/W_V");
  label(layer.W_O, kWorld + "#/attention/W_O");
  return layer;
}

void add_world_facts(FactList& list, const TeachingWorld& world) {
  require_lesson(world);
  const Index give = world.position("give"), ming = world.position("ming"), wang = world.position("wang");
  const auto tokens = static_cast<Index>(world.tokens.size());
  const MultiHeadInput<S> layer = sourced_layer(world);
  list.add("world.tokens", sourced_tokens(world), "tokens", "count");
  list.add("world.width", sourced<S>(static_cast<double>(world.dimensions.size()), kWorld + "#/dimensions (how many)"),
           "1", "count");

  const auto cosines = row_of(run_cosine(layer.inputs, "embedding").cosines, give);
  list.add("world.embedding.cosine.give.self", cosines[static_cast<size_t>(give)], "1", "cosine");
  list.add_order("world.embedding.rank.give", world, cosines);

  const auto open = run_layer(layer, layer.mask, layer.heads, "unmasked");
  list.add_order("world.score.rank.give", world, row_of(open.heads[0].scores, give));
  list.add("world.key.cosine.ming.wang", run_cosine(open.keys, "key").cosines(ming, wang), "1", "cosine");
  list.add("world.value.cosine.ming.wang", run_cosine(open.values, "value").cosines(ming, wang), "1", "cosine");
  add_row(list, "world.weight.unmasked.give", world, open.heads[0].weights, give, tokens);

  const Mask causal = causal_mask(tokens);
  const auto single = run_layer(layer, causal, layer.heads, "causal");
  add_row(list, "world.weight.causal.give", world, single.heads[0].weights, give, give + 1);

  MultiHeadInput<S> late = layer;  // a fault: hidden after softmax, the row is short by what the answer had taken
  late.faults.mask_after_softmax = true;
  list.add("world.late.give.sum",
           run_layer(late, causal, layer.heads, "late").heads[0].row_sums[static_cast<size_t>(give)], "1", "percent1");

  const auto cut = run_layer(layer, causal, world.attention.heads, "cut");
  const Sink& sink = world.attention.sink;
  for (size_t h = 0; h < cut.heads.size(); ++h) {
    std::string letter = world.attention.heads[h].id;
    for (char& c : letter) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    add_row(list, "world.head." + letter + ".give", world, cut.heads[h].weights, give, give + 1);
    if (world.attention.heads[h].id != sink.head) continue;
    const Index query = world.position(sink.query);
    auto scores = row_of(cut.heads[h].scaled, query), weights = row_of(cut.heads[h].weights, query);
    scores.resize(static_cast<size_t>(query) + 1);
    weights.resize(static_cast<size_t>(query) + 1);
    list.add("world.sink.scores." + sink.query, scores, "1", "number");
    list.add("world.sink.weights." + sink.query, weights, "1", "percent");
  }

  RnnInput<S> recurrent = with_scalar<RnnInput<S>>(world.recurrent());
  recurrent.inputs = layer.inputs;
  label(recurrent.W_h, kWorld + "#/rnn/W_h");
  label(recurrent.W_x, kWorld + "#/rnn/W_x");
  add_row(list, "world.rnn.kept.give", world, run_as<S>("rnn", [&] { return imprint(recurrent); }).kept, give, give);
  list.add("world.rnn.updates.ming.give", sourced_position(world, "give") - sourced_position(world, "ming"), "updates",
           "count");
}

}  // namespace attn
